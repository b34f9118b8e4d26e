import type { Template } from './template.ts';

export const roadmap: Template = {
  id: 'roadmap',
  title: 'Roadmap',
  about: 'Now, next and later',
  group: 'Planning',
  operations: `
add text id=title label="Roadmap" text=scale width=400 height=50
add text id=legend label="green: for everyone · yellow: speed · pink: for companies" textColor=grey at:0,56
{"op":"add","id":"now","element":{"type":"frame","label":"Now","fill":"teal","width":380,"height":400},"place":{"rel":"at","x":0,"y":104}}
{"op":"add","id":"next","element":{"type":"frame","label":"Next","fill":"blue","width":380,"height":400},"place":{"rel":"right-of","ref":"now"}}
{"op":"add","id":"later","element":{"type":"frame","label":"Later","fill":"grey","width":380,"height":400},"place":{"rel":"right-of","ref":"next"}}
add sticky label="Invite people by link" color=green inside:now
add sticky label="First screen in one second" color=yellow inside:now
add sticky label="Single sign-on" color=pink inside:now
add sticky label="Templates to share" color=green inside:next
add sticky label="Work offline" color=yellow inside:next
add sticky label="Audit log" color=pink inside:next
add sticky label="Mobile app" color=green inside:later
add sticky label="Voice notes" color=green inside:later
add sticky label="Own encryption keys" color=pink inside:later
`,
};
