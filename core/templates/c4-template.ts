import type { Template } from './template.ts';

export const c4: Template = {
  id: 'c4',
  title: 'C4 containers',
  about: 'A system in its surroundings: people, containers, other systems',
  group: 'Software',
  operations: String.raw`
add actor id=customer label="Customer" fill=blue
add actor id=support label="Support agent" fill=blue
add rounded id=web label="Web application\n[TypeScript]" fill=teal
add rounded id=api label="API\n[Node.js]" fill=teal
add rounded id=worker label="Worker\n[Node.js]" fill=teal
add cylinder id=database label="Database\n[PostgreSQL]" fill=teal
add square id=mail label="Mail provider\n[external]" fill=grey
add square id=payments label="Payment provider\n[external]" fill=grey
connect customer -> web "uses"
connect support -> web "answers requests"
connect web -> api "JSON, HTTPS"
connect api -> database "reads, writes"
connect api -> worker "queues jobs"
connect worker -> mail "sends mail"
connect api -> payments "charges"
wrap web api worker database in frame id=system label="Shop [software system]" make-room
layout all line=angled direction=down
`,
};
