import type { Template } from './template.ts';

export const meetingNotes: Template = {
  id: 'meeting-notes',
  title: 'Meeting notes',
  about: 'Agenda, notes, decisions and actions',
  group: 'Documents',
  operations: `
add text id=title label="Weekly meeting" text=scale width=560 height=50 at:0,0
add text id=about label="Date · People · Who takes notes" textColor=grey width=560 at:0,58
{"op":"add","id":"agenda","element":{"type":"frame","label":"Agenda","fill":"blue","x":0,"y":104,"width":400,"height":520}}
{"op":"add","id":"notes","element":{"type":"frame","label":"Notes","fill":"grey","x":424,"y":104,"width":560,"height":520}}
{"op":"add","id":"decisions","element":{"type":"frame","label":"Decisions","fill":"green","x":1008,"y":104,"width":400,"height":248}}
{"op":"add","id":"open","element":{"type":"frame","label":"Open questions","fill":"orange","x":1008,"y":376,"width":400,"height":248}}
add annotation number=1 label="Since last time" fill=blue width=340 height=56 inside:agenda
add annotation number=2 label="Numbers of the week" fill=blue width=340 height=56 inside:agenda
add annotation number=3 label="What blocks us" fill=blue width=340 height=56 inside:agenda
add annotation number=4 label="Next steps" fill=blue width=340 height=56 inside:agenda
add text label="Write here while people talk. Enter edits a text, N adds a sticky note." width=500 inside:notes
add table id=actions "Actions" columns=["Who","What","Until"] rows=[["","",""],["","",""],["","",""]] width=1408 at:0,664
add sticky label="We decided to…" color=green inside:decisions
add sticky label="Who knows…?" color=orange inside:open
`,
};
