import type { Template } from './template.ts';

export const architecture: Template = {
  id: 'architecture',
  title: 'System architecture',
  about: 'Services, stores and the systems around them',
  group: 'Software',
  operations: `
add actor id=people label="People" fill=grey
add rounded id=web label="Web app" fill=blue
add rounded id=mobile label="Mobile app" fill=blue
add hexagon id=gateway label="API gateway" fill=purple
add rounded id=accounts label="Accounts" fill=teal
add rounded id=orders label="Orders" fill=teal
add rounded id=search label="Search" fill=teal
add cylinder id=database label="Database" fill=green
add cylinder id=cache label="Cache" fill=green
add queue id=events label="Events" fill=orange
add rounded id=mail label="Mail service" fill=grey
connect people -> web
connect people -> mobile
connect web -> gateway
connect mobile -> gateway
connect gateway -> accounts
connect gateway -> orders
connect gateway -> search
connect accounts -> database
connect orders -> database
connect orders -> events "publishes"
connect search -> cache
connect events -> mail
wrap web mobile in frame id=clients label="Clients" make-room
wrap accounts orders search in frame id=services label="Services" make-room
wrap database cache events in frame id=stores label="Stores" make-room
layout all line=angled
`,
};
