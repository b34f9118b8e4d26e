/**
 * People who edit pages and their contents in editors, and agents who create, arrange and fill pages with
 * `illustrate`, all on one tab at the same time. Afterwards all must have the same pages, those of the journal.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { expect } from 'vitest';
import * as Y from 'yjs';

import { newElementSuffix, newId } from '#schema/ids.ts';
import type { IllustrateAnswer } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import type { StorageConfig } from '#storage/storage.ts';

import { canonicalOf, type ColdTab, readColdAt } from '../crash/cold-journal.ts';
import { Api, type ApiAnswer } from '../harness/api.ts';
import { TestEditor, until } from '../harness/editor.ts';
import type { SeededRandom } from '../harness/random.ts';

export type Together = {
  /** One or more nodes with the same storage. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly storage: StorageConfig;
  readonly random: SeededRandom;
  readonly editorsPerNode: number;
  readonly agentsPerNode: number;
  /** Per editor, and per agent. */
  readonly edits: number;
  readonly calls: number;
};

/** Generous, as only the result counts. */
const soonMs = 30_000;

export async function drawTogether(together: Together): Promise<void> {
  const { urls, token, storage, random } = together;
  const apis = urls.map((url) => new Api(url, token));
  const place = await apis[0]!.createDocument('Together');
  await illustrate(apis[0]!, place, { pages: [{ op: 'add', kind: 'slide', name: 'First' }] });
  const editors = urls.flatMap((url) =>
    Array.from({ length: together.editorsPerNode }, () => new TestEditor({ url, documentId: place.id, credential: token })),
  );
  try {
    await Promise.all(editors.map((editor) => editor.synced(soonMs)));
    const people = editors.map((editor) => editPages(editor, place, random.fork(), together.edits));
    const agents = apis.flatMap((api) =>
      Array.from({ length: together.agentsPerNode }, () => callAtRandom(api, place, random.fork(), together.calls)),
    );
    await Promise.all(people);
    const revs = (await Promise.all(agents)).flat();
    await Promise.all(editors.map((editor) => editor.saved(soonMs)));

    expect(revs.length, 'calls that changed something').toBeGreaterThan(0);
    expect(new Set(revs).size, 'each has a revision of its own').toBe(revs.length);
    const cold = await readColdAt(storage, place);
    expect([cold.hasHoles, cold.skipped]).toEqual([false, 0]);
    const journal = canonicalOf(cold);
    for (const editor of editors)
      await until(() => canonicalJson(editor.doc) === journal, soonMs, 'an editor shows something else than the journal');
    for (const { closeCodes } of editors) expect(closeCodes).toEqual([]);
    const shown = readTab(cold.doc, place.tab)?.pages;
    for (const api of apis) expect(await pagesOf(api, place)).toEqual(shown);
    await expectRow(apis.at(-1)!, place);
    const last = canonicalOf(await readColdAt(storage, place));
    for (const editor of editors) await until(() => canonicalJson(editor.doc) === last, soonMs, 'the last call does not arrive');
  } finally {
    for (const editor of editors) editor.destroy();
  }
}

/** Whatever the editors did to the row, the next call that opens a gap at its start puts all pages next to each other. */
async function expectRow(api: Api, place: ColdTab): Promise<void> {
  const { status, body } = await illustrate(api, place, { pages: [{ op: 'add', kind: 'logo', at: 1 }] });
  expect([status, body]).toMatchObject([200, { changeset: {} }]);
  const pages = await pagesOf(api, place);
  expect(body.pages).toEqual(pages);
  for (const [index, { rect, place: at }] of pages.entries()) {
    expect(at).toBe(index + 1);
    const before = pages[index - 1]?.rect;
    if (before !== undefined) expect(rect.x).toBeGreaterThanOrEqual(before.x + before.width);
  }
}

const pagesOf = async (api: Api, { id, tab }: ColdTab): Promise<readonly Page[]> =>
  (await api.call<{ pages: Page[] }>('GET', `/documents/${id}/tabs/${tab}`)).body.pages;

/** Repeats a call that was outrun by other writes. */
async function illustrate(api: Api, place: ColdTab, body: object): Promise<ApiAnswer<IllustrateAnswer>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await api.call<IllustrateAnswer>('POST', `/documents/${place.id}/tabs/${place.tab}/illustrate`, body);
    if (answer.status !== 503 || attempt === 20) return answer;
    await sleep(100 * attempt);
  }
}

