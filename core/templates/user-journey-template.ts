import type { Template } from './template.ts';

export const userJourney: Template = {
  id: 'user-journey',
  title: 'User journey',
  about: 'What people do, think and feel, step by step',
  group: 'Workshops',
  operations: `
add text id=title label="User journey" text=scale width=560 height=50 at:0,0
add text id=who label="Who: a team lead who is looking for a tool" textColor=grey width=560 at:0,58
{"op":"add","id":"discover","element":{"type":"frame","label":"Discover","fill":"blue","x":130,"y":104,"width":220,"height":640}}
{"op":"add","id":"try","element":{"type":"frame","label":"Try","fill":"teal","width":220,"height":640},"place":{"rel":"right-of","ref":"discover","gap":24}}
{"op":"add","id":"buy","element":{"type":"frame","label":"Decide","fill":"green","width":220,"height":640},"place":{"rel":"right-of","ref":"try","gap":24}}
{"op":"add","id":"use","element":{"type":"frame","label":"Use","fill":"purple","width":220,"height":640},"place":{"rel":"right-of","ref":"buy","gap":24}}
{"op":"add","id":"recommend","element":{"type":"frame","label":"Recommend","fill":"pink","width":220,"height":640},"place":{"rel":"right-of","ref":"use","gap":24}}
add text id=does label="Does" text=lg width=110 at:0,220
add text id=thinks label="Thinks" text=lg width=110 at:0,420
add text id=feels label="Feels" text=lg width=110 at:0,620
add sticky label="Reads a post" color=yellow width=150 height=150 at:165,160
add sticky label="Signs up with the team" color=yellow width=150 height=150 at:409,160
add sticky label="Compares prices" color=yellow width=150 height=150 at:653,160
add sticky label="Draws every week" color=yellow width=150 height=150 at:897,160
add sticky label="Shows it to a friend" color=yellow width=150 height=150 at:1141,160
add sticky label="Could this help us?" color=blue width=150 height=150 at:165,360
add sticky label="Where do I start?" color=blue width=150 height=150 at:409,360
add sticky label="Who has to approve?" color=blue width=150 height=150 at:653,360
add sticky label="This saves an hour" color=blue width=150 height=150 at:897,360
add sticky label="They need this too" color=blue width=150 height=150 at:1141,360
add circle id=m1 label="🙂" text=lg fill=yellow width=64 height=64 at:208,600
add circle id=m2 label="😕" text=lg fill=orange width=64 height=64 at:452,650
add circle id=m3 label="😐" text=lg fill=yellow width=64 height=64 at:696,620
add circle id=m4 label="😀" text=lg fill=green width=64 height=64 at:940,580
add circle id=m5 label="🤩" text=lg fill=green width=64 height=64 at:1184,560
connect m1 -> m2 line=curved heads=none stroke=grey
connect m2 -> m3 line=curved heads=none stroke=grey
connect m3 -> m4 line=curved heads=none stroke=grey
connect m4 -> m5 line=curved heads=none stroke=grey
`,
};
