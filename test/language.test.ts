/** The whole changeset language through REST: every operation in both forms, and every refusal, beside an open editor. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Operation } from '#core/changeset/schema.ts';
import { operationKinds } from '#core/ops/list.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { type ErrorCode, errors } from '#schema/errors.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type Answer, Api } from './harness/api.ts';
import { Browser } from './harness/browser.ts';
import { TestEditor, until } from './harness/editor.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addMember, addPerson } from './harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

type Place = { readonly id: string; readonly tab: string };
type Operations = string | readonly object[];
type Reading = { readonly tab: { readonly rev: number }; readonly elements: readonly Element[] };
type Refusal = {
  readonly code: string;
  readonly status: number;
  readonly rev: number;
  readonly errors: readonly (Readonly<Record<string, unknown>> & { readonly code: string; readonly hint: string })[];
};

let folder: TemporaryFolder;
let storage: Storage;
let node: NodeProcess;
let api: Api;
let documentId: string;
let editor: TestEditor;
let grace: Browser;
let hers: TestEditor;

beforeAll(async () => {
  folder = temporaryFolder('language');
  storage = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(storage, 'Ada');
  node = await startNodeProcess({ DATA_DIR: folder.path });
  api = new Api(node.url, ada.token);
  documentId = (await api.createDocument()).id;
  editor = new TestEditor({ url: node.url, documentId, credential: ada.token });
  grace = await Browser.signIn(node.url, storage, 'Grace');
  await addMember(storage, documentId, grace.userId, 'editor');
  hers = new TestEditor({ url: node.url, documentId, credential: await grace.ticket(documentId) });
  await Promise.all([editor.synced(), hers.synced()]);
});

afterAll(async () => {
  editor.destroy();
  hers.destroy();
  await node.kill('SIGTERM');
  expect(node.exitCode()).toBe(0);
  await storage.close();
  folder.remove();
});

/** A new tab of the document, drawn with these lines, at revision 1. */
async function drawnTab(operations: string): Promise<Place> {
  const { status, body } = await api.call<{ tab: { id: string } }>('POST', `/documents/${documentId}/tabs`, {
    name: 'Drawn',
    operations,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: documentId, tab: body.tab.id };
}

const send = <T = ChangesetAnswer>(place: Place, operations: Operations, more: object = {}, query = ''): Promise<Answer<T>> =>
  api.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets${query}`, { operations, ...more });

const read = async (place: Place): Promise<Reading> =>
  (await api.call<Reading>('GET', `/documents/${place.id}/tabs/${place.tab}`)).body;

/** The elements of the reading as they are stored: without the ref, and what a view adds to arrows. */
function storedIn({ elements }: Reading, there: ReadonlyMap<string, Element>): unknown[] {
  return elements.map((view) => {
    const { ref: _ref, ...element } = view as Element & { ref: string };
    const stored = there.get(view.id);
    if (!isArrow(element) || stored === undefined || !isArrow(stored)) return element;
    const { x: _x, y: _y, width: _width, height: _height, ...arrow } = element as typeof element & Record<string, unknown>;
    // A view shows the side of a pinned end that the stored arrow leaves open.
    return { ...arrow, from: onlyOf(stored.from, arrow.from), to: onlyOf(stored.to, arrow.to) };
  });
}

const onlyOf = (stored: object, view: object): object =>
  Object.fromEntries(Object.entries(view).filter(([name]) => name !== 'side' || 'side' in stored));

const byId = (elements: readonly unknown[]): unknown[] =>
  (elements as Element[]).toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** Resolves when the editor's document holds just what REST reads. */
async function expectSame(place: Place): Promise<void> {
  const reading = await read(place);
  const held = (): ReadonlyMap<string, Element> => readTab(editor.doc, place.tab)?.elements ?? new Map();
  const same = (): boolean => {
    try {
      expect(byId([...held().values()])).toEqual(byId(storedIn(reading, held())));
      return true;
    } catch {
      return false;
    }
  };
  await until(same, 3_000, 'the editor does not show what REST reads').catch(() => undefined);
  expect(byId([...held().values()])).toEqual(byId(storedIn(reading, held())));
}

const flow = `add square id=a label=A at:0,0
add square id=b label=B at:400,0
add square id=c label=C at:800,0
connect a -> b id=first
connect b -> c id=second`;

type Case = {
  readonly says: string;
  readonly before?: string;
  readonly line: string;
  readonly json: readonly Operation[];
  readonly prints: readonly string[];
};

/** One case at least for each operation. */
const cases: readonly Case[] = [
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
    says: 'add carries a whole element',
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
    says: 'rm takes the arrows along that are pinned to what it removes',
    line: 'rm b',
    json: [{ op: 'rm', target: 'b' }],
    prints: ['- b square "B"', '- first arrow a -> b (pinned to b)', '- second arrow b -> c (pinned to b)'],
  },
  {
    says: 'rm with keep-arrows leaves them there with free ends',
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
    says: 'connect draws an arrow that is pinned at both ends',
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
    says: 'insert makes two arrows of one, and room for the new element',
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
    says: 'unwrap takes the frame away and leaves its members where they are',
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
    says: 'test lets the rest happen while the element holds the values',
    line: 'test a label=A fill=\nset a fill=blue',
    json: [
      { op: 'test', target: 'a', fields: { label: 'A', fill: null } },
      { op: 'set', target: 'a', fields: { fill: 'blue' } },
    ],
    prints: ['~ a fill unset→blue'],
  },
];

describe('every operation, by line and as JSON', () => {
  for (const { says, before = flow, line, json, prints } of cases) {
    test(`${says}; the dry run prints the same lines, and an editor then shows what REST reads`, async () => {
      const mixed = json.map((operation) => `\n# As JSON\n${JSON.stringify(operation)}`).join('\n');
      for (const operations of [line, json, mixed]) {
        const place = await drawnTab(before);
        await expectSame(place);
        const unchanged = canonicalJson(editor.doc);
        const dry = await send(place, operations, { baseRev: 1 }, '?dryRun=1');
        expect([dry.status, dry.body.changeset, dry.body.dryRun]).toEqual([200, null, true]);
        const { status, body } = await send(place, operations, { baseRev: 1 });
        expect([status, body.changeset?.previousRev, body.changeset?.rev]).toEqual([201, 1, 2]);
        const printed = body.text.split('\n');
        expect(printed.slice(0, -1)).toEqual(prints);
        expect(body.results.map((result) => result.line)).toEqual(prints);
        expect(dry.body.results.map((result) => result.line)).toEqual(prints);
        expect(dry.body.text.split('\n')).toEqual([...prints, `dry run · rev 1→2 · lint ${body.lint.verdict}`]);
        const id = body.changeset?.id;
        expect(printed.at(-1)).toBe(`rev 1→2 · ${id} · lint ${body.lint.verdict} · atelier changeset revert ${place.id} ${id}`);
        await expectSame(place);
        expect(canonicalJson(editor.doc)).not.toBe(unchanged);
      }
    });
  }

  test('no operation of the language is left out', () => {
    const tried = new Set(cases.flatMap(({ json }) => json.map(({ op }) => op)));
    expect([...tried].toSorted()).toEqual(operationKinds.map(({ name }) => name).toSorted());
  });
});

