/**
 * An editor as described in docs/document-model.md that makes random changes to its own copy. It writes what the model allows, avoids what is
 * locked, and clears its undo steps when a lock is added.
 */
import * as Y from 'yjs';

import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import { isElementLocked, holdsLock, isLockedLayer, isLayerLocked, isTabLocked } from './locks.ts';

export type RandomSource = { int(below: number): number; pick<T>(from: readonly T[]): T | undefined };

/** mulberry32: the same seed gives the same numbers everywhere. */
export function randomOf(seed: number): RandomSource {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return { int, pick: (from) => from[int(Math.max(1, from.length))] };
}

/** A text of base-36 digits: ids come from the same seed, so that a failure can be reproduced. */
export const digits = (random: RandomSource, count: number): string =>
  Array.from({ length: count }, () => random.int(36).toString(36)).join('');

export class HonestEditor {
  doc: Y.Doc;
  undo: Y.UndoManager;
  readonly #random: RandomSource;

  constructor(random: RandomSource) {
    this.#random = random;
    this.doc = docOf(random);
    this.undo = undoOf(this.doc);
  }

  /** Reloads the page: another client id, the same content from the browser's store. */
  reload(): void {
    const state = Y.encodeStateAsUpdate(this.doc);
    this.doc = docOf(this.#random);
    Y.applyUpdate(this.doc, state, 'remote');
    this.undo = undoOf(this.doc);
  }

  act(): void {
    const random = this.#random;
    const action = random.pick(actions) ?? insertElement;
    if (action === undoStep) this.undo.undo();
    else if (action === redoStep) this.undo.redo();
    else this.doc.transact(() => action(this.doc, random), 'me');
    if (random.int(3) === 0) this.undo.stopCapturing();
  }
}

function docOf(random: RandomSource): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 1 + random.int(2 ** 32 - 1);
  return doc;
}

const undoOf = (doc: Y.Doc): Y.UndoManager =>
  new Y.UndoManager([doc.getMap('tabs'), doc.getMap('items'), doc.getMap('sheets')], {
    trackedOrigins: new Set(['me']),
    captureTimeout: 1e9,
  });

type Action = (doc: Y.Doc, random: RandomSource) => void;

const undoStep: Action = () => undefined;
const redoStep: Action = () => undefined;

const insertElement: Action = (doc, random) => {
  const tab = openTab(doc, random);
  for (let left = 1 + random.int(3); left > 0; left -= 1)
    mapIn(tab, 'elements')?.set(`box~${digits(random, 8)}`, newElement(random));
};

function newElement(random: RandomSource): Y.Map<unknown> {
  return new Y.Map<unknown>([
    ['type', 'shape'],
    ['shape', 'square'],
    ['z', 'a0'],
    ['at', [random.int(1000), random.int(1000) - 0.5]],
    ['size', [100, 50]],
    ...(random.int(4) === 0 ? [['locked', false] as const] : []),
    ...(random.int(2) === 0 ? [['label', `label ${random.int(100)} ü🙂`] as const] : []),
  ]);
}

const insertArrow: Action = (doc, random) => {
  const elements = mapIn(openTab(doc, random), 'elements');
  const from = random.pick([...(elements?.keys() ?? [])]);
  if (elements === null || from === undefined) return;
  const ends: [string, unknown][] = [
    ['from', { element: from, side: 'top' }],
    ['to', { x: 1.5, y: -2 }],
  ];
  elements.set(`arrow~${digits(random, 8)}`, new Y.Map([['type', 'arrow'], ['z', 'a1'], ...ends]));
};

const moveElement: Action = (doc, random) => {
  const element = openElement(doc, random);
  for (let left = 1 + random.int(3); left > 0; left -= 1) element?.set('at', [random.int(5000), random.int(5000)]);
};

const changeElement: Action = (doc, random) => {
  const element = openElement(doc, random);
  if (random.int(4) === 0) element?.delete('label');
  else element?.set(random.pick(['label', 'note', 'fill']) ?? 'label', `text ${random.int(100)}`);
};

const removeElements: Action = (doc, random) => {
  const tab = openTab(doc, random);
  const elements = mapIn(tab, 'elements');
  if (elements === null) return;
  for (const [id, element] of elements.entries()) {
    if (random.int(4) === 0 && !isElementLocked(tab, element)) elements.delete(id);
  }
};

const replaceElement: Action = (doc, random) => {
  const tab = openTab(doc, random);
  const elements = mapIn(tab, 'elements');
  const id = random.pick([...(elements?.keys() ?? [])]);
  if (id !== undefined && !isElementLocked(tab, elements?.get(id))) elements?.set(id, newElement(random));
};

const renameTab: Action = (doc, random) => openTab(doc, random)?.set('name', `Tab ${random.int(100)}`);
const themeTab: Action = (doc, random) => openTab(doc, random)?.set('theme', random.pick(['dark', 'paper']));
const orderTab: Action = (doc, random) => openTab(doc, random)?.set('order', `a${random.int(9)}`);

