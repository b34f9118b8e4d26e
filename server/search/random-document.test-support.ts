/** A document that random edits are made to, as editors and the server make them, and their undo. Each edit is an update for the journal. */
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { readCards, setKeys, writeCards } from '#schema/ydoc/cards.ts';
import type { TabSettings } from '#schema/tab.ts';
import { readTab, readTabs } from '#schema/ydoc/read.ts';
import { addSheet, editSheet, readSheet, removeSheet, sheetIds } from '#schema/ydoc/sheets.ts';
import { addComment, readThreads, removeComment, setResolved } from '#schema/ydoc/threads.ts';
import { applyEdits, initDocument, insertTab, removeTab, setDocumentName } from '#schema/ydoc/write.ts';
import type { SeededRandom } from '#test/harness/random.ts';

const words = [
  'Payment',
  'service',
  'Zürich',
  '物流中心',
  'ledger',
  'Ａpi',
  'ship',
  'Ñandú',
  '한국어',
  '🚀 launch',
  'a',
  'İstanbul',
  'x\u0000y',
];
const slugs = ['pay', 'ship', 'api', 'all'];

export class RandomDocument {
  readonly doc = new Y.Doc();
  readonly #random: SeededRandom;
  readonly #undo: Y.UndoManager;
  #updates: Uint8Array[] = [];
  #keys = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
    this.doc.on('update', (update: Uint8Array) => this.#updates.push(update));
    initDocument(this.doc, { name: 'Start' });
    insertTab(this.doc, this.#newTab());
    this.#undo = new Y.UndoManager(
      ['tabs', 'items', 'sheets'].map((name) => this.doc.getMap(name)),
      { captureTimeout: 0 },
    );
  }

  /** The updates since the last call. */
  take(): Uint8Array[] {
    const updates = this.#updates;
    this.#updates = [];
    return updates;
  }

  edit(): void {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.45) this.#draw();
    else if (kind < 0.52) this.#undo.undo();
    else if (kind < 0.55) this.#undo.redo();
    else if (kind < 0.65) this.#comment();
    else if (kind < 0.77) this.#card();
    else if (kind < 0.89) this.#sheet();
    else if (kind < 0.95) this.#tab();
    else setDocumentName(this.doc, this.#text());
  }

