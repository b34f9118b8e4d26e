import type { Template } from './template.ts';

/** Things to try, each in a frame with what it needs. A first start draws them too, and prints a command that adds below `agents`. */
export const welcome: Template = {
  id: 'welcome',
  title: 'Welcome',
  about: 'Learn the canvas by trying it, in small exercises',
  group: 'Start here',
  operations: `
add text id=title label="Welcome to Atelier" text=scale width=900 height=60 at:0,0
add text id=intro label="Seven things to try, in any order. You can't break anything: press Ctrl+Z, on a Mac ⌘Z, to undo." textColor=grey text=lg width=1100 height=32 at:0,66
add text id=next label="Then: Share invites people, Ctrl+K finds every command and template, and ? lists all keys." textColor=grey width=560 height=50 at:1860,60
{"op":"add","id":"move","element":{"type":"frame","label":"1 · Move","fill":"blue","x":0,"y":140,"width":560,"height":400}}
{"op":"add","id":"connect","element":{"type":"frame","label":"2 · Connect","fill":"green","x":620,"y":140,"width":560,"height":400}}
{"op":"add","id":"write-it","element":{"type":"frame","label":"3 · Write","fill":"yellow","x":1240,"y":140,"width":560,"height":400}}
{"op":"add","id":"style","element":{"type":"frame","label":"4 · Style","fill":"pink","x":0,"y":600,"width":560,"height":400}}
{"op":"add","id":"arrange-it","element":{"type":"frame","label":"5 · Arrange","fill":"purple","x":620,"y":600,"width":560,"height":400}}
{"op":"add","id":"command","element":{"type":"frame","label":"6 · Ask for it","fill":"teal","x":1240,"y":600,"width":560,"height":400}}
{"op":"add","id":"together","element":{"type":"frame","label":"7 · Work with agents","fill":"orange","x":1860,"y":140,"width":560,"height":860}}
add text label="Drag the star into the circle. Lines show when it is lined up with something." width=500 height=50 at:30,190
add circle id=target label="Here" border=dashed fill=none width=180 height=180 at:330,290
add star id=star label="" fill=yellow width=120 height=120 at:80,320
add text label="Click Idea, and drag from one of the dots at its sides to Plan. Then click the dot below Plan: it adds the next box, connected." width=500 height=50 at:650,190
add rounded id=idea label="Idea" fill=green height=60 at:680,290
add rounded id=plan label="Plan" fill=green height=60 at:960,290
add text label="Double-click the note and type. Double-click next to it for text without a box." width=500 height=50 at:1270,190
add sticky id=note label="" color=yellow width=180 height=180 at:1430,300
add text label="Drag a box around these three to select them. Then pick a color in the bar that appears." width=500 height=50 at:30,650
add rounded id=one label="One" width=120 at:40,790
add diamond id=two label="Two" width=140 height=120 at:200,770
add ellipse id=three label="Three" width=140 height=80 at:380,790
add text label="Select these four boxes, right-click one of them, choose Auto layout, and press Enter." width=500 height=50 at:650,650
add rounded id=ship label="Ship" fill=purple width=110 height=50 at:680,740
add rounded id=design label="Design" fill=purple width=110 height=50 at:1010,900
add rounded id=build label="Build" fill=purple width=110 height=50 at:1030,750
add rounded id=test label="Test" fill=purple width=110 height=50 at:700,890
connect design -> build
connect build -> test
connect test -> ship
add text label="Press Ctrl+K, on a Mac ⌘K, type this line and press Enter:" width=500 height=50 at:1270,650
add rectangle id=line label="add square \\"Hello\\" right-of:made" fill=none font=mono width=500 height=50 at:1270,710
add rounded id=made label="Made by hand" fill=teal at:1300,820
add text label="Agents edit this document with you, live. Agents, in Home, connects one. Its changes are announced, with Undo." width=500 height=50 at:1890,190
add stadium id=you label="You and your team" width=180 height=70 at:1900,280
add square id=canvas label="This canvas" fill=orange width=180 height=70 at:1900,440
add stadium id=agents label="Your agents" width=180 height=70 at:1900,600
add sticky id=hint label="Every changeset is one undoable step" color=orange width=180 height=140 at:2180,405
connect you -> canvas label="draw"
connect agents -> canvas label="send changesets"
`,
};
