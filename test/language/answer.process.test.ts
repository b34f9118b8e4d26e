/** “The answer”, conflicts, whole-tab replacement and locks of tabs and layers, through REST with open editors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChangesetAnswer } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { readTab } from '#schema/ydoc/read.ts';

import { until } from '../harness/editor.ts';
import { type Case, flow, type LanguageTab, type LanguageRefusal, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const framed = `${flow}\nwrap b c in frame id=box label=Box`;

const marks: readonly Case[] = [
  {
    cites: 'One line per element',
    send: 'add square id=n\nset n fill=red\nmove n at:5,5',
    prints: ['+ n square at 5,5 160×80'],
  },
  {
    cites: '`~` changed, each field shown before to after',
    before: flow,
    send: 'set a label=Start fill=green',
    prints: ['~ a label "A"→"Start" fill unset→green'],
  },
  {
    cites: '`-` removed, with the reason when it went with another',
    before: flow,
    send: 'rm a',
    prints: ['- a square "A"', '- first arrow a -> b (pinned to a)'],
  },
  {
    cites: '`»` moved without being named (made room, carried by a frame)',
    before: framed,
    send: 'move box by=0,100\ninsert square id=m between b c',
    prints: [
      '~ box y -40→60 width 600→800',
      '» b y 0→100 (carried by box)',
      '» c x 800→1000 y 0→100 (made room for m)',
      '+ m square at 700,100 160×80',
      '~ second to c→m',
      '+ arrow arrow m -> c',
      'box +m',
    ],
  },
  {
    cites: '`<frame> +<member>` frame or lane membership changed',
    before: framed,
    send: 'move a inside:box',
    prints: ['~ a x 0→580 z a0→a0l (in front of box)', 'box +a'],
  },
  {
    cites: 'A member that leaves for no frame prints `<frame> -<member>`',
    before: framed,
    send: 'move c by=0,500',
    prints: ['~ c y 0→500', 'box -c'],
  },
  {
    cites: 'A changeset that changes nothing answers `nothing changed`',
    before: flow,
    send: 'set a label=A\nmove b by=5,0\nmove b by=-5,0\nadd square id=n\nrm n',
    prints: [],
  },
  {
    cites: 'in a text view no user text starts a line',
    send: 'add square id=n label="x\\n- a square" note="rev 1→2"\nadd sticky id=s label="\\n+ fake sticky\\u2028! no_base"',
    prints: ['+ n square "x\\n- a square" at 0,0 160×80', '+ s sticky "\\n+ fake sticky\\n! no_base" at 200,-40 160×160'],
  },
];

describe('the marks of an answer', () => {
  for (const sentence of marks) test(`“${sentence.cites}”`, () => stage.prove(sentence));

  test('“in that result `frame` is the frame’s ref and `id` the member’s”, and counts are net', async () => {
    const place = await stage.drawn(framed);
    const { body } = await stage.send(place, 'move c by=0,500\nset a fill=red\nset a fill=\nadd circle id=n\nrm first', {
      baseRev: 1,
    });
    const c = stage.editor.element(place.tab, 'c')!.id;
    expect(body.results).toContainEqual(
      expect.objectContaining({ mark: 'member', frame: 'box', id: c, ref: 'c', line: 'box -c' }),
    );
    expect(body.changeset).toMatchObject({ counts: { added: 1, changed: 1, removed: 1 } });
  });

  test('“`no_base` (sent without a base revision)”; “`expectedRev` alone raises no `no_base`”', async () => {
    const place = await stage.drawn(flow);
    const codes = async (more: object): Promise<unknown[]> => {
      const { body } = await stage.send(place, 'set a fill=red', more, '?dryRun=1');
      return body.results.flatMap(({ mark, code }) => (mark === '!' ? [code] : []));
    };
    expect([await codes({}), await codes({ baseRev: 1 }), await codes({ expectedRev: 1 })]).toEqual([['no_base'], [], []]);
  });
});

describe('the base of a changeset', () => {
  test('“other people’s later changes are fine unless they touched a target”; “the caller’s own too”', async () => {
    const place = await stage.drawn(flow);
    expect((await stage.send(place, 'set a fill=red', { baseRev: 1 })).status).toBe(201);
    await stage.expectRefused({ ...place, rev: 2 }, 'set b fill=red\nset a note=x', {
      code: 'changeset_conflict',
      message: expect.stringMatching(/^Changed since rev 1: a \("Ada", rev 2\)\.$/) as unknown,
      elements: [{ ref: 'a', rev: 2, by: 'Ada' }],
    }, { baseRev: 1 }); // prettier-ignore
    const { status, body } = await stage.send(place, 'set b fill=red\nadd square id=n right-of:a', { baseRev: 1 });
    expect([status, body.changeset]).toMatchObject([201, { previousRev: 2, rev: 3, rebasedOver: 1 }]);
    expect((await stage.send(place, 'set c fill=red')).body.changeset).toMatchObject({ rev: 4, rebasedOver: 0 });
  });

  test('“not at those they are placed beside”; “A `baseRev` above the tab’s rev is refused with it too”; “`expectedRev`: refuse”', async () => {
    const place = { ...(await stage.drawn(flow)), rev: 2 };
    await stage.send(place, 'move a by=0,200', { baseRev: 1 });
    expect((await stage.send(place, 'move c below:a', { baseRev: 1 }, '?dryRun=1')).status).toBe(200);
    const conflict = { code: 'changeset_conflict' } as const;
    await stage.expectRefused(place, 'set c fill=red', { ...conflict, expected: 9, actual: 2 }, { baseRev: 9 });
    await stage.expectRefused(place, 'set c fill=red', { ...conflict, expected: 1, actual: 2 }, { baseRev: 2, expectedRev: 1 });
  });

  test('what a person changed in an editor counts as a change of the target', async () => {
    const place = await stage.drawn(flow);
    const c = stage.hers.element(place.tab, 'c')!;
    stage.hers.put(place.tab, { ...c, label: 'Hers' });
    await stage.hers.saved();
    const refused = await stage.expectRefused(
      { ...place, rev: 2 },
      'set c fill=red',
      { code: 'changeset_conflict', elements: [{ ref: 'c', rev: 2, by: 'Grace' }] },
      { baseRev: 1 },
    );
    expect(refused.errors[0]?.hint).toBe(
      'view=diff&since=1 shows what changed. To build on it, send the changeset again with baseRev 2.',
    );
  });
});

describe('a whole-tab replace', () => {
  const put = async <T = ChangesetAnswer>({ id, tab }: LanguageTab, operations: string, more: object = {}) =>
    stage.api.call<T>('PUT', `/documents/${id}/tabs/${tab}`, { operations, ...more });

  test('“the tab ends up with just what the operations make”; “an element whose slug exists keeps its id”', async () => {
    const place = await stage.drawn(flow);
    const [a, first] = ['a', 'first'].map((slug) => stage.editor.element(place.tab, slug)!.id);
    const operations = 'add square id=a label=Begin\nadd circle id=n label=New\nconnect a -> n id=first';
    const { status, body } = await put(place, operations, { baseRev: 1 });
    expect([status, body.changeset]).toMatchObject([201, { rev: 2, counts: { added: 1, changed: 2, removed: 3 } }]);
    await stage.expectSame(place);
    const { elements } = await stage.read(place);
    expect(elements.map(({ id }) => id)).toEqual(expect.arrayContaining([a, first]));
    expect(elements).toHaveLength(3);
  });

  test('“all that carries no placement is laid out”, and what carries one stays there', async () => {
    const place = await stage.drawn('');
    const { status } = await put(place, 'add square id=p at:1000,1000\nadd square id=q\nadd square id=r\nconnect q -> r');
    expect(status).toBe(201);
    await stage.expectSame(place);
    const box = (slug: string) => stage.editor.element(place.tab, slug) as unknown as { x: number; y: number };
    expect([box('p').x, box('p').y]).toEqual([1000, 1000]);
    expect([box('r').x, box('r').y > box('q').y]).toEqual([box('q').x, true]);
  });

  test('`view=lines` gives the operations that draw the same tab again: then nothing changes', async () => {
    const place = await stage.drawn(`${framed}\nset a fill=red note="two\\nlines"\nconnect a -> c line=curved label=long`);
    const { body: lines } = await stage.api.call<string>('GET', `/documents/${place.id}/tabs/${place.tab}?view=lines`);
    const { status, body } = await put(place, lines, { baseRev: 1 });
    expect([status, body.text]).toEqual([200, 'nothing changed']);
  });
});

describe('locks and limits', () => {
  const settings = ({ id, tab }: LanguageTab, body: object) => stage.api.call('PATCH', `/documents/${id}/tabs/${tab}`, body);

  test('“A changeset on a locked tab, or changing an element on a locked layer, is refused with `element_locked`”', async () => {
    const place = await stage.drawn(flow);
    const layers = [{ id: 'base', name: 'Base', locked: false, hidden: false }];
    expect((await settings(place, { layers })).status).toBe(200);
    expect((await stage.send(place, 'set b layer=base', { baseRev: 1 })).status).toBe(201);
    expect((await settings(place, { layers: [{ ...layers[0], locked: true }] })).status).toBe(200);
    const layersOf = () => readTab(stage.editor.doc, place.tab)?.layers ?? [];
    await until(() => layersOf()[0]?.locked === true, 3_000, 'the editor does not hear of the layer');
    const there = { ...place, rev: (await stage.read(place)).tab.rev };
    await stage.expectRefused(there, 'set b fill=red', {
      code: 'element_locked',
      elements: ['b'],
      message: 'b is on a locked layer.',
    });
    await stage.expectRefused(there, 'set a layer=base', { code: 'element_locked' });
    expect((await settings(place, { locked: true })).status).toBe(200);
    await until(() => readTab(stage.editor.doc, place.tab)?.locked === true, 3_000, 'the editor does not hear of the lock');
    await stage.expectRefused(there, 'set a fill=red', { code: 'element_locked', message: 'The tab is locked.' });
    await stage.expectRefused(there, 'add square', { code: 'element_locked' });
  });

  test('“reverting the changeset that locked an element unlocks it”', async () => {
    const place = await stage.drawn(flow);
    const { body } = await stage.send(place, 'set a locked=true', { baseRev: 1 });
    const there = { ...place, rev: 2 };
    await stage.expectRefused(there, 'set a fill=red', { code: 'element_locked', elements: ['a'] });
    const path = `/documents/${place.id}/changesets/${body.changeset!.id}/revert`;
    expect((await stage.api.call('POST', path)).status).toBe(201);
    await stage.expectApplied({ ...place, rev: 3 }, 'set a fill=red', ['~ a fill unset→red']);
  });

  test('“`add plan-board` makes To do, Doing, Done with fresh status ids”; ids are “`<slug>~<suffix>`”', async () => {
    const place = await stage.drawn('add plan-board label="Sprint"\nadd plan-board label="Next sprint"');
    const { elements } = await stage.read(place);
    expect(elements.map(({ id }) => id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^sprint~[0-9a-z]{8}$/), expect.stringMatching(/^next-sprint~[0-9a-z]{8}$/)]),
    );
    const columns = elements.flatMap((element) => (element.type === 'shape' ? (element.planBoard?.columns ?? []) : []));
    expect(columns.map(({ name }) => name)).toEqual(['To do', 'Doing', 'Done', 'To do', 'Doing', 'Done']);
    expect(columns.map(({ status }) => status.split('~')[0]).slice(0, 3)).toEqual(['to-do', 'doing', 'done']);
    expect(new Set(columns.map(({ status }) => status)).size).toBe(6);
  });

  const tooLarge = 'too_large' as const;
  const sizes: readonly Case[] = [
    {
      cites: 'A changeset holds at most 500 operations',
      send: 'add square\n'.repeat(limits.operationsPerChangeset + 1),
      refused: { code: tooLarge, operation: 500, line: 501, limit: 500 },
    },
    {
      cites: 'a line of the line form is at most 16,384 characters',
      send: `add square\nadd square note="${'x'.repeat(limits.charactersPerLine)}"`,
      refused: { code: tooLarge, operation: 1, line: 2, limit: limits.charactersPerLine },
    },
    {
      cites: '64 KiB an element',
      send: [
        { op: 'add', kind: 'table', fields: { columns: ['c'], rows: Array.from({ length: 40 }, () => ['€'.repeat(1_900)]) } },
      ],
      refused: { code: tooLarge, operation: 0, limit: limits.bytesPerElement },
    },
    {
      cites: 'an arrow pinned to a missing element is `invalid_result`',
      before: flow,
      send: [{ op: 'add', element: { type: 'arrow', from: { element: 'a' }, to: { element: 'gone~00000000' } } }],
      refused: { code: 'invalid_result', operation: 0, elements: ['gone~00000000'] },
    },
  ];

  for (const sentence of sizes) test(`“${sentence.cites}”`, () => stage.prove(sentence));

  test('“Unparseable lines are all reported together, up to ten”, with their columns', async () => {
    const place = await stage.drawn('');
    const { status, body } = await stage.send<LanguageRefusal>(place, 'add square\n\nconnect a b\n  set a\nmove a\nrm');
    expect([status, body.errors.map(({ operation, line, column }) => [operation, line, column])]).toEqual([
      400,
      [[1, 3, 9], [2, 4, 8], [3, 5, 7], [4, 6, 3]],
    ]); // prettier-ignore
  });
});
