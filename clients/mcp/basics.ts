/** What suffices to draw most diagrams, in at most 1,000 tokens: the answer of `help` without a topic, and a part of the prompt. */
export const basics = `update_document takes operations, one a line; all are applied or none. A line sees what the lines before it did.

add square id=api "API" fill=blue
add cylinder id=orders "Orders" below:api
connect api -> orders "writes" line=angled
wrap api orders in frame id=core "Core"
layout all direction=right

Names: id= is a lowercase letter, then up to 23 letters, digits, - or _. Without it the id comes from the label. Where an element is
named, a ref, an id or a "label" in quotes will do.
Kinds: square rounded circle ellipse diamond cylinder stadium hexagon triangle parallelogram cloud document actor queue component
package star callout, text, sticky, annotation, link-card, table, plan-board, plan-sheet. Icons: add icon=database "Orders" (help with
the topic icons user finds names).
Places: leave them out and end with \`layout all\` (direction=down|right, style=flow|tree|mindmap, line=straight|angled|curved), which
arranges boxes and frames; or place each: right-of:api left-of: above: below: (with gap:80), inside:core, at:0,0. Boxes get the size
that their label needs; width= and height= change it.
Arrows: connect api.right@0.3 -> users.row:id "reads" border=dashed heads=both line=curved. A side and a spot on it (0 to 1) or a row
of a table may be named. Way-points: points=[[0,40],[90,40]]. labelAt=0.3 fixes the label on its line, from 0 to 1.
Frames and lanes: wrap their members, or add an empty one: {"op":"add","element":{"type":"lane","label":"Customer","x":0,"y":600,"width":960,"height":200}}
Tables: add table id=users "Users" columns=["Field","Type"] rows=[["id","uuid"],["name","text"]]
Fields: label note fill stroke text-color (neutral blue teal green yellow orange red pink purple grey none #rrggbb) border (solid dashed
dotted none) stroke-width (1 to 16) text (sm md lg scale, or pixels) font (sans serif mono hand) bold italic strike (true)
text-align (left center right) vertical-align (top middle bottom) opacity link group (moves as one: group=pay, nested pay/icons)
x y width height. fill= with nothing unsets it.
Changes: set api label="New" fill=green · set type:square fill=green all · rm orders · move orders inside:core ·
rewire writes to=users · insert diamond "Paid?" between api orders · order api front · fix all
JSON instead of a line: {"op":"add","kind":"square","id":"pay","fields":{"label":"Pay"},"place":{"rel":"right-of","ref":"api"}}
The answer: + added, ~ changed, - removed, » moved along, ! warning; then the rev, and what lint finds, with fixes. A refusal changes
nothing and shows each error with its right form.`;
