/** Fields, their values, and “Flags”, with the decisions on coercing values, through REST with open editors. */
import { afterAll, beforeAll, describe, test } from 'vitest';

import { type Case, flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const fields: readonly Case[] = [
  {
    cites: 'plus any stored field of the element',
    before: flow,
    send: `set a opacity=0.5 link=https://example.org rotation=15 width=200
set first heads=both`,
    prints: [
      '~ a opacity unset→0.5 link unset→"https://example.org" width 160→200 rotation unset→15',
      '~ first heads unset→both',
    ],
  },
  {
    cites: '`line` (`straight`, `angled`, `curved`)',
    before: flow,
    send: `set first line=curved
set second line=angled`,
    prints: ['~ first line unset→curved', '~ second line unset→angled'],
  },
  {
    cites: '`fill=` takes a theme colour slot by name',
    before: flow,
    send: 'set a fill=teal stroke=purple text-color=red border=dotted text=lg font=mono',
    prints: ['~ a fill unset→teal stroke unset→purple text-color unset→red border unset→dotted text unset→lg font unset→mono'],
  },
  {
    cites: 'a hex colour also works with warning `colour_overrides_theme`',
    before: flow,
    send: 'set a fill=#1f6feb',
    prints: ['~ a fill unset→#1f6feb', '! colour_overrides_theme a: fill #1f6feb stays as it is when the theme changes.'],
  },
  {
    cites: 'A sticky takes its own colour names',
    before: 'add sticky id=s',
    send: 'set s fill=pink',
    prints: ['~ s color unset→pink'],
  },
  {
    cites: 'a sticky takes no slot',
    before: 'add sticky id=s',
    send: 'set s fill=neutral',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'fill does not take "neutral".',
      field: 'fill',
      allowed: ['yellow', 'orange', 'red', 'pink', 'purple', 'blue', 'teal', 'green', 'grey'],
    },
  },
  {
    cites: 'A value that is a number, `true` or `false` is read as JSON',
    before: flow,
    send: 'set a x=10 y=20.5 locked=true',
    prints: ['~ a locked unset→true x 0→10 y 0→20.5'],
  },
  {
    cites: 'a value starting `[` or `{` is read as JSON as written',
    send: 'add table id=t columns=["Name", "Age"] rows=[["Ada","36"], ["Bob","41"]]',
    prints: ['+ t table at 0,0 360×160'],
  },
  {
    cites: 'a bare number in a text field is its text, no warning; a quoted value is always text',
    before: flow,
    send: `set a label=2026
set b label="true"
set c note="007"`,
    prints: ['~ a label "A"→"2026"', '~ b label "B"→"true"', '~ c note unset→"007"'],
  },
  {
    cites: 'a number or boolean in a text field are mended (`value_coerced`)',
    before: flow,
    send: '{"op":"set","target":"a","fields":{"label":42,"note":true}}',
    prints: [
      '~ a label "A"→"42" note unset→"true"',
      '! value_coerced a: label 42 became "42".',
      '! value_coerced a: note true became "true".',
    ],
  },
  {
    cites: 'a bad case is mended (`value_coerced`)',
    before: flow,
    send: 'set a fill=RED text=LG',
    prints: [
      '~ a fill unset→red text unset→lg',
      '! value_coerced a: fill "RED" became "red".',
      '! value_coerced a: text "LG" became "lg".',
    ],
  },
  {
    cites: 'a number outside its range is mended',
    before: flow,
    send: 'set a opacity=7',
    prints: ['~ a opacity unset→1', '! value_coerced a: opacity 7 became 1.'],
  },
  {
    cites: 'a label is fixed on its line, and placed automatically again',
    before: flow,
    send: `set first label=pays labelAt=0.3
{"op":"set","target":"second","fields":{"label":"ships","labelAt":1}}
set first labelAt=
connect a -> c id=third label=asks labelAt=0`,
    prints: ['~ first label unset→"pays"', '~ second label unset→"ships" labelAt unset→1', '+ third arrow a -> c "asks"'],
  },
  {
    cites: 'a place of a label that is no number is refused with its form',
    before: flow,
    send: 'set first labelAt=middle',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'labelAt does not take "middle".',
      field: 'labelAt',
    },
  },
  {
    cites: 'a quoted value is always text: a number field refuses it',
    before: flow,
    send: 'set a opacity="0.5"',
    refused: { code: 'invalid_value', operation: 0, line: 1, message: 'opacity does not take "0.5".', field: 'opacity' },
  },
  {
    cites: 'Comments, votes and ideas are never changed by edit operations',
    before: flow,
    send: 'set a comments=[]',
    refused: {
      code: 'unknown_field',
      operation: 0,
      line: 1,
      message: '"A" (square) has no field "comments".',
      field: 'comments',
    },
  },
  {
    cites: 'votes',
    before: flow,
    send: 'set a votes={}',
    refused: { code: 'unknown_field', operation: 0, line: 1, message: '"A" (square) has no field "votes".', field: 'votes' },
  },
  {
    cites: 'Unset fields are absent; an empty label is none',
    before: flow,
    send: 'set a label=""',
    prints: ['~ a label "A"→unset'],
  },
  {
    cites: 'label_capped: a shape label over 40 characters keeps its heading and moves the full text to the note',
    before: `${flow}
set a note=old`,
    send: 'set a label="Settle the invoices: all that are open at the end of the year"',
    prints: [
      '~ a label "A"→"Settle the invoices: all that are open…" note "old"→"Settle the invoices: all that are open at the end of the year\\n\\nold"',
      '! label_capped a: The label keeps its heading; its full text is now in the note.',
    ],
  },
  {
    cites: 'forty characters stay',
    before: flow,
    send: 'set a label="0123456789 123456789 123456789 123456789"',
    prints: ['~ a label "A"→"0123456789 123456789 123456789 123456789" x 0→-10 y 0→-10 width 160→180 height 80→100'],
  },
];

