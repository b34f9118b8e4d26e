/** “Placement” of the language, with the decisions about it, through REST with open editors. */
import { afterAll, beforeAll, describe, test } from 'vitest';

import { type Case, flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const sentences: readonly Case[] = [
  {
    cites: 'right-of: beside x on that side',
    before: 'add square id=x at:0,0',
    send: 'add square id=n right-of:x',
    prints: ['+ n square at 200,0 160×80'],
  },
  {
    cites: 'left-of:',
    before: 'add square id=x at:0,0',
    send: 'add square id=n left-of:x',
    prints: ['+ n square at -200,0 160×80'],
  },
  { cites: 'above:', before: 'add square id=x at:0,0', send: 'add square id=n above:x', prints: ['+ n square at 0,-120 160×80'] },
  {
    cites: 'below:',
    before: 'add square id=x at:0,0',
    send: 'add circle id=n below:x',
    prints: ['+ n circle at 20,120 120×120'],
  },
  {
    cites: "along the flow of x's outgoing arrows",
    before: `add square id=x at:0,0
add square id=y at:0,300
connect x -> y`,
    send: `add square id=n after:y
add square id=m after:x`,
    prints: ['+ n square at 0,420 160×80', '+ m square at 0,120 160×80'],
  },
  {
    cites: "after: without arrows follows the drawing's flow",
    before: `add square id=x at:0,0
add square id=y at:0,300
add square id=z at:600,0
connect x -> y`,
    send: 'add square id=n after:z',
    prints: ['+ n square at 600,120 160×80'],
  },
  {
    cites: 'else goes right',
    before: 'add square id=x at:0,0',
    send: 'add square id=n after:x',
    prints: ['+ n square at 200,0 160×80'],
  },
  {
    cites: 'next free slot inside a frame or lane',
    before: `add square id=a at:0,0
add square id=b at:400,0
wrap a b in frame id=f label=F
move b by=0,400`,
    send: `add square id=n inside:f
move b inside:f`,
    prints: ['+ n square at 180,0 160×80', '~ b x 400→360 y 400→0', 'f +n', 'f +b'],
  },
  {
    cites: '`inside:` a full frame makes the frame grow downwards',
    before: `add square id=a at:0,0
wrap a in frame id=f label=F`,
    send: 'add square id=n inside:f',
    prints: ['~ f height 140→240 (grew to hold its members)', '+ n square at 0,100 160×80', 'f +n'],
  },
  {
    cites: "sharing x's centre on the axis the element is already nearer",
    before: `add square id=x at:0,0
add circle id=y at:400,30
add circle id=z at:50,400`,
    send: `move y align:x
move z align:x`,
    prints: ['~ y y 30→-20', '~ z x 50→20'],
  },
  {
    cites: '`align:` on `add` places by default, then aligns',
    before: `add square id=x at:0,0
add square id=y at:400,300`,
    send: 'add circle id=n align:x',
    prints: ['+ n circle at 600,-20 120×120'],
  },
  {
    cites: "at that point, relative to the tab's content origin",
    before: 'add square id=x at:0,0',
    send: `add square id=n at:10,20
move x at:-50,60`,
    prints: ['+ n square at 10,20 160×80', '~ x x 0→-50 y 0→60'],
  },
  {
    cites: '`gap:<n>`: space to leave',
    before: 'add square id=x at:0,0',
    send: `add square id=n right-of:x gap:75
add square id=m below:x gap:0
add square id=o after:n gap:5`,
    prints: ['+ n square at 235,0 160×80', '+ m square at 0,80 160×80', '+ o square at 400,0 160×80'],
  },
  {
    cites: '0 to 2,000',
    before: 'add square id=x at:0,0',
    send: 'add square id=n right-of:x gap:2001',
    prints: ['+ n square at 2160,0 160×80', '! value_coerced n: gap 2001 became 2000.'],
  },
  {
    cites: 'gap: with at: is refused',
    before: 'add square id=x at:0,0',
    send: 'add square id=n at:1,1 gap:5',
    refused: {
      code: 'parse_error',
      operation: 0,
      line: 1,
      column: 24,
      message: 'Line 1, column 24: expected gap: only with a placement beside or after an element, or align.',
    },
  },
  {
    cites: 'Without a placement a new element goes beside the last one added',
    before: 'add square id=x at:0,0',
    send: `add square id=n at:1000,500
add square id=m`,
    prints: ['+ n square at 1000,500 160×80', '+ m square at 1200,500 160×80'],
  },
  {
    cites: 'or right of everything',
    before: `add square id=x at:0,0
add square id=y at:600,900`,
    send: 'add square id=n',
    prints: ['+ n square at 800,0 160×80'],
  },
  {
    cites: "An occupied spot moves along the placement's direction until free",
    before: `add square id=x at:0,0
add square id=y at:200,0
add square id=z at:400,0`,
    send: `add square id=n right-of:x
add square id=m below:x
add square id=o below:x`,
    prints: ['+ n square at 600,0 160×80', '+ m square at 0,120 160×80', '+ o square at 0,240 160×80'],
  },
  {
    cites: 'left and up as well',
    before: `add square id=x at:0,0
add square id=y at:-200,0
add square id=z at:0,-120`,
    send: `add square id=n left-of:x
add square id=m above:x`,
    prints: ['+ n square at -400,0 160×80', '+ m square at 0,-240 160×80'],
  },
  {
    cites: 'a new element slides past frames that do not hold x',
    before: `add square id=x at:0,0
add square id=y at:240,0
wrap y in frame id=f label=F`,
    send: 'add square id=n right-of:x',
    prints: ['+ n square at 460,0 160×80'],
  },
  {
    cites: 'a new element overlaps no existing box unless `at:` puts it there',
    before: 'add square id=x at:0,0',
    send: `add square id=n at:20,20
add square id=m right-of:x`,
    prints: ['+ n square at 20,20 160×80', '+ m square at 200,0 160×80'],
  },
  {
    cites: '`insert` places itself',
    before: flow,
    send: '{"op":"insert","kind":"square","from":"a","to":"b","fields":{"x":0,"y":0}}',
    refused: { code: 'invalid_value', operation: 0, line: 1, message: 'insert places its element itself.', field: 'x' },
  },
  {
    cites: 'Placement in JSON',
    before: 'add square id=x at:0,0',
    send: `{"op":"add","kind":"square","id":"n","place":{"rel":"right-of","ref":"x","gap":10}}
{"op":"move","target":"x","place":{"rel":"at","x":0,"y":500}}`,
    prints: ['+ n square at 170,0 160×80', '~ x y 0→500'],
  },
  {
    cites: 'one placement',
    before: 'add square id=x at:0,0',
    send: 'add square id=n right-of:x below:x',
    refused: { code: 'parse_error', operation: 0, line: 1, column: 28, message: 'Line 1, column 28: expected one placement.' },
  },
  {
    cites: 'inside: on the wrong type is invalid_value',
    before: 'add square id=x at:0,0',
    send: 'add square id=n inside:x',
    refused: { code: 'invalid_value', operation: 0, line: 1, message: '"x" is not a frame or lane (square).' },
  },
];

describe('the sentences on placement', () => {
  for (const sentence of sentences) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});