type RefusedCase = {
  readonly code: ErrorCode;
  readonly status: number;
  readonly says: string;
  readonly before?: string;
  readonly operations: Operations;
  readonly more?: object;
  /** What the first error carries besides code, message and hint. */
  readonly error: object;
};

/** The operation that is refused is the second of them: the first must not be applied either. */
const refusedCases: readonly RefusedCase[] = [
  {
    code: 'parse_error',
    status: 400,
    says: 'names line and column, and what was expected there',
    operations: 'set a fill=red\nconnect a b',
    error: { operation: 1, line: 2, column: 9, message: 'Line 2, column 9: expected <a> -> <b>.' },
  },
  {
    code: 'unknown_operation',
    status: 400,
    says: 'lists the operations',
    operations: 'set a fill=red\npaint a red',
    error: { operation: 1, line: 2, allowed: operationKinds.map(({ name }) => name) },
  },
  {
    code: 'target_not_found',
    status: 400,
    says: 'names the nearest labels',
    before: `${flow}\nadd square id=d label="Order desk"`,
    operations: 'set a fill=red\nrm "Order dsk"',
    error: { operation: 1, line: 2, nearest: ['Order desk'] },
  },
  {
    code: 'target_ambiguous',
    status: 400,
    says: 'lists the candidates',
    operations: 'set a fill=red\nset type:shape fill=red',
    error: { operation: 1, line: 2, candidates: [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }] },
  },
  {
    code: 'unknown_field',
    status: 400,
    says: 'lists the fields of the kind',
    operations: 'set a fill=red\nset b colour=red',
    error: { operation: 1, line: 2, fields: expect.arrayContaining(['label', 'fill', 'stroke']) },
  },
  {
    code: 'invalid_value',
    status: 400,
    says: 'lists the values that are allowed',
    operations: 'set a fill=red\nset b text=huge',
    error: { operation: 1, line: 2, field: 'text', allowed: expect.arrayContaining(['sm', 'md', 'lg']) },
  },
  {
    code: 'id_taken',
    status: 409,
    says: 'suggests an id that is free',
    operations: 'set a fill=red\nadd square id=b',
    error: { operation: 1, line: 2, suggestion: 'b-2' },
  },
  {
    code: 'arrow_exists',
    status: 409,
    says: 'stands where a second arrow was not asked for',
    operations: 'set a fill=red\nconnect a -> b',
    error: { operation: 1, line: 2, elements: ['first'] },
  },
  {
    code: 'not_connected',
    status: 409,
    says: 'stands where no arrow leads from the one to the other',
    operations: 'set a fill=red\ninsert square between a c',
    error: { operation: 1, line: 2 },
  },
  {
    code: 'frame_captures',
    status: 409,
    says: 'names the bystanders',
    operations: 'set a fill=red\nwrap a c in frame',
    error: { operation: 1, line: 2, elements: ['b'] },
  },
  {
    code: 'element_locked',
    status: 409,
    says: 'names the locked element',
    before: `${flow}\nset b locked=true`,
    operations: 'set a fill=red\nmove b by=0,10',
    error: { operation: 1, line: 2, elements: ['b'] },
  },
  {
    code: 'test_failed',
    status: 409,
    says: 'shows what was expected and what is there',
    operations: 'set a fill=red\ntest b label=Other',
    error: { operation: 1, line: 2, expected: { label: 'Other' }, actual: { label: 'B' } },
  },
  {
    code: 'changeset_conflict',
    status: 409,
    says: 'names the target that changed since the base revision',
    operations: 'set a fill=red',
    more: { baseRev: 0 },
    error: { elements: [{ ref: 'a', rev: 1 }] },
  },
  {
    code: 'too_large',
    status: 413,
    says: 'tells the limit',
    operations: Array.from({ length: 501 }, () => ({ op: 'set', target: 'a', fields: { fill: 'red' } })),
    error: { operation: 500, limit: 500 },
  },
  {
    code: 'invalid_result',
    status: 422,
    says: 'stands where an arrow would be pinned to what is not there',
    operations:
      'set a fill=red\n{"op":"add","element":{"type":"arrow","id":"lost","from":{"element":"gone"},"to":{"x":0,"y":0}}}',
    error: { operation: 1, line: 2, elements: ['gone'] },
  },
];