describe('the sentences on fields and values', () => {
  for (const sentence of fields) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});

const flags: readonly Case[] = [
  {
    cites: 'all on rm',
    before: flow,
    send: 'rm type:shape all',
    prints: [
      '- a square "A"',
      '- b square "B"',
      '- c square "C"',
      '- first arrow a -> b (pinned to a and b)',
      '- second arrow b -> c (pinned to b and c)',
    ],
  },
  { cites: 'all on move', before: flow, send: 'move type:shape by=0,50 all', prints: ['~ a y 0→50', '~ b y 0→50', '~ c y 0→50'] },
  {
    cites: 'keep-arrows: warning `arrows_freed`',
    before: flow,
    send: 'rm a keep-arrows',
    prints: ['- a square "A"', '~ first from a→(160,40)', '! arrows_freed first: It stays with a free end where "A" was.'],
  },
  { cites: 'again: draw a second arrow a to b', before: flow, send: 'connect a -> b again', prints: ['+ arrow arrow a -> b'] },
  {
    cites: '(else `arrow_exists`)',
    before: flow,
    send: 'connect a -> b',
    refused: { code: 'arrow_exists', operation: 0, line: 1, message: '"A" -> "B" is there already.', elements: ['first'] },
  },
  {
    cites: 'tidy: lay members out compactly first',
    before: `add square id=a label=A at:0,0
add square id=b label=B at:900,700
add square id=c label=C at:100,1500`,
    send: 'wrap a b c in frame id=f label=F tidy',
    prints: ['+ f frame "F" at -20,-40 400×260', '~ b x 900→200 y 700→0', '~ c x 100→0 y 1500→120', 'f +b', 'f +c', 'f +a'],
  },
  {
    cites: 'absorb: the frame takes in non-members that fall inside',
    before: flow,
    send: 'wrap a c in frame id=f label=F absorb',
    prints: ['+ f frame "F" at -20,-40 1000×140', 'f +a', 'f +b', 'f +c'],
  },
  {
    cites: 'make-room: move such bystanders away',
    before: flow,
    send: 'wrap a c in frame id=f label=F make-room',
    prints: ['+ f frame "F" at -20,-40 1000×140', '» b y 0→140 (made room for f)', 'f +a', 'f +c'],
  },
  {
    cites: 'without absorb or make-room, `frame_captures`',
    before: flow,
    send: 'wrap a c in frame id=f label=F',
    refused: { code: 'frame_captures', operation: 0, line: 1, message: 'The frame would take in or cut b.', elements: ['b'] },
  },
  {
    cites: 'flags as members set to true',
    before: flow,
    send: `{"op":"wrap","target":"a c","kind":"frame","id":"f","makeRoom":true}
{"op":"connect","from":"a","to":"b","again":true}
{"op":"rm","target":"c","keepArrows":true}`,
    prints: [
      '+ f frame at -20,-40 1000×140',
      '» b y 0→140 (made room for f)',
      '+ arrow arrow a -> b',
      '- c square "C"',
      '~ second to c→(800,40)',
      'f +a',
      '! arrows_freed second: It stays with a free end where "C" was.',
    ],
  },
  {
    cites: 'a flag that the operation does not take',
    before: flow,
    send: 'order a front all',
    refused: {
      code: 'parse_error',
      operation: 0,
      line: 1,
      column: 15,
      message: 'Line 1, column 15: expected the end of the line.',
    },
  },
];

describe('the flags', () => {
  for (const sentence of flags) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});