  #draw(): void {
    const tabId = this.#someTab();
    if (tabId === undefined) return;
    const elements = [...(readTab(this.doc, tabId)?.elements.values() ?? [])];
    const edits: Edit[] = [];
    for (let count = this.#random.integer(1, 4); count > 0; count -= 1) {
      const before = this.#random.chance(0.5) && elements.length > 0 ? this.#random.pick(elements) : null;
      if (before !== null && edits.some(({ id }) => id === before.id)) continue;
      const after = before !== null && this.#random.chance(0.3) ? null : this.#changed(before);
      edits.push({ id: (before ?? after)?.id ?? '', before, after });
    }
    applyEdits(this.doc, tabId, edits);
  }

  #changed(before: Element | null): Element {
    const random = this.#random;
    const label = random.chance(0.8) ? { label: this.#text() } : {};
    const note = random.chance(0.3) ? { note: this.#text() } : {};
    if (before !== null) {
      const { label: _label, note: _note, ...rest } = before;
      return (
        random.chance(0.3) && 'x' in before ? { ...before, x: random.integer(0, 900) } : { ...rest, ...label, ...note }
      ) as Element;
    }
    const id = `${random.pick(slugs)}~${random.integer(0, 9)}${random.pick(['aaaaaaa', 'aaaaaab', 'zzzzzzz'])}`;
    const place = { id, z: 'a0', x: random.integer(0, 900), y: 0, width: 80, height: 40, ...label, ...note };
    return random.chance(0.2)
      ? { type: 'table', ...place, columns: [this.#text()], rows: [[this.#text()]] }
      : { type: 'shape', shape: 'square', ...place };
  }

  #comment(): void {
    const random = this.#random;
    const threads = [...readThreads(this.doc)];
    if (threads.length > 0 && random.chance(0.3)) {
      const [id, { comments }] = random.pick(threads);
      if (random.chance(0.5)) removeComment(this.doc, id, random.pick(comments).id);
      else setResolved(this.doc, id, true);
      return;
    }
    const tabId = this.#someTab();
    const ids = [
      ...(tabId === undefined ? [] : (readTab(this.doc, tabId)?.elements.keys() ?? [])),
      ...readCards(this.doc, new Map()).keys(),
    ];
    if (ids.length === 0) return;
    const author = { authorId: 'user_1', authorName: 'Ada', authorColor: '#c2410c' };
    addComment(this.doc, random.pick(ids), { id: newId('cmt'), text: this.#text(), createdAt: 1, ...author });
  }

  #card(): void {
    const random = this.#random;
    const cards = [...readCards(this.doc, new Map()).values()];
    const before = cards.length > 0 && random.chance(0.5) ? random.pick(cards) : null;
    const id = before?.id ?? newId('item');
    const after =
      before !== null && random.chance(0.3)
        ? null
        : { id, type: 'task', rank: 'a0', title: this.#text(), labels: [this.#text()] };
    writeCards(this.doc, [{ id, before, after }]);
    if (before === null && random.chance(0.7)) setKeys(this.doc, [id], (this.#keys += 1));
  }

  #sheet(): void {
    const random = this.#random;
    const ids = sheetIds(this.doc);
    const tabId = this.#someTab();
    if (tabId !== undefined && (ids.length === 0 || random.chance(0.15))) {
      const lines = (kind: 'row' | 'col') => ['a0', 'a1', 'a2'].map((order) => [newId(kind), order] as const);
      addSheet(this.doc, newId('sheet'), { tabId, title: this.#text(), rows: lines('row'), cols: lines('col') });
      return;
    }
    if (ids.length === 0) return;
    const id = random.pick(ids);
    if (random.chance(0.1)) return removeSheet(this.doc, id);
    const sheet = readSheet(this.doc, id);
    if (sheet === null || sheet.rows.ids.length === 0 || sheet.cols.ids.length === 0) return;
    const [row, col] = [random.pick(sheet.rows.ids), random.pick(sheet.cols.ids)];
    const input = random.pick([{ s: this.#text() }, { n: 12 }, { s: '=A1' }]);
    if (random.chance(0.1)) editSheet(this.doc, id, { maps: { rows: new Map([[row, '-a1']]) } });
    else if (random.chance(0.2)) editSheet(this.doc, id, { title: this.#text(), maps: {} });
    else editSheet(this.doc, id, { maps: { cells: new Map([[`${row}:${col}`, random.chance(0.2) ? null : { i: input }]]) } });
  }

  #tab(): void {
    const id = this.#someTab();
    if (id !== undefined && this.#random.chance(0.4)) removeTab(this.doc, id);
    else insertTab(this.doc, this.#newTab());
  }

  #newTab(): TabSettings {
    const page = {
      id: newId('page'),
      place: 1,
      kind: 'slide',
      name: this.#text(),
      size: '16:9',
      orientation: 'landscape',
      layout: 'blank',
      background: null,
      rect: { x: 0, y: 0, width: 1_280, height: 720 },
    } as const;
    const pages = this.#random.chance(0.5) ? [page] : [];
    return { id: newId('tab'), name: this.#text(), mode: 'pages', theme: 'light', locked: false, order: 'a0', layers: [], pages };
  }

  #someTab(): string | undefined {
    const tabs = readTabs(this.doc);
    return tabs.length === 0 ? undefined : this.#random.pick(tabs).id;
  }

  #text(): string {
    return Array.from({ length: this.#random.integer(1, 3) }, () => this.#random.pick(words)).join(' ');
  }
}
