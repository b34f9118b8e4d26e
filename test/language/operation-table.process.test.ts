/** “Edit operations” through REST with open editors: each sentence of the table of operations and of the line form. */
import { afterAll, beforeAll, describe, test } from 'vitest';

import { type Case, flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const sentences: readonly Case[] = [
  {
    cites: 'Values with spaces are quoted',
    send: 'add square id=n label="two words" note="a \\"quoted\\" word\\nand a second line"',
    prints: ['+ n square "two words" at 0,0 160×80'],
  },
  {
    cites: 'Blank lines and lines beginning # are skipped',
    before: flow,
    send: `
# a comment
   
set a fill=red

# rm a`,
    prints: ['~ a fill unset→red'],
  },
  {
    cites: 'a line beginning { is read as a JSON operation, so the two forms mix',
    before: flow,
    send: `set a fill=red
{"op":"set","target":"b","fields":{"fill":"blue"}}`,
    prints: ['~ a fill unset→red', '~ b fill unset→blue'],
  },
  { cites: 'a->b and a -> b are the same', before: flow, send: 'set a -> b label=go', prints: ['~ first label unset→"go"'] },
  {
    cites: 'tokens split at spaces',
    before: flow,
    send: '  set   a    fill=red  	 note=x',
    prints: ['~ a note unset→"x" fill unset→red'],
  },
  {
    cites: 'Creates an element sized for its label',
    send: `add square id=short label=Go
add square id=long label="Reconcile the open invoices of the year" right-of:short
add text id=t label="One line" right-of:long
add circle id=round label="In a circle there is less room" below:short`,
    prints: [
      '+ short square "Go" at 0,0 160×80',
      '+ long square "Reconcile the open invoices of the year" at 200,0 160×80',
      '+ t text "One line" at 400,30 70×20',
      '+ round circle "In a circle there is less room" at 10,120 140×140',
    ],
  },
  {
    cites: 'Changes only named fields',
    before: `${flow}
set a note=kept fill=red`,
    send: 'set a fill=blue',
    prints: ['~ a fill red→blue'],
  },
  {
    cites: '`key=` with nothing unsets it',
    before: `${flow}
set a note=old fill=red`,
    send: 'set a note= fill=',
    prints: ['~ a note "old"→unset fill red→unset'],
  },
  {
    cites: 'JSON null unsets',
    before: `${flow}
set a note=old`,
    send: '{"op":"set","target":"a","fields":{"note":null}}',
    prints: ['~ a note "old"→unset'],
  },
  {
    cites: '`set` moves nothing except a box growing around its centre to fit a longer label (reported)',
    before: `add square id=a label=A at:0,0 width=80 height=40
add square id=b label=B at:300,0`,
    send: 'set a label="A label that is longer"',
    prints: ['~ a label "A"→"A label that is longer" x 0→-20 y 0→-10 width 80→120 height 40→60'],
  },
  {
    cites: 'Removes elements and the arrows pinned to them',
    before: flow,
    send: 'rm b',
    prints: ['- b square "B"', '- first arrow a -> b (pinned to b)', '- second arrow b -> c (pinned to b)'],
  },
  {
    cites: 'rm of a frame or lane leaves its members; arrows pinned to it go',
    before: `${flow}
wrap a b in frame id=f label=F
connect f -> c id=third`,
    send: 'rm f',
    prints: ['- f frame "F"', '- third arrow f -> c (pinned to f)', 'f -a', 'f -b'],
  },
  {
    cites: 'with keep-arrows those arrows stay with free ends',
    before: flow,
    send: 'rm b keep-arrows',
    prints: [
      '- b square "B"',
      '~ first to b→(400,40)',
      '~ second from b→(560,40)',
      '! arrows_freed first: It stays with a free end where "B" was.',
      '! arrows_freed second: It stays with a free end where "B" was.',
    ],
  },
  { cites: 'Moves elements; pinned arrows follow', before: flow, send: 'move b below:a gap:60', prints: ['~ b x 400→0 y 0→140'] },
  {
    cites: 'a frame or lane carries its members',
    before: `${flow}
wrap b c in lane id=band label=L`,
    send: 'move band by=0,300',
    prints: ['~ band y -40→260', '» b y 0→300 (carried by band)', '» c y 0→300 (carried by band)'],
  },
  { cites: 'by is [dx, dy]', before: flow, send: '{"op":"move","target":"a","by":[15,-25]}', prints: ['~ a x 0→15 y 0→-25'] },
  {
    cites: 'Draws an arrow pinned at both ends, anchored on the facing sides',
    before: `add square id=a at:0,0
add square id=b at:0,300`,
    send: 'connect a -> b id=down',
    prints: ['+ down arrow a -> b'],
  },
  {
    cites: 'connect: [label=...] [line=...]',
    before: `add square id=a at:0,0
add square id=b at:400,300`,
    send: 'connect a -> b label="sends to" line=angled',
    prints: ['+ sends-to arrow a -> b "sends to"'],
  },
  {
    cites: 'Moves one or both ends of an arrow',
    before: flow,
    send: 'rewire first from=c to=a',
    prints: ['~ first from a→c to b→a'],
  },
  { cites: 'one end of an arrow', before: flow, send: 'rewire a->b to=c', prints: ['~ first to b→c'] },
  {
    cites: 'Puts a new element on the arrow a to b, which becomes two arrows',
    before: flow,
    send: 'insert diamond id=m label="Sure?" between a b',
    prints: [
      '+ m diamond "Sure?" at 300,-10 160×100',
      '~ first to b→m',
      '+ arrow arrow m -> b',
      '» b x 400→600 (made room for m)',
      '» c x 800→1000 (made room for m)',
    ],
  },
  {
    cites: "the first half keeps the arrow's id and label, the second takes its style",
    before: `add square id=a at:0,0
add square id=b at:400,0
connect a -> b id=e label=go line=curved stroke=red border=dashed`,
    send: `insert square id=m between a b
test m->b line=curved stroke=red border=dashed label=
test a->m label=go`,
    prints: ['+ m square at 300,0 160×80', '~ e to b→m', '+ arrow arrow m -> b', '» b x 400→600 (made room for m)'],
  },
  {
    cites: 'always makes room (elements beyond it along the flow, in the same frame or lane)',
    before: `add square id=a at:0,0
add square id=b at:200,0
add square id=c at:400,0
wrap a b c in frame id=f label=F
add square id=out at:800,0
connect a -> b`,
    send: 'insert square id=m between a b',
    prints: [
      '+ m square at 200,0 160×80',
      '~ arrow to b→m',
      '+ arrow-2 arrow m -> b',
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
      '~ f width 600→800 (made room for m)',
      'f +m',
    ],
  },
  {
    cites: 'or the same connected group outside them, shift by its size plus the gap',
    before: `add square id=a at:0,0
add square id=b at:200,0
add square id=c at:400,0
add square id=lone at:200,600
connect a -> b
connect b -> c`,
    send: 'insert square id=m between a b',
    prints: [
      '+ m square at 200,0 160×80',
      '~ arrow to b→m',
      '+ arrow-3 arrow m -> b',
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
    ],
  },
  {
    cites: 'a frame holding shifted members grows',
    before: `add square id=a at:0,0
add square id=b at:0,200
add square id=c at:0,400
wrap b c in frame id=f label=F
connect a -> b
connect b -> c`,
    send: 'insert square id=m between b c',
    prints: [
      '+ m square at 0,360 160×80',
      '~ arrow-2 to c→m',
      '+ arrow-3 arrow m -> c',
      '» c y 400→520 (made room for m)',
      '~ f height 340→460 (made room for m)',
      'f +m',
    ],
  },
  {
    cites: 'Draws a frame (or, with `in lane`, a lane) around the members',
    before: flow,
    send: 'wrap a b in lane id=l label=Lane direction=down',
    prints: ['+ l lane "Lane" at -20,-40 600×140', 'l +a', 'l +b'],
  },
  {
    cites: 'a wrapped frame is around whatever the terms match',
    before: flow,
    send: 'wrap type:shape in frame id=all3 label=All',
    prints: ['+ all3 frame "All" at -20,-40 1000×140', 'all3 +a', 'all3 +b', 'all3 +c'],
  },
  {
    cites: 'Removes a frame or lane, leaving members in place',
    before: `${flow}
wrap a b in frame id=f label=F`,
    send: 'unwrap f',
    prints: ['- f frame "F"', 'f -a', 'f -b'],
  },
  { cites: 'Changes stacking order: front', before: flow, send: 'order a front', prints: ['~ a z a0→a5 (at the front)'] },
  { cites: 'back', before: flow, send: 'order c back', prints: ['~ c z a2→Zz (at the back)'] },
  {
    cites: 'above=<x> and below=<x> are directly next to x',
    before: flow,
    send: `order a above=b
order c below=b`,
    prints: ['~ a z a0→a1V (in front of b)', '~ c z a2→a0 (at the back)'],
  },
  {
    cites: 'frames and lanes stay behind their contents',
    before: `${flow}
wrap a b in frame id=f label=F`,
    send: 'order f above=a',
    refused: { code: 'invalid_value', operation: 0, line: 1, message: '"F" stays behind its contents, and "A" is one of them.' },
  },
  {
    cites: 'order … front on a frame brings its contents along',
    before: `${flow}
wrap a b in frame id=f label=F
add square id=top at:0,400`,
    send: 'order f front',
    prints: [
      '~ f z Zz→a6 (in front of top)',
      '» a z a0→a7 (comes along with f)',
      '» b z a1→a8 (comes along with f)',
      '» first z a3→a9 (comes along with f)',
      '» second z a4→aA (comes along with f)',
    ],
  },
  {
    cites: 'Lays out only the selection, keeping its top-left corner',
    before: `add square id=a label=A at:700,500
add square id=b label=B at:100,300
add square id=c label=C at:900,200
add square id=other label=Other at:2000,0
connect a -> b
connect a -> c`,
    send: 'layout a b c',
    prints: ['~ b y 300→340', '~ a x 700→200 y 500→200', '~ c x 900→300 y 200→340'],
  },
  {
    cites: '`style` is `flow`, `tree` or `mindmap`',
    before: `add square id=a label=A at:700,500
add square id=b label=B at:100,300
add square id=c label=C at:900,200
connect a -> b
connect a -> c`,
    send: 'layout type:shape style=tree',
    prints: [
      '~ b y 300→340',
      '~ a x 700→200 y 500→200',
      '~ c x 900→300 y 200→340',
      '~ arrow-2 line unset→angled (drawn by layout)',
      '~ arrow line unset→angled (drawn by layout)',
    ],
  },
  {
    cites: 'style=mindmap',
    before: `add square id=a label=A at:700,500
add square id=b label=B at:100,300
add square id=c label=C at:900,200
connect a -> b
connect a -> c`,
    send: 'layout type:shape style=mindmap',
    prints: ['~ c x 900→540', '~ b y 300→200', '~ a x 700→320 y 500→200'],
  },
  {
    cites: '`direction` is `down` or `right`',
    before: `add square id=a label=A at:0,0
add square id=b label=B at:0,300
connect a -> b`,
    send: 'layout a b direction=right',
    prints: ['~ b x 0→220 y 300→0'],
  },
  {
    cites: 'Refuses the whole changeset unless the element still holds these values',
    before: flow,
    send: `set b fill=red
test a label=Other fill=blue`,
    refused: {
      code: 'test_failed',
      operation: 1,
      line: 2,
      message: '"A" does not hold the expected values: label is "A", not "Other"; fill is unset, not "blue".',
      expected: { label: 'Other', fill: 'blue' },
      actual: { label: 'A', fill: null },
    },
  },
  { cites: 'test compares unset', before: flow, send: 'test a note= fill= label=A', prints: [] },
];

describe('the sentences of the table of operations', () => {
  for (const sentence of sentences) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});
