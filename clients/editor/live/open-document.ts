/**
 * open-document: a document as a page has it open: its copy as plain values, what the person writes to it, and their undo.
 * Who may write when, and where what is written goes, is the session's (document-session.ts).
 *
 * D1  Everything that this page writes goes through `edit` and `transact`, under one origin: that alone can be undone.
 * D2  Each `edit` and each `transact` is one step of the undo, unless it says that it carries the last one on.
 * D3  Nothing is written by whoever may not write, onto what is locked, or once the session has ended.
 * D4  A lock that arrives empties the undo: taking back an edit of what is locked since would be refused.
 * D5  What is more than one update may be is several updates, and still one step.
 */
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { TabSettings } from '#schema/tab.ts';
import { readDocumentName, readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
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
  /** Edits of the same name that follow each other within a second are one step, such as nudges by the arrow keys. */
  readonly joins?: string;
};

export abstract class OpenDocument {
  readonly doc = new Y.Doc();
  readonly steps: UndoSteps;
  readonly cards: CardStore;
  readonly sheets: SheetStore;
  readonly #name = new Signal('');
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
    rootMap(this.doc, 'meta')?.observe(() => this.#name.set(readDocumentName(this.doc)));
  }

  /** [D3] */
  protected abstract mayWrite(): boolean;

  /** Sends what was written so far as an update of its own. */
  protected abstract flush(): void;

  get name(): Readable<string> {
    return this.#name;
  }

  get tabs(): Readable<readonly TabSettings[]> {
    return this.#tabs;
  }

  /** Takes back the last step. What it changed; null when there was nothing to take back. */
  undo(): StepRecord | null {
    return this.#recorded(() => this.steps.undo());
  }

  /** Does again what was taken back last; the same. */
  redo(): StepRecord | null {
    return this.#recorded(() => this.steps.redo());
  }

  /** Discards the last step if it is the one that added this element. False when nothing was discarded. */
  discardNew(tabId: string, elementId: string): boolean {
    const element = mapIn(mapIn(mapIn(rootMap(this.doc, 'tabs'), tabId), 'elements'), elementId);
    return element !== null && this.mayWrite() && this.steps.lastStepMade(element) && this.steps.discard();
  }

  /** The tab as plain values; null when the document has no such tab. The same object each time. */
  tab(tabId: string): TabStore | null {
    const open = this.#open.get(tabId);
    if (open !== undefined) return open;
    const made = TabStore.of(this.doc, tabId);
    if (made !== null) this.#open.set(tabId, made);
    return made;
  }

  /** Writes elements of a tab. False when nothing was written: see D3. */
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

  /** The same in several updates [D5]. */
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

  /** Reads what stands around the elements anew: tabs are told of as they change, not as a whole document comes. */
  protected readAround(): void {
    this.#tabs.set(readTabs(this.doc));
    this.#name.set(readDocumentName(this.doc));
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