/** The revisions of its calls. */
async function callAtRandom(api: Api, place: ColdTab, random: SeededRandom, calls: number): Promise<number[]> {
  const revs: number[] = [];
  let known = 0;
  for (let call = 0; call < calls; call += 1) {
    const page = random.integer(1, 4);
    const changes = [
      { op: 'add', kind: random.pick(['slide', 'infographic']), at: random.integer(1, 4) },
      { op: 'set', page, name: `Page ${random.integer(1, 9)}`, background: random.pick([null, '#dbeafe']) },
      { op: 'set', page, size: '4:3' },
      { op: 'layout', page, layout: random.pick(['grid', 'title-body', 'two-columns']) },
      { op: 'move', page, at: random.integer(1, 4) },
      { op: 'duplicate', page },
      { op: 'delete', page: random.integer(3, 9) },
    ];
    const body = random.chance(0.2)
      ? { article: { markdown: `# Notes\n\n${'Some words of an agent. '.repeat(random.integer(1, 300))}` } }
      : { pages: [random.pick(changes), random.pick(changes)] };
    const based = random.chance(0.3) ? { ...body, baseRev: known } : body;
    const { status, body: answer } = await illustrate(api, place, based);
    // A missing page, a size of another kind, an ambiguous name, or a change since the base: all are expected refusals.
    expect([200, 400, 404, 409], JSON.stringify(answer)).toContain(status);
    if (status === 200 && answer.changeset !== null) {
      revs.push(answer.changeset.rev);
      known = answer.changeset.rev;
    }
    await sleep(random.integer(0, 10));
  }
  return revs;
}

async function editPages({ doc }: TestEditor, { tab }: ColdTab, random: SeededRandom, edits: number): Promise<void> {
  for (let edit = 0; edit < edits; edit += 1) {
    const map = mapIn(rootMap(doc, 'tabs'), tab);
    const [pages, elements] = [mapIn(map, 'pages'), mapIn(map, 'elements')];
    if (pages !== null && elements !== null)
      doc.transact(() =>
        random.pick([addPage, changePage, changePage, removePage, addBox, addBox, moveBox])(pages, elements, random),
      );
    await sleep(random.integer(0, 15));
  }
}

type Action = (pages: Y.Map<unknown>, elements: Y.Map<unknown>, random: SeededRandom) => void;

/** Null if there is none. */
const anyOf = (map: Y.Map<unknown>, random: SeededRandom): string | null =>
  map.size === 0 ? null : random.pick([...map.keys()]);
const rectOf = (random: SeededRandom) => ({ x: random.integer(0, 4_000), y: random.integer(0, 400), width: 1_280, height: 720 });

const addPage: Action = (pages, _elements, random) => {
  if (pages.size > 12) return;
  const page = {
    kind: 'slide',
    name: `By hand ${random.integer(1, 9)}`,
    size: '16:9',
    orientation: 'landscape',
    layout: 'blank',
  };
  pages.set(newId('page'), { ...page, background: null, rect: rectOf(random), order: `a${random.integer(0, 9)}` });
};

const changePage: Action = (pages, _elements, random) => {
  const id = anyOf(pages, random);
  const page = pages.get(id ?? '');
  if (id === null || typeof page !== 'object') return;
  const change = random.pick([
    { name: `Hand ${random.integer(1, 9)}` },
    { rect: rectOf(random) },
    { order: `a${random.integer(0, 9)}` },
    { background: ['#ffffff', '#fde68a'] },
  ]);
  pages.set(id, { ...page, ...change });
};

const removePage: Action = (pages, _elements, random) => {
  const id = anyOf(pages, random);
  if (id !== null && pages.size > 2) pages.delete(id);
};

const addBox: Action = (pages, elements, random) => {
  const page = pages.get(anyOf(pages, random) ?? '') as { rect?: { x: number; y: number } } | undefined;
  const { x, y } = page?.rect ?? { x: 0, y: 0 };
  const entries: [string, unknown][] = [
    ['type', 'shape'],
    ['shape', 'square'],
    ['z', 'a0'],
    ['at', [x + random.integer(0, 900), y + random.integer(0, 500)]],
    ['size', [120, 60]],
    ['label', `Hand ${random.integer(1, 99)}`],
  ];
  elements.set(`hand~${newElementSuffix()}`, new Y.Map(entries));
};

const moveBox: Action = (_pages, elements, random) => {
  const box = elements.get(anyOf(elements, random) ?? '');
  if (box instanceof Y.Map && box.has('at')) box.set('at', [random.integer(0, 5_000), random.integer(0, 900)]);
};
