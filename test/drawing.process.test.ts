import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Box, Element } from '#schema/element.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';

import type { ApiAnswer, Api } from './harness/api.ts';
import { type TestEditor, until } from './harness/editor.ts';
import { resultLines } from './harness/result-lines.ts';
import { type Solo, startSolo } from './harness/solo.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

type Place = { readonly id: string; readonly tab: string };
type Refused = {
  readonly code: string;
  readonly errors: readonly { readonly elements?: readonly unknown[] }[];
  readonly rev: number;
};

let solo: Solo;
let api: Api;

beforeAll(async () => {
  solo = await startSolo('drawing');
  ({ api } = solo);
});

afterAll(() => solo.stop());

async function openEditor(place: Place): Promise<TestEditor> {
  const editor = solo.open(place.id);
  await editor.synced();
  return editor;
}

const replace = <T = ChangesetAnswer>(place: Place, operations: string | object[], more: object = {}): Promise<ApiAnswer<T>> =>
  api.call('PUT', `/documents/${place.id}/tabs/${place.tab}`, { operations, ...more });

const seen = async (editor: TestEditor, place: Place, slug: string, holds: (element: Element) => boolean): Promise<Element> => {
  await until(() => {
    const element = editor.element(place.tab, slug);
    return element !== undefined && holds(element);
  }, 2_000, `${slug} is not on the screen`); // prettier-ignore
  return editor.element(place.tab, slug)!;
};

const row =
  'add square id=a label=A\nadd square id=b label=B right-of:a gap:40\nadd square id=c label=C right-of:b\nconnect a -> b label=first\nconnect b -> c';

describe('insert and wrap', () => {
  test('the moves of an insert reach editors and the answer, and a dry run answers the same', async () => {
    const place = await api.createDocument();
    await api.changeset(place, row, { baseRev: 0 });
    const editor = await openEditor(place);
    const dry = await api.changeset(place, 'insert diamond id=m label="Check" between a b', { baseRev: 1 }, '?dryRun=1');
    const { status, body } = await api.changeset(place, 'insert diamond id=m label="Check" between a b', { baseRev: 1 });
    expect(status).toBe(201);
    const lines = body.text.split('\n');
    expect(resultLines(body.text)).toEqual([
      '+ m diamond "Check" at 200,-10 160×100',
      '~ first to b→m',
      '+ arrow-2 arrow m -> b',
      '» b x 200→400 (made room for m)',
      '» c x 400→600 (made room for m)',
    ]);
    const [page, last] = lines.slice(-2);
    expect([page, last]).toEqual([`page: ${body.changeset!.url}`, expect.stringMatching(/^rev 1→2 · /)]);
    expect(dry.body.text.split('\n').slice(0, -1)).toEqual(lines.slice(0, -2));
    expect(body.changeset?.counts).toEqual({ added: 2, changed: 3, removed: 0 });
    await seen(editor, place, 'c', (element) => (element as Box).x === 600);
    expect(editor.notices.at(-1)).toMatchObject({ counts: { added: 2, changed: 3, removed: 0 } });
  });

  test('a wrap that would capture other boxes is refused with their names, and nothing is applied', async () => {
    const place = await api.createDocument();
    await api.changeset(place, row, { baseRev: 0 });
    const editor = await openEditor(place);
    const before = canonicalJson(editor.doc);
    const refused = (await api.changeset(place, 'wrap a c in frame label="Core"', {
      baseRev: 1,
    })) as unknown as ApiAnswer<Refused>;
    expect([refused.status, refused.body.code, refused.body.errors[0]?.elements, refused.body.rev]).toEqual([
      409,
      'frame_captures',
      ['b'],
      1,
    ]);
    expect(canonicalJson(editor.doc)).toBe(before);
    const made = await api.changeset(place, 'wrap a c in frame label="Core" make-room', { baseRev: 1 });
    expect(made.body.text).toContain('» b y 0→140 (made room for core)');
    await seen(editor, place, 'b', (element) => (element as Box).y === 140);
  });
});

