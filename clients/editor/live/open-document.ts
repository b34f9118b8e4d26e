/**
 * open-document: an open document of a page: its copy as plain values, the person's edits, and their undo. document-session.ts
 * decides when edits are allowed and where they are sent.
 *
 * Everything that this page writes goes through `edit` and `transact`, under one origin: only that can be undone. Each call is
 * one undo step, unless it joins the last one, and is sent as several updates if it is too large for one. Locked content is not
 * written. A lock by others clears the undo, as undoing edits of locked content would be refused.
 */
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { TabSettings } from '#schema/tab.ts';
import { readDocumentName, readTabs } from '#schema/ydoc/read.ts';
import type { Timer } from '#schema/timer.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { readTimer } from '#schema/ydoc/timer.ts';
import { type TabDocChange, watchTabs } from '#schema/ydoc/watch.ts';
import { applyEdits } from '#schema/ydoc/write.ts';

import { CardStore } from './card-store.ts';
import { areEditsAllowed, LockWatch } from './locks.ts';
import { SheetStore } from './sheet-store.ts';
import { StepRecord } from './step-record.ts';
import { Signal, type Readable } from '../state/signal.ts';
import { TabStore } from './tab-store.ts';
import { UndoSteps } from './undo-steps.ts';

export type EditOptions = {
  /** Edits with the same name that follow each other within a second are one step, such as nudges with the arrow keys. */
  readonly joins?: string;
};

export abstract class OpenDocument {
  readonly doc = new Y.Doc();
  readonly steps: UndoSteps;
  readonly cards: CardStore;
  readonly sheets: SheetStore;
  readonly #name = new Signal('');
  readonly #timer = new Signal<Timer | null>(null);
  readonly #tabs = new Signal<readonly TabSettings[]>([]);
  readonly #locks: LockWatch;
  readonly #open = new Map<string, TabStore>();
  readonly #unwatch: () => void;
  #record: StepRecord | null = null;

  constructor() {
    this.cards = new CardStore(this.doc);
    this.sheets = new SheetStore(this.doc);
    this.steps = new UndoSteps(this.doc, () => this.flush());
    this.#locks = new LockWatch(this.doc, () => this.steps.clear());
    this.#unwatch = watchTabs(this.doc, (change, origin) => this.#takeChange(change, origin));
    rootMap(this.doc, 'meta')?.observe(() => this.#readMeta());
  }

  protected abstract mayWrite(): boolean;

  /** Sends the edits so far as an update of their own. */
  protected abstract flush(): void;

  get name(): Readable<string> {
    return this.#name;
  }

  /** The timer that everyone in the document sees; null without one. */
  get timer(): Readable<Timer | null> {
    return this.#timer;
  }

  get tabs(): Readable<readonly TabSettings[]> {
    return this.#tabs;
  }

  /** Undoes the last step. Returns what it changed, or null if there was none. */
  undo(): StepRecord | null {
    return this.#recorded(() => this.steps.undo());
  }

  /** Redoes the step that was undone last. Returns what it changed, or null if there was none. */
  redo(): StepRecord | null {
    return this.#recorded(() => this.steps.redo());
  }

  /** Discards the last step if it added this element. False if nothing was discarded. */
  discardNew(tabId: string, elementId: string): boolean {
    const element = mapIn(mapIn(mapIn(rootMap(this.doc, 'tabs'), tabId), 'elements'), elementId);
    return element !== null && this.mayWrite() && this.steps.lastStepMade(element) && this.steps.discard();
  }

  /** The tab as plain values; null if the document has no such tab. The same object each time. */
  tab(tabId: string): TabStore | null {
    const open = this.#open.get(tabId);
    if (open !== undefined) return open;
    const made = TabStore.of(this.doc, tabId);
    if (made !== null) this.#open.set(tabId, made);
    return made;
  }

  /** Writes elements of a tab. False if nothing was written. */
  edit(tabId: string, edits: readonly Edit[], options: EditOptions = {}): boolean {
    const tab = this.tab(tabId);
    if (!this.mayWrite() || tab === null || edits.length === 0 || !areEditsAllowed(tab.view, edits)) return false;
    this.steps.write(edits, (part) => applyEdits(this.doc, tabId, part), options.joins);
    return true;
  }

  /** Writes anything else of the editors' roots through schema/ydoc: cards, sheets, pages, layers, tabs. */
  transact(change: (doc: Y.Doc) => void, options: EditOptions = {}): boolean {
    return this.transactAll([change], options);
  }

  /** The same in several updates. */
  transactAll(changes: readonly ((doc: Y.Doc) => void)[], options: EditOptions = {}): boolean {
    if (!this.mayWrite()) return false;
    const written = changes.map((change) => () => change(this.doc));
    this.steps.transact(written, options.joins);
    return true;
  }

  /** The next edit starts a new undo step. */
  stepBoundary(): void {
    this.steps.boundary();
  }

  destroy(): void {
    this.#unwatch();
    this.steps.destroy();
    this.sheets.end();
    this.doc.destroy();
  }

  /** Reads the tabs and the name: the watchers report changes of a tab, but not a whole new document. */
  protected readAround(): void {
    this.#tabs.set(readTabs(this.doc));
    this.#readMeta();
  }

  #readMeta(): void {
    this.#name.set(readDocumentName(this.doc));
    const timer = readTimer(this.doc);
    if (!jsonEqual(timer, this.#timer.get())) this.#timer.set(timer);
  }

  #recorded(walk: () => boolean): StepRecord | null {
    const record = new StepRecord(this.doc, this.cards.known);
    this.#record = record;
    try {
      return walk() ? record : null;
    } finally {
      this.#record = null;
      record.end();
    }
  }

  #takeChange(change: TabDocChange, origin: unknown): void {
    this.#record?.noteTab(change, this.#open.get(change.tab)?.view);
    const local = this.steps.isOwn(origin);
    if (change.settings) this.#tabs.set(readTabs(this.doc));
    this.#locks.take(change, local);
    const tab = this.#open.get(change.tab);
    tab?.take(change, local);
    if (change.removed === true) this.#open.delete(change.tab);
  }
}