describe('every refusal of a changeset', () => {
  /** The same refusal for a dry run and the write; neither leaves a trace. */
  async function expectRefused(place: Place, { code, status, operations, more = {}, error }: RefusedCase): Promise<Refusal> {
    const [before, reading] = [canonicalJson(editor.doc), await read(place)];
    const bodies: Refusal[] = [];
    for (const query of ['?dryRun=1', '']) {
      const answer = await send<Refusal>(place, operations, { baseRev: 1, ...more }, query);
      expect([query, answer.status, answer.body]).toMatchObject([query, status, { status, code, rev: 1 }]);
      const [first] = answer.body.errors;
      expect(first).toMatchObject({ ...error, code });
      for (const { message, hint } of answer.body.errors) expect([message, hint]).not.toContain('');
      bodies.push(answer.body);
    }
    const [dry, written] = bodies as [Refusal, Refusal];
    expect(dry.errors).toEqual(written.errors);
    expect(await read(place)).toEqual(reading);
    await expectSame(place);
    expect(canonicalJson(editor.doc)).toBe(before);
    return written;
  }

  for (const refused of refusedCases) {
    test(`${refused.code} is ${refused.status}, ${refused.says}, and nothing is applied`, async () => {
      const place = await drawnTab(refused.before ?? flow);
      await expectSame(place);
      await expectRefused(place, refused);
    });
  }

  test('parse errors and unknown operations are reported together, up to ten', async () => {
    const place = await drawnTab(flow);
    const { status, body } = await send<Refusal>(place, 'rm "open\npaint a\n'.repeat(8));
    expect([status, body.code, body.errors.map(({ code }) => code)]).toEqual([
      400,
      'parse_error',
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'parse_error' : 'unknown_operation')),
    ]);
  });

  test('elements_held is 409 and names who has them selected, and nothing is applied', async () => {
    const place = await drawnTab(flow);
    await expectSame(place);
    const id = editor.element(place.tab, 'b')!.id;
    hers.provider.awareness?.setLocalState({ tab: place.tab, selection: [id] });
    const dry = async (): Promise<number> => (await send(place, 'set b fill=red', {}, '?dryRun=1')).status;
    await until(async () => (await dry()) === 409, 5_000, 'the selection is not seen');
    const error = { elements: [{ id, ref: 'b', by: 'Grace' }] };
    const operations = 'set a fill=red\nset b fill=red';
    await expectRefused(place, { code: 'elements_held', status: 409, says: '', operations, error });
    hers.provider.awareness?.setLocalState({ tab: place.tab, selection: [] });
    await until(async () => (await dry()) === 200, 5_000, 'it is not released');
  });

  test('the error table has the statuses that are promised', () => {
    for (const { code, status } of refusedCases) expect([code, errors[code].status]).toEqual([code, status]);
  });
});
