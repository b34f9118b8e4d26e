import type { Template } from './template.ts';

export const retrospective: Template = {
  id: 'retrospective',
  title: 'Retrospective',
  about: 'What went well, what did not, what to try',
  group: 'Workshops',
  operations: `
add text id=title label="Retrospective" text=scale width=560 height=50 at:0,0
add text id=hint label="Five minutes to write, ten to group, then each person has three votes." textColor=grey width=700 at:0,58
{"op":"add","id":"well","element":{"type":"frame","label":"Went well","fill":"green","x":0,"y":104,"width":404,"height":600}}
{"op":"add","id":"badly","element":{"type":"frame","label":"Did not go well","fill":"red","width":404,"height":600},"place":{"rel":"right-of","ref":"well"}}
{"op":"add","id":"try","element":{"type":"frame","label":"To try","fill":"blue","width":404,"height":600},"place":{"rel":"right-of","ref":"badly"}}
{"op":"add","id":"actions","element":{"type":"frame","label":"Actions","fill":"grey","width":404,"height":600},"place":{"rel":"right-of","ref":"try"}}
add sticky label="Release on time" color=green inside:well
add sticky label="Pairing helped" color=green inside:well
add sticky label="Fewer questions from support" color=green inside:well
add sticky label="Too many meetings" color=red inside:badly
add sticky label="Tests were slow" color=red inside:badly
add sticky label="A day without meetings" color=blue inside:try
add sticky label="Review in pairs" color=blue inside:try
add sticky label="Who, what, until when" color=yellow inside:actions
`,
};
