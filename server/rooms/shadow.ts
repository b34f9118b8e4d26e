/**
 * shadow: a private Y.Doc that equals the journal at one position, with the plain tabs read from it.
 *
 * Changesets are planned on it and applied to it before COMMIT; the live document that editors see is never touched
 * by what might be rolled back. A tab is read whole once and then kept up by element, and so is its lint, so that a small
 * changeset does not cost what its tab holds, and a large one does not hold the event loop for all of it at once.
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
import type { Skipped, TabSettings } from '#schema/tab.ts';
import { bySkippedId, holdsOn, readDocumentName, readElementAt, readTab, readTabs } from '#schema/ydoc/read.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { readThread, readThreads } from '#schema/ydoc/threads.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';
import { imageIdAt, imageIdsOf } from '#schema/ydoc/image-ids.ts';
import { type TabDocChange, watchTabs } from '#schema/ydoc/watch.ts';

import { BoardCache } from './board-cache.ts';

type KnownTab = {
  readonly index: TabIndex;
  readonly lint: LintCache;
  /** Ids of elements that changed in the document and were not read again yet. */
  readonly unread: Set<string>;
};

/** More changed elements than these are read again when they are needed, or bit by bit, and not with the change itself. */
const readAtOnce = 250;

export class Shadow {
  readonly doc: Y.Doc;
  /** The journal position that the document equals. */
  at: number;
  readonly #tabs = new Map<string, KnownTab>();
  #settings: readonly TabSettings[] | null = null;
  /** Cards, card types and boards. */
  readonly plan: BoardCache;
  /** The images that the elements of each tab name, once anybody asked. */
  #images: Map<string, Map<string, string>> | null = null;
  /** All of the document, once anybody asked. */
  #threads: Map<string, Thread> | null = null;
  readonly #sheets: SheetBook;

  /** `clientId`: one for the process and document, so that the document's table of clients does not grow with every load. */
  constructor(state: { readonly update: Uint8Array; readonly seq: number }, clientId: number) {
    this.doc = new Y.Doc();
    Y.applyUpdate(this.doc, state.update);
    this.doc.clientID = clientId;
    this.at = state.seq;
    this.plan = new BoardCache(this.doc, () => this.tabs);
    watchTabs(this.doc, (change) => this.#follow(change));
    watchRoot(this.doc, 'threads', (ids) => this.#followThreads(ids));
    this.#sheets = new SheetBook(sheetSource(this.doc));
  }

  /** Null when the document never got one. */
  get name(): string | null {
    return readDocumentName(this.doc);
  }

  /** In tab order. */
  get tabs(): readonly TabSettings[] {
    this.#settings ??= readTabs(this.doc);
    return this.#settings;
  }

  /** Undefined when the document has no such tab. */
  tab(tabId: string): TabIndex | undefined {
    return this.#knownTab(tabId)?.index;
  }

  /** The lint of a draft over the tab that differs from it in these elements; undefined as `tab`. */
  lint(tabId: string, draft: TabView, changed: Iterable<string>): Lint | undefined {
    return this.#knownTab(tabId)?.lint.lint(draft, changed);
  }

  /** What a plan for the tab does to its lint; undefined as `tab`. */
  lintChange(tabId: string, plan: LintedPlan): LintChange | undefined {
    const known = this.#knownTab(tabId);
    return known?.lint.change(known.index, plan);
  }

  /** How many elements `lint` would look at for the tab as it is. */
  lintWork(tabId: string): number {
    const known = this.#knownTab(tabId);
    return known === undefined ? 0 : (known.lint.pending ?? known.index.size);
  }

  #knownTab(tabId: string): KnownTab | undefined {
    const known = this.#tabs.get(tabId);
    if (known !== undefined) {
      this.#readAgain(tabId, known, Infinity);
      return known;
    }
    const state = readTab(this.doc, tabId);
    if (state === null) return undefined;
    const tab = { index: TabIndex.of(state), lint: new LintCache(), unread: new Set<string>() };
    this.#tabs.set(tabId, tab);
    return tab;
  }

  /** True while much is left of what a large change left to be read and linted. */
  get isBehind(): boolean {
    return this.#tabs.values().some(({ unread, lint }) => unread.size > 0 || (lint.pending ?? 0) > readAtOnce);
  }

  /** Does some milliseconds of it; what anybody asks for meanwhile is as it must be all the same. */
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

  /** The comment threads that hang on something of the tab, by its id. The cost is that of the threads, not of the tab. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread> {
    const isOn = holdsOn(this.doc, tabId);
    this.#threads ??= readThreads(this.doc);
    const found = new Map<string, Thread>();
    for (const [id, thread] of this.#threads) if (isOn(id)) found.set(id, thread);
    return found;
  }

  /** How many comments the document holds, those of elements that are gone too. */
  get comments(): number {
    this.#threads ??= readThreads(this.doc);
    let count = 0;
    for (const { comments } of this.#threads.values()) count += comments.length;
    return count;
  }

  /** The ids of all images that elements of the document name. */
  get images(): ReadonlySet<string> {
    this.#images ??= new Map();
    const named = new Set<string>();
    for (const { id } of this.tabs) {
      const known = this.#images.get(id) ?? imageIdsOf(this.doc, id);
      this.#images.set(id, known);
      for (const imageId of known.values()) named.add(imageId);
    }
    return named;
  }

  /** The sheets with what their formulas come to; read when they are first asked for. */
  get workbook(): Workbook {
    return this.#sheets.workbook;
  }

  /** Applies a row of the journal, or a batch that is about to become one. */
  apply(update: Uint8Array, seq: number): void {
    Y.applyUpdate(this.doc, update);
    this.at = seq;
  }

  /** Changes the document and answers the update that says how; null when nothing changed. */
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
    this.plan.follow(change);
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
    const known = this.#images?.get(tab);
    if (known === undefined) return;
    if (removed === true || elements === 'all') {
      this.#images?.delete(tab);
      return;
    }
    for (const id of elements) {
      const imageId = imageIdAt(this.doc, tab, id);
      if (imageId === null) known.delete(id);
      else known.set(id, imageId);
    }
  }

  #readAgain(tabId: string, { index, unread }: KnownTab, most: number): void {
    if (unread.size === 0) return;
    const ids = new Set(unread.values().take(most));
    const read = Array.from(ids, (id) => ({ id, ...readElementAt(this.doc, tabId, id) }));
    for (const id of ids) unread.delete(id);
    index.update(read);
    const told = read.flatMap(({ skipped }) => skipped ?? []);
    if (told.length > 0 || index.skipped.length > 0) index.setSkipped(skippedAfter(index.skipped, ids, told));
  }
}

/** What a tab's `skipped` is once these elements were read again. */
function skippedAfter(before: readonly Skipped[], read: ReadonlySet<string>, told: readonly Skipped[]): Skipped[] {
  return [...before.filter(({ id }) => !read.has(id)), ...told].sort(bySkippedId);
}
