/**
 * A private Y.Doc that equals the journal at one position, with its tabs as plain values.
 *
 * Changesets are planned on it and applied to it before COMMIT, so the live document never contains what may be rolled back. A tab is
 * read once and then updated element by element, and so is its lint: a small changeset does not cost as much as its tab contains, and a
 * large one does not block the event loop.
 */
import * as Y from 'yjs';

import { LintCache } from '#core/lint/incremental.ts';
import type { LintChange, LintedPlan } from '#core/lint/lint-change.ts';
import { SheetBook } from '#core/sheet/sheet-book.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Lint } from '#schema/changeset.ts';
import type { Thread } from '#schema/comment.ts';
import { isElementId } from '#schema/ids.ts';
import type { Skipped, TabSettings, TabState } from '#schema/tab.ts';
import { bySkippedId, holdsOn, readDocumentName, readElementAt, readingTab, readTab, readTabs } from '#schema/ydoc/read.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { readThread, readThreads } from '#schema/ydoc/threads.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';
import { imageIdAt, imageIdsOf } from '#schema/ydoc/image-ids.ts';
import { type TabDocChange, watchTabs } from '#schema/ydoc/watch.ts';
import type { JournalRow } from '#storage/journal.ts';

import { applyInTurns } from './apply-in-turns.ts';
import { BoardCache } from './board-cache.ts';
import type { JournalState } from './journal-reader.ts';

type CachedTab = {
  readonly index: TabIndex;
  readonly lint: LintCache;
  /** Ids of changed elements that were not read again yet. */
  readonly unread: Set<string>;
};

/** What a tab is prepared for: to be read, or also to be linted with a plan. */
export type TabUse = 'read' | 'plan';

/** More changed elements than these are not read with the change itself, but when they are needed, or in several turns. */
const readAtOnce = 250;

export class Shadow {
  readonly doc: Y.Doc;
  /** The journal position that the document equals. */
  at: number;
  readonly #tabs = new Map<string, CachedTab>();
  #settings: readonly TabSettings[] | null = null;
  /** Cards, card types and boards. */
  readonly board: BoardCache;
  /** The images that the elements of each tab refer to, once they were read. */
  #images: Map<string, Map<string, string>> | null = null;
  /** All threads of the document, once they were read. */
  #threads: Map<string, Thread> | null = null;
  readonly #sheets: SheetBook;

  private constructor(doc: Y.Doc, seq: number) {
    this.doc = doc;
    this.at = seq;
    this.board = new BoardCache(this.doc, () => this.tabs);
    watchTabs(this.doc, (change) => this.#follow(change));
    watchRoot(this.doc, 'threads', (ids) => this.#followThreads(ids));
    this.#sheets = new SheetBook(sheetSource(this.doc));
  }

  /** `clientId`: the same for every load of the document, so that its table of clients does not grow. */
  static async of(state: Pick<JournalState, 'updates' | 'seq'>, clientId: number): Promise<Shadow> {
    const doc = new Y.Doc();
    await applyInTurns(doc, state.updates);
    doc.clientID = clientId;
    return new Shadow(doc, state.seq);
  }

  /** Null if the document has none. */
  get name(): string | null {
    return readDocumentName(this.doc);
  }

  /** In tab order. */
  get tabs(): readonly TabSettings[] {
    this.#settings ??= readTabs(this.doc);
    return this.#settings;
  }

  /** Undefined if the document has no such tab. */
  tab(tabId: string): TabIndex | undefined {
    return this.#cachedTab(tabId)?.index;
  }

  /** Undefined if there is no tab. */
  lint(tabId: string): Lint | undefined {
    const tab = this.#cachedTab(tabId);
    return tab?.lint.lint(tab.index);
  }

  /** The effect of a plan for the tab on its lint. */
  lintChange(tabId: string, plan: LintedPlan): LintChange {
    const tab = this.#cachedTab(tabId);
    if (tab === undefined) throw new Error(`tab ${tabId} is missing`);
    return tab.lint.change(tab.index, plan);
  }

  /** How many elements `lint` would check for the current tab. */
  lintWork(tabId: string): number {
    const tab = this.#cachedTab(tabId);
    return tab === undefined ? 0 : (tab.lint.pending ?? tab.index.size);
  }

  /** Reads a tab in steps, for calls that need it next, and for a plan draws its lint. Only in a turn of the room. */
  *preparing(tabId: string, use: TabUse): Generator<void, void> {
    if (!this.#tabs.has(tabId)) {
      const state = yield* readingTab(this.doc, tabId);
      if (state === null) return;
      yield;
      this.#keep(tabId, state);
      yield;
    }
    const tab = use === 'plan' ? this.#cachedTab(tabId) : undefined;
    if (tab !== undefined) yield* tab.lint.building(tab.index);
  }

  /** True if `preparing` has nothing to do. */
  isPrepared(tabId: string, use: TabUse): boolean {
    const tab = this.#tabs.get(tabId);
    return tab !== undefined && (use === 'read' || tab.lint.pending !== null);
  }

  #cachedTab(tabId: string): CachedTab | undefined {
    const cached = this.#tabs.get(tabId);
    if (cached !== undefined) {
      this.#readAgain(tabId, cached, Infinity);
      return cached;
    }
    const state = readTab(this.doc, tabId);
    return state === null ? undefined : this.#keep(tabId, state);
  }

  #keep(tabId: string, state: TabState): CachedTab {
    const tab = { index: TabIndex.of(state), lint: new LintCache(), unread: new Set<string>() };
    this.#tabs.set(tabId, tab);
    return tab;
  }