describe('whole-tab replace', () => {
  test('elements that keep their slug keep their id, and all others are added or removed in one changeset, in every editor', async () => {
    const place = await api.createDocument();
    await api.changeset(place, row, { baseRev: 0 });
    const editor = await openEditor(place);
    const a = editor.element(place.tab, 'a')!;
    const { status, body } = await replace(
      place,
      'add circle id=a label=A at:0,0\nadd square id=d label=D at:300,0\nconnect a -> d',
      {
        baseRev: 1,
        summary: 'anew',
      },
    );
    expect([status, body.changeset?.rev, body.changeset?.previousRev, body.changeset?.summary]).toEqual([201, 2, 1, 'anew']);
    expect(body.changeset?.counts).toEqual({ added: 1, changed: 2, removed: 3 });
    const now = await seen(editor, place, 'a', (element) => element.type === 'shape' && element.shape === 'circle');
    expect(now.id).toBe(a.id);
    await until(() => editor.element(place.tab, 'b') === undefined, 2_000, 'b is still there');
    expect(editor.notices.at(-1)).toMatchObject({ id: body.changeset?.id, counts: { added: 1, changed: 2, removed: 3 } });
    const id = body.changeset?.id;
    expect(body.text.split('\n').at(-1)).toBe(
      `rev 1→2 · ${id} · lint ${body.lint.verdict} · atelier changeset revert ${place.id} ${id}`,
    );
  });

  test('elements without a placement are laid out, and repeating the replacement changes nothing', async () => {
    const place = await api.createDocument();
    const operations =
      'add square id=a label=A\nadd square id=b label=B\nadd square id=c label=C\nconnect a -> b\nconnect a -> c';
    const { status, body } = await replace(place, operations, { baseRev: 0 });
    expect([status, body.lint.summary.crossings, body.lint.summary.overlaps]).toEqual([201, 0, 0]);
    const editor = await openEditor(place);
    const [a, b, c] = ['a', 'b', 'c'].map((slug) => editor.element(place.tab, slug)) as [Box, Box, Box];
    expect(a.y < b.y && b.y === c.y && b.x !== c.x).toBe(true);
    const again = await replace(place, operations, { baseRev: 1 });
    expect([again.status, again.body.changeset, again.body.text]).toEqual([200, null, 'nothing changed']);
    const made = await api.call<{ tab: { rev: number } }>('GET', `/documents/${place.id}/tabs/${place.tab}`);
    expect(made.body.tab.rev).toBe(1);
  });

  test('an element that was added since the base revision is a conflict, and nothing is applied', async () => {
    const place = await api.createDocument();
    await api.changeset(place, row, { baseRev: 0 });
    await api.changeset(place, 'add square id=later', { baseRev: 1 });
    const { status, body } = await replace<Refused>(place, 'add square id=a', { baseRev: 1 });
    expect([status, body.code, body.errors[0]?.elements]).toMatchObject([409, 'changeset_conflict', [{ ref: 'later', rev: 2 }]]);
  });

  test('a locked tab and a locked element are refused with element_locked', async () => {
    const place = await api.createDocument();
    await api.changeset(place, 'add square id=a locked=true', { baseRev: 0 });
    expect(await replace<Refused>(place, '')).toMatchObject({
      status: 409,
      body: { code: 'element_locked', errors: [{ elements: ['a'] }] },
    });
    const empty = await api.createDocument();
    await api.call('PATCH', `/documents/${empty.id}/tabs/${empty.tab}`, { locked: true });
    expect(await replace<Refused>(empty, 'add square')).toMatchObject({ status: 409, body: { code: 'element_locked' } });
  });

  test('operations are validated like those of a changeset, also as JSON, and bodies are strict', async () => {
    const place = await api.createDocument();
    expect(await replace<Refused>(place, 'ad square')).toMatchObject({ status: 400, body: { code: 'unknown_operation' } });
    expect(await replace<Refused>(place, 'add square', { expectedRev: 0 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(await replace(place, [{ op: 'add', kind: 'square', id: 'a' }])).toMatchObject({
      status: 201,
      body: { changeset: { rev: 1 } },
    });
    expect((await api.call('PUT', `/documents/${place.id}/tabs/tab_00000000000000000000`, { operations: '' })).status).toBe(404);
  });
});
