/**
 * random-work.test: the server accepts random work of one and several people, online and offline, and all readers agree on it.
 *
 * SEED=<number> begins at this one.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import type { Catalogue, CustomField } from '#schema/board.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readCards, writeCards } from '#schema/ydoc/cards.ts';
import { readCatalogue, setCatalogue } from '#schema/ydoc/item-types.ts';
import { readTab, readTabs } from '#schema/ydoc/read.ts';
import { editorRoots, mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { addSheet, readSheet, sheetIds } from '#schema/ydoc/sheets.ts';
import { applyEdits, initDocument, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';
import { newId } from '#schema/ids.ts';
import type { PageChange } from '#schema/page.ts';
import { isProblem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { planIllustration } from '#core/pages/plan-illustration.ts';
import { axisOf, colId, rowId, sheetId } from '#core/sheet/sheet.test-support.ts';
import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import { randomOf, type RandomSource } from '#server/live/guard/honest-editor.test-support.ts';
import { scaled, seedOr } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { copyElements } from '../tabs/copy-elements.ts';
import { stepPlace } from '../undo/step-place.ts';
import { stepWords } from '../undo/step-words.ts';
import { Desk, Office } from './desk.test-support.ts';
import { heavyWorks, statuses, stored, work } from './random-work.test-support.ts';

const first = seedOr(1);
const seeds = (count: number): number[] => Array.from({ length: scaled(count, 2) }, (_, at) => first + at);

const tabs = ['tab_00000000000000000001', 'tab_00000000000000000002'];
const settings = (id: string, order: string) => ({ id, name: 'Plan', mode: 'canvas', theme: 'light', locked: false, order, layers: [], pages: [] }) as const; // prettier-ignore

/** Two tabs of drawings with boards and sheets, and cards of a type that has every kind of field. */
function startDocument({ doc }: Office, seed: number): void {
  initDocument(doc, { name: 'Plan' });
  setCatalogue(doc, catalogue(doc));
  for (const [index, id] of tabs.entries()) {
    insertTab(doc, settings(id, `a${index}`));
    const [state] = fc.sample(anyTab({ boxes: 8, arrows: 5 }), { seed: seed + index, numRuns: 1 });
    const elements = stored(state?.elements.values() ?? []).filter((element) => element.locked !== true);
    applyEdits(doc, id, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
    const columns = statuses.slice(0, 3).map((status) => ({ status, name: status }));
    const board = { id: `board~0000000${index}`, type: 'shape', shape: 'plan-board', x: 0, y: 0, width: 600, height: 400, z: 'a0' } as const; // prettier-ignore
    applyEdits(doc, id, [{ id: board.id, before: null, after: { ...board, planBoard: { types: null, columns } } }]);
    const lines = (kind: typeof rowId, count: number) => [...axisOf(Array.from({ length: count }, (_, at) => kind(at, index))).orders]; // prettier-ignore
    addSheet(doc, sheetId(index), { tabId: id, title: `Sheet ${index}`, rows: lines(rowId, 12), cols: lines(colId, 6) });
  }
}

function catalogue(doc: Y.Doc): Catalogue {
  const { version, types } = readCatalogue(doc);
  const kinds = ['text', 'longtext', 'number', 'date', 'checkbox', 'link', 'card'] as const;
  const custom: CustomField[] = [...kinds.map((kind) => ({ id: `f-${kind}`, label: kind, kind })), { id: 'f-choice', label: 'Choice', kind: 'choice' as const, options: ['Red', 'Item 7'] }]; // prettier-ignore
  return { version, types: types.map((type) => (type.id === 'task' ? { ...type, custom } : type)) };
}

/** What the readers would coerce or leave out, in words. */
function faults(doc: Y.Doc): string[] {
  const found: string[] = [];
  for (const { id, layers, pages } of readTabs(doc)) {
    found.push(...(readTab(doc, id)?.skipped ?? []).map((skipped) => `${skipped.id} ${skipped.reason}`));
    const tab = mapIn(rootMap(doc, 'tabs'), id);
    for (const [name, read] of [
      ['layers', layers],
      ['pages', pages],
    ] as const) {
      // prettier-ignore
      const lying = mapIn(tab, name)?.toJSON() ?? {};
      for (const { id: of, ...value } of read) {
        const { order: _order, ...plain } = lying[of] as Record<string, unknown>;
        const { place: _place, ...shown } = value as Record<string, unknown>;
        if (!jsonEqual(plain, shown)) found.push(`${name} ${of}: ${JSON.stringify(plain)} is read ${JSON.stringify(shown)}`);
      }
      if (read.length !== Object.keys(lying).length) found.push(`${name} of ${id} are left out`);
    }
  }
  const types = new Map(readCatalogue(doc).types.map((type) => [type.id, type]));
  for (const [id, { id: _id, ...card }] of readCards(doc, types)) {
    const lying = mapIn(rootMap(doc, 'items'), id)?.toJSON() ?? {};
    for (const name of Object.keys(lying)) {
      const isLoose = name.startsWith('f-') && types.get(card.type)?.custom.every((field) => field.id !== name) === true;
      if (!isLoose && !jsonEqual(lying[name], card[name as 'title'])) found.push(`${id} ${name}: ${short(lying[name])}`);
    }
  }
  for (const id of sheetIds(doc)) {
    const sheet = readSheet(doc, id);
    const map = mapIn(rootMap(doc, 'sheets'), id);
    if (sheet === null) found.push(`${id} is not read`);
    else {
      const isThere = (line: string): boolean => Number.isInteger((sheet.rows.rank.get(line) ?? sheet.cols.rank.get(line)) ?? 0.5); // prettier-ignore
      if (map?.get('title') !== sheet.title) found.push(`${id} title ${short(map?.get('title'))}`);
      for (const name of ['cells', 'sizes', 'merges', 'filters'] as const)
        mapIn(map, name)?.forEach((value, key) => {
          if (key.split(':').every(isThere) && !jsonEqual(value, sheet[name].get(key)))
            found.push(`${id} ${name} ${short(value)}`);
        });
    }
  }
  return found;
}

const short = (value: unknown): string => String(JSON.stringify(value)).slice(0, 200);

/** The editors' roots, as text. */
const content = (doc: Y.Doc): string => {
  const roots = JSON.parse(canonicalJson(doc)) as Record<string, unknown>;
  return JSON.stringify(editorRoots.map((name) => roots[name]));
};

/** The stores return what the readers return. */
function expectStoresToFollow(desk: Desk): void {
  for (const { id } of readTabs(desk.doc)) {
    const { elements, skipped, ...own } = readTab(desk.doc, id)!;
    const { view } = desk.tab(id)!;
    expect(new Map(Array.from(view.elements(), (element) => [element.id, element]))).toEqual(elements);
    expect([view.settings, view.skipped]).toEqual([own, skipped]);
  }
}

/** Undoes or redoes a step, whose record names everything that it changed. False if there is none. */
function takeStep(desk: Desk, way: 'undo' | 'redo'): boolean {
  const elements = (): Map<string, Element> =>
    new Map(readTabs(desk.doc).flatMap(({ id }) => Array.from(desk.tab(id)!.view.elements(), (one) => [`${id} ${one.id}`, one])));
  const sheets = (): Map<string, string> => new Map(sheetIds(desk.doc).map((id) => [id, JSON.stringify(rootMap(desk.doc, 'sheets')?.get(id))])); // prettier-ignore
  const looking = desk.editor(tabs[0]!)!;
  const [before, sheetsBefore, cardsBefore] = [elements(), sheets(), new Map(desk.cards.items)];
  const record = desk[way]();
  if (record === null) return false;
  const [after, sheetsAfter, cardsAfter] = [elements(), sheets(), desk.cards.items];
  const keysOf = (...maps: ReadonlyMap<string, unknown>[]): Set<string> => new Set(maps.flatMap((map) => [...map.keys()]));
  for (const key of keysOf(before, after)) {
    const [tab = '', id = ''] = key.split(' ');
    const noted = record.tabs.get(tab)?.elements.get(id);
    if (noted !== undefined) expect(noted).toEqual(before.get(key) ?? null);
    else expect(jsonEqual(before.get(key), after.get(key))).toBe(true);
  }
  for (const id of keysOf(sheetsBefore, sheetsAfter)) if (sheetsBefore.get(id) !== sheetsAfter.get(id)) expect(record.sheets.has(id)).toBe(true); // prettier-ignore
  for (const id of keysOf(cardsBefore, cardsAfter))
    if (!jsonEqual(cardsBefore.get(id), cardsAfter.get(id))) expect(record.cards.get(id)).toEqual(cardsBefore.get(id) ?? null);
  expect(stepWords(way, record, looking)).toMatch(/^(Undone|Redone)( on [^:]+)?: ./su);
  expect(stepPlace(record, looking).kind).toMatch(/^(canvas|sheet|nowhere)$/);
  return true;
}

describe('random work', () => {
  test.each(seeds(6))('by one person is accepted by the server, read as it is, and removed by undo (seed %i)', (seed) => {
    const random = randomOf(seed);
    const office = new Office();
    startDocument(office, seed);
    const desk = new Desk(office, 1_000);
    const start = content(desk.doc);
    for (let step = 0; step < 50; step += 1) {
      work(desk, random);
      expect(office.refused).toEqual([]);
      expect(faults(office.doc)).toEqual([]);
    }
    expect(content(office.doc)).toBe(content(desk.doc));
    expectStoresToFollow(desk);
    const end = content(desk.doc);
    let back = 0;
    while (takeStep(desk, 'undo')) back += 1;
    expect(content(desk.doc)).toBe(start);
    for (; back > 0; back -= 1) takeStep(desk, 'redo');
    desk.flush();
    expect(content(desk.doc)).toBe(end);
    expect(office.refused).toEqual([]);
    expect(content(office.doc)).toBe(end);
  });

  test.each(seeds(6))('by several people, also offline, is accepted by the server and converges (seed %i)', (seed) => {
    const random = randomOf(seed);
    const office = new Office();
    startDocument(office, seed);
    const desks = [new Desk(office, 1_000), new Desk(office, 2_000)];
    for (let step = 0; step < 60; step += 1) {
      const desk = random.pick(desks)!;
      const chance = random.int(20);
      if (chance === 0) (desk.online ? () => desk.goOffline() : () => desk.goOnline(anySize(random)))();
      else if (chance < 4) serve(office, random);
      else work(desk, random);
      expect(office.refused).toEqual([]);
    }
    for (const desk of desks) if (!desk.online) desk.goOnline(anySize(random));
    for (const desk of desks) {
      expect(content(desk.doc)).toBe(content(office.doc));
      expectStoresToFollow(desk);
    }
    expect(office.refused).toEqual([]);
    expect(readTabs(office.doc).flatMap(({ id }) => readTab(office.doc, id)?.skipped)).toEqual([]);
  });

  slowTest('a write that is too large for one update is several, also when it is undone and redone', () => {
    const random = randomOf(first);
    const office = new Office();
    startDocument(office, first);
    const desk = new Desk(office, 1_000);
    for (let step = 0; step < 8; step += 1) work(desk, random, heavyWorks);
    while (desk.steps.undo());
    while (desk.steps.redo());
    expect(office.refused).toEqual([]);
    expect(content(office.doc)).toBe(content(desk.doc));
  });
});

/** Of the pieces in which work is sent; undefined: in one. */
const anySize = (random: RandomSource): number | undefined => random.pick([undefined, 1, 300, 20_000]);

/** Changes by the server itself, by agents and by REST. Locks are added only while all are online to see them. */
function serve(office: Office, random: RandomSource): void {
  const { doc } = office;
  const all = readTabs(doc);
  const tab = random.pick(all);
  if (tab === undefined) return;
  const state = readTab(doc, tab.id)!;
  const isWatched = office.desks.every(({ online }) => online);
  const element = random.pick([...state.elements.values()]);
  random.pick<() => unknown>([
    () => insertTab(doc, { ...settings(newId('tab'), 'a5'), mode: random.pick(['canvas', 'pages'] as const)! }),
    () => all.length > 1 && !tab.locked && removeTab(doc, tab.id),
    () => setTab(doc, tab.id, { name: 'Other', theme: random.pick(['dark', 'light'])! }),
    () => isWatched && setTab(doc, tab.id, { locked: random.int(2) === 0 }),
    () => isWatched && setTab(doc, tab.id, { layers: tab.layers.map((layer) => ({ ...layer, locked: random.int(2) === 0 })) }),
    () => isWatched && element !== undefined && applyEdits(doc, tab.id, [{ id: element.id, before: element, after: { ...element, locked: random.int(3) > 0 } }]), // prettier-ignore
    () => setCatalogue(doc, random.int(2) === 0 ? null : catalogue(doc)),
    () => {
      const types = new Map(readCatalogue(doc).types.map((type) => [type.id, type]));
      const card = random.pick([...readCards(doc, types).values()]);
      if (card !== undefined) writeCards(doc, [{ id: card.id, before: card, after: null }]);
    },
    () => illustrate(office, tab.id, random),
    () => {
      // A copy of a tab: the server adds the tab, the page puts the elements on it.
      const desk = random.pick(office.desks.filter(({ online }) => online));
      const id = newId('tab');
      insertTab(doc, settings(id, 'a7'));
      desk?.transact((own) => setTab(own, id, { pages: tab.pages.map((page) => ({ ...page, id: newId('page') })) }));
      desk?.edit(id, copyElements(state.elements.values()));
      desk?.flush();
    },
  ])?.();
}

function illustrate({ doc }: Office, tabId: string, random: RandomSource): void {
  const state = readTab(doc, tabId)!;
  const pages = random.pick<PageChange[]>([
    [{ op: 'add', kind: 'slide', at: 1 }],
    [{ op: 'set', page: 1, size: '4:3', background: ['#112233', '#445566'] }],
    [{ op: 'move', page: 1, at: 3 }],
    [{ op: 'duplicate', page: 1 }],
    [{ op: 'layout', page: 1, layout: 'grid' }],
    [{ op: 'delete', page: 1 }],
  ])!;
  const plan = planIllustration(TabIndex.of(state), { pages }, { newSuffix: () => String(random.int(1e8)).padStart(8, '0'), newPageId: () => newId('page'), image: () => null }); // prettier-ignore
  if (isProblem(plan)) return;
  doc.transact(() => {
    applyEdits(doc, tabId, plan.edits);
    setTab(doc, tabId, { pages: plan.pages, mode: 'pages' });
  });
}
