/** “Edit operations” through REST with open editors: each operation in both forms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Operation } from '#core/changeset/schema.ts';
import { operationKinds } from '#core/ops/operation-list.ts';

import { flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

type BothForms = {
  readonly says: string;
  readonly before?: string;
  readonly line: string;
  readonly json: readonly Operation[];
  readonly prints: readonly string[];
};

/** At least one case for each operation. */
const cases: readonly BothForms[] = [
  {
    says: 'add creates an element that is sized for its label',
    line: 'add cylinder id=store label="The orders of this year" fill=blue right-of:c gap:60',
    json: [
      {
        op: 'add',
        kind: 'cylinder',
        id: 'store',
        fields: { label: 'The orders of this year', fill: 'blue' },
        place: { rel: 'right-of', ref: 'c', gap: 60 },
      },
    ],
    prints: ['+ store cylinder "The orders of this year" at 1020,-10 120×100'],
  },
  {
    says: 'add can take a whole element',
    line: '{"op":"add","element":{"type":"video","url":"https://example.org/tour","x":0,"y":-300,"width":320,"height":180}}',
    json: [{ op: 'add', element: { type: 'video', url: 'https://example.org/tour', x: 0, y: -300, width: 320, height: 180 } }],
    prints: ['+ video video at 0,-300 320×180'],
  },
  {
    says: 'set changes only the fields that it names, and a field without a value is unset',
    before: `${flow}\nset a note=old`,
    line: 'set a label=Start fill=green note=',
    json: [{ op: 'set', target: 'a', fields: { label: 'Start', fill: 'green', note: null } }],
    prints: ['~ a label "A"→"Start" note "old"→unset fill unset→green'],
  },
  {
    says: 'rm also removes the arrows that are attached to what it removes',
    line: 'rm b',
    json: [{ op: 'rm', target: 'b' }],
    prints: ['- b square "B"', '- first arrow a -> b (pinned to b)', '- second arrow b -> c (pinned to b)'],
  },
  {
    says: 'rm with keep-arrows keeps them, with free ends',
    line: 'rm c keep-arrows',
    json: [{ op: 'rm', target: 'c', keepArrows: true }],
    prints: ['- c square "C"', '~ second to c→(800,40)', '! arrows_freed second: It stays with a free end where "C" was.'],
  },
  {
    says: 'move takes the members of a frame along',
    before: `${flow}\nwrap b c in frame id=box label=Box`,
    line: 'move box below:a',
    json: [{ op: 'move', target: 'box', place: { rel: 'below', ref: 'a' } }],
    prints: ['~ box x 380→-220 y -40→120', '» b x 400→-200 y 0→160 (carried by box)', '» c x 800→200 y 0→160 (carried by box)'],
  },
  {
    says: 'move by a distance',
    line: 'move a by=0,-250',
    json: [{ op: 'move', target: 'a', by: [0, -250] }],
    prints: ['~ a y 0→-250'],
  },
  {
    says: 'connect draws an arrow that is attached at both ends',
    line: 'connect a -> c id=long label=skips line=curved',
    json: [{ op: 'connect', from: 'a', to: 'c', id: 'long', fields: { label: 'skips', line: 'curved' } }],
    prints: ['+ long arrow a -> c "skips"'],
  },
  {
    says: 'rewire moves an end of an arrow',
    line: 'rewire b->c from=a',
    json: [{ op: 'rewire', target: 'b->c', from: 'a' }],
    prints: ['~ second from b→a'],
  },
  {
    says: 'insert splits an arrow in two, and makes room for the new element',
    line: 'insert diamond id=m label="Sure?" between a b',
    json: [{ op: 'insert', kind: 'diamond', id: 'm', fields: { label: 'Sure?' }, from: 'a', to: 'b' }],
    prints: [
      '+ m diamond "Sure?" at 300,-10 160×100',
      '~ first to b→m',
      '+ arrow arrow m -> b',
      '» b x 400→600 (made room for m)',
      '» c x 800→1000 (made room for m)',
    ],
  },
  {
    says: 'wrap draws a frame around its members',
    line: 'wrap a b in frame id=core label=Core',
    json: [{ op: 'wrap', target: 'a b', kind: 'frame', id: 'core', fields: { label: 'Core' } }],
    prints: ['+ core frame "Core" at -20,-40 600×140', 'core +a', 'core +b'],
  },
  {
    says: 'unwrap removes the frame and leaves its members in place',
    before: `${flow}\nwrap a b in lane id=core label=Core`,
    line: 'unwrap core',
    json: [{ op: 'unwrap', target: 'core' }],
    prints: ['- core lane "Core"', 'core -a', 'core -b'],
  },
  {
    says: 'order changes the stacking',
    before: 'add square id=a label=A at:0,0\nadd square id=b label=B at:80,40',
    line: 'order a above=b',
    json: [{ op: 'order', target: 'a', place: { rel: 'above', ref: 'b' } }],
    prints: ['~ a z a0→a2 (at the front)'],
  },
  {
    says: 'layout lays out the selection and keeps its top left corner',
    line: 'layout a b c style=flow direction=down',
    json: [{ op: 'layout', target: 'a b c', fields: { style: 'flow', direction: 'down' } }],
    prints: ['~ b x 400→0 y 0→140', '~ c x 800→0 y 0→280'],
  },
  {
    says: 'fix applies the fixes that lint suggests',
    before: 'add square id=a label=A at:0,0 fill=#ff0000\nadd square id=b label=B at:0,140',
    line: 'fix colour-on-themed',
    json: [{ op: 'fix', code: 'colour-on-themed' }],
    prints: ['~ a fill #ff0000→unset'],
  },
  {
    says: 'test applies the other operations only if the element has the values',
    line: 'test a label=A fill=\nset a fill=blue',
    json: [
      { op: 'test', target: 'a', fields: { label: 'A', fill: null } },
      { op: 'set', target: 'a', fields: { fill: 'blue' } },
    ],
    prints: ['~ a fill unset→blue'],
  },
  {
    says: 'import draws a diagram of Mermaid',
    line: 'import mermaid <<END\nflowchart TD\n  one[One] --> two[Two]\nEND',
    json: [{ op: 'import', format: 'mermaid', text: 'flowchart TD\n  one[One] --> two[Two]' }],
    prints: ['+ one square "One" at 1040,0 160×80', '+ two square "Two" at 1040,140 160×80', '+ one-two arrow one -> two'],
  },
];

describe('every operation, by line and as JSON', () => {
  for (const { says, before = flow, line, json, prints } of cases) {
    test(`${says}; the dry run prints the same lines, and an editor then shows what REST reads`, async () => {
      const mixed = json.map((operation) => `\n# As JSON\n${JSON.stringify(operation)}`).join('\n');
      for (const operations of [line, json, mixed]) {
        await stage.expectApplied(await stage.drawn(before), operations, prints);
      }
    });
  }

  test('no operation of the language is left out', () => {
    const tried = new Set(cases.flatMap(({ json }) => json.map(({ op }) => op)));
    expect([...tried].toSorted()).toEqual(operationKinds.map(({ name }) => name).toSorted());
  });
});