const addTab: Action = (doc, random) => {
  if (doc.getMap('tabs').size > 6) return;
  const elements: [string, Y.Map<unknown>][] = [[`box~${digits(random, 8)}`, newElement(random)]];
  const values: [string, unknown][] = [
    ['name', 'New'],
    ['mode', random.pick(['canvas', 'pages'])],
    ['order', 'a5'],
    ['theme', 'light'],
    ['elements', new Y.Map(elements)],
    ['layers', new Y.Map()],
    ['pages', new Y.Map()],
  ];
  doc.getMap('tabs').set(`tab_${digits(random, 20)}`, new Y.Map(values));
};

const removeTab: Action = (doc, random) => {
  const tabs = doc.getMap('tabs');
  const id = random.pick([...tabs.keys()]);
  const tab = tabs.get(id ?? '');
  if (tabs.size > 1 && id !== undefined && tab instanceof Y.Map && !holdsLock(tab)) tabs.delete(id);
};

const editLayer: Action = (doc, random) => {
  const layers = mapIn(openTab(doc, random), 'layers');
  const id = random.pick(['one', 'two', 'three']) ?? 'one';
  if (isLockedLayer(layers?.get(id))) return;
  if (random.int(4) > 0)
    layers?.set(id, { name: `Layer ${random.int(50)}`, order: 'a1', locked: false, hidden: random.int(2) === 0 });
  else if (layers?.has(id) === true) layers.delete(id);
};

const useLayer: Action = (doc, random) => {
  const element = openElement(doc, random);
  const tab = element?.parent?.parent;
  const layer = random.pick(['one', 'two', 'three']) ?? 'one';
  if (tab instanceof Y.Map && !isLayerLocked(mapIn(tab as Y.Map<unknown>, 'layers'), layer)) element?.set('layer', layer);
};

/** Adds a page, or renames, moves or removes an existing one. */
const editPage: Action = (doc, random) => {
  const pages = mapIn(openTab(doc, random), 'pages');
  const id = random.pick([...(pages?.keys() ?? [])]);
  const page = pages?.get(id ?? '');
  if (id === undefined || typeof page !== 'object' || random.int(3) === 0)
    pages?.set(`page_${digits(random, 20)}`, { kind: 'slide', name: 'One', order: 'a0', background: null, rect: { x: 0 } });
  else if (random.int(4) === 0) pages?.delete(id);
  else if (random.int(2) === 0) pages?.set(id, { ...page, name: `Page ${random.int(50)}` });
  else pages?.set(id, { ...page, rect: { x: random.int(3_000), y: random.int(900), width: 800, height: 600 } });
};

const editItem: Action = (doc, random) => {
  const items = doc.getMap('items');
  const id = random.pick([...items.keys()]);
  const item = items.get(id ?? '');
  if (!(item instanceof Y.Map))
    items.set(`item_${digits(random, 20)}`, new Y.Map<unknown>([['type', 'task'], ['title', 'A card'], ['f-budget', 1e12]])); // prettier-ignore
  else if (random.int(5) === 0) items.delete(id ?? '');
  else item.set('title', `Card ${random.int(100)}`);
};

const editSheet: Action = (doc, random) => {
  const sheets = doc.getMap('sheets');
  const sheet = sheets.get(random.pick([...sheets.keys()]) ?? '');
  if (sheet instanceof Y.Map) {
    mapIn(sheet as Y.Map<unknown>, 'cells')?.set(`row_${random.int(9)}:col_${random.int(9)}`, { i: { n: 1e15 }, f: { b: true } });
    return;
  }
  const values: [string, unknown][] = [
    ['tabId', [...doc.getMap('tabs').keys()][0] ?? 'none'],
    ['title', 'Sheet'],
    ['rows', new Y.Map([['row_1', 'a0']])],
    ['cols', new Y.Map([['col_1', 'a0']])],
    ['cells', new Y.Map()],
  ];
  sheets.set(`sheet_${digits(random, 20)}`, new Y.Map(values));
};

const actions: readonly Action[] = [
  insertElement, insertElement, insertElement, insertArrow, moveElement, moveElement, moveElement, changeElement, changeElement,
  removeElements, replaceElement, renameTab, themeTab, orderTab, addTab, removeTab, editLayer, useLayer, editPage, editItem, editSheet,
  undoStep, undoStep, redoStep,
]; // prettier-ignore

/** A tab that is not locked in this copy. */
function openTab(doc: Y.Doc, random: RandomSource): Y.Map<unknown> | null {
  const tabs = rootMap(doc, 'tabs');
  const open = [...(tabs?.values() ?? [])].filter((tab): tab is Y.Map<unknown> => tab instanceof Y.Map && !isTabLocked(tab));
  return random.pick(open) ?? null;
}

function openElement(doc: Y.Doc, random: RandomSource): Y.Map<unknown> | null {
  const tab = openTab(doc, random);
  const open = [...(mapIn(tab, 'elements')?.values() ?? [])].filter((element) => !isElementLocked(tab, element));
  const element = random.pick(open);
  return element instanceof Y.Map ? element : null;
}