  /** True while many elements of a large change have not been read and linted again. */
  get isBehind(): boolean {
    return this.#tabs.values().some(({ unread, lint }) => unread.size > 0 || (lint.pending ?? 0) > readAtOnce);
  }

  /** Reads or lints for some milliseconds. Calls in between get correct values all the same. */
  catchUp(): void {
    for (const [tabId, tab] of this.#tabs) {
      if (tab.unread.size > 0) return this.#readAgain(tabId, tab, readAtOnce);
      if ((tab.lint.pending ?? 0) > 0) return tab.lint.advance(tab.index, readAtOnce);
    }
  }

  counts(tabId: string): { readonly elements: number; readonly arrows: number } {
    const tab: TabView | undefined = this.tab(tabId);
    if (tab === undefined) return { elements: 0, arrows: 0 };
    let arrows = 0;
    for (const _ of tab.arrows()) arrows += 1;
    return { elements: tab.size - arrows, arrows };
  }

  /** The comment threads of a tab by the id of their element. The cost depends on the threads, not on the tab. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread> {
    const isOn = holdsOn(this.doc, tabId);
    this.#threads ??= readThreads(this.doc);
    const found = new Map<string, Thread>();
    for (const [id, thread] of this.#threads) if (isOn(id)) found.set(id, thread);
    return found;
  }

  /** The comment threads of elements that are on no tab, by their id. */
  get threadsOfRemoved(): ReadonlyMap<string, Thread> {
    const tabs = this.tabs.map(({ id }) => holdsOn(this.doc, id));
    this.#threads ??= readThreads(this.doc);
    return new Map([...this.#threads].filter(([id]) => isElementId(id) && !tabs.some((isOn) => isOn(id))));
  }

  /** The ids of all images that elements of the document refer to. */
  get images(): ReadonlySet<string> {
    this.#images ??= new Map();
    const named = new Set<string>();
    for (const { id } of this.tabs) {
      const cached = this.#images.get(id) ?? imageIdsOf(this.doc, id);
      this.#images.set(id, cached);
      for (const imageId of cached.values()) named.add(imageId);
    }
    return named;
  }

  /** The sheets with the values of their formulas, read on first use. */
  get workbook(): Workbook {
    return this.#sheets.workbook;
  }

  /** Applies a row of the journal, or a batch that is about to become one. */
  apply(update: Uint8Array, seq: number): void {
    Y.applyUpdate(this.doc, update);
    this.at = seq;
  }

  /** Applies rows of the journal up to a position, without those that it has. What several of them change is read once. */
  follow(rows: readonly JournalRow[], upTo: number): void {
    this.doc.transact(() => {
      for (const { seq, bytes } of rows) if (seq === this.at + 1 && seq <= upTo) this.apply(bytes, seq);
    });
  }

  /** Changes the document and returns the update; null if nothing changed. */
  change(edit: (doc: Y.Doc) => void, origin: object): Uint8Array | null {
    let update: Uint8Array | null = null;
    const capture = (bytes: Uint8Array): void => {
      update = bytes;
    };
    this.doc.on('update', capture);
    try {
      this.doc.transact(() => edit(this.doc), origin);
    } finally {
      this.doc.off('update', capture);
    }
    return update;
  }

  destroy(): void {
    this.doc.destroy();
  }

  #followThreads(ids: ReadonlySet<string>): void {
    for (const id of this.#threads === null ? [] : ids) {
      const thread = readThread(this.doc, id);
      if (thread === null) this.#threads?.delete(id);
      else this.#threads?.set(id, thread);
    }
  }

  #follow(change: TabDocChange): void {
    this.board.follow(change);
    if (change.settings || change.removed === true) this.#settings = null;
    this.#followImages(change);
    const tab = this.#tabs.get(change.tab);
    if (tab === undefined) return;
    if (change.removed === true || change.elements === 'all' || change.settings) {
      this.#tabs.delete(change.tab);
      return;
    }
    for (const id of change.elements) tab.unread.add(id);
    tab.lint.note(change.elements);
    if (tab.unread.size <= readAtOnce) this.#readAgain(change.tab, tab, Infinity);
  }

  #followImages({ tab, elements, removed }: TabDocChange): void {
    const cached = this.#images?.get(tab);
    if (cached === undefined) return;
    if (removed === true || elements === 'all') {
      this.#images?.delete(tab);
      return;
    }
    for (const id of elements) {
      const imageId = imageIdAt(this.doc, tab, id);
      if (imageId === null) cached.delete(id);
      else cached.set(id, imageId);
    }
  }

  #readAgain(tabId: string, { index, unread }: CachedTab, most: number): void {
    if (unread.size === 0) return;
    const ids = new Set(unread.values().take(most));
    const read = Array.from(ids, (id) => ({ id, ...readElementAt(this.doc, tabId, id) }));
    for (const id of ids) unread.delete(id);
    index.update(read);
    const newlySkipped = read.flatMap(({ skipped }) => skipped ?? []);
    if (newlySkipped.length > 0 || index.skipped.length > 0) index.setSkipped(skippedAfter(index.skipped, ids, newlySkipped));
  }
}

/** The tab's `skipped` after these elements were read again. */
function skippedAfter(before: readonly Skipped[], read: ReadonlySet<string>, added: readonly Skipped[]): Skipped[] {
  return [...before.filter(({ id }) => !read.has(id)), ...added].sort(bySkippedId);
}
