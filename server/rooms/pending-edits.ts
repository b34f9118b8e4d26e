/**
 * The edits of editors that are applied and relayed but not yet in the journal (SPEC.md).
 *
 * Snapshots of what the edits replaced are valid for the journal unless an update from elsewhere, which precedes the edits there, touched the
 * same elements after the snapshots were taken. The edits are then stale, and their snapshots are taken again.
 */
import * as Y from 'yjs';

import type { Author } from '#schema/access.ts';

import type { ElementSnapshot } from './element-snapshot.ts';
import { conflictsWithPending } from './conflicts-with-pending.ts';

/** The author of edits: one object per connection, compared by identity. */
export type EditAuthor = Author & {
  readonly userId: string | null;
  /** Set if the editor connected with a token that is limited to documents, and so sees nothing else of its owner. */
  readonly bound?: { readonly tokenId: string; readonly documents: readonly string[] };
};

/** One update, with the elements, tab settings and pages that it touches, by the guard's inspection before it was applied. */
export type PendingEdit = {
  readonly update: Uint8Array;
  readonly editor: EditAuthor;
  readonly tabs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly settings: ReadonlySet<string>;
  /** By tab. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removedTabs: ReadonlySet<string>;
  /** Ids of cards. */
  readonly items: ReadonlySet<string>;
  /** The elements before the update. */
  readonly snapshots: readonly ElementSnapshot[];
  /** Ids of uploaded images that it placed. */
  readonly imageIds?: readonly string[];
};

/** Edits of one or more editors, merged into one journal row. */
export type Batch = {
  readonly edits: readonly PendingEdit[];
  readonly upTo: number;
  readonly update: Uint8Array;
  /** The snapshots have to be taken again. */
  readonly isStale: boolean;
};

/** The cards that edits touch, with the last editor of each. */
export function itemsOf(edits: readonly PendingEdit[]): Map<string, EditAuthor> {
  const items = new Map<string, EditAuthor>();
  for (const { items: ids, editor } of edits) for (const id of ids) items.set(id, editor);
  return items;
}

type Waiter = { readonly upTo: number; readonly release: () => void };

export class PendingEdits {
  #edits: PendingEdit[] = [];
  #bytes = 0;
  #isStale = false;
  /** Number of edits added, and of edits known to be committed. */
  #addedCount = 0;
  #settledCount = 0;
  #waiters: Waiter[] = [];

  /** Oldest first, without those of a batch under way. */
  get edits(): readonly PendingEdit[] {
    return this.#edits;
  }

  get items(): ReadonlyMap<string, EditAuthor> {
    return itemsOf(this.#edits);
  }

  get empty(): boolean {
    return this.#edits.length === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isStale(): boolean {
    return this.#isStale;
  }

  /** To be called before an update from elsewhere is applied to the document that contains these edits. */
  checkConflict(doc: Y.Doc, update: Uint8Array): void {
    if (this.#edits.length === 0 || this.#isStale) return;
    const touched = new Map<string, Set<string>>();
    for (const { snapshots } of this.#edits) {
      for (const { tabId, id } of snapshots) touched.set(tabId, (touched.get(tabId) ?? new Set<string>()).add(id));
    }
    this.#isStale = conflictsWithPending(doc, update, (tabId, id) => {
      const ids = touched.get(tabId);
      return ids !== undefined && (id === null || ids.has(id));
    });
  }

  /** To be called if it is unknown what precedes these edits in the journal. */
  markStale(): void {
    this.#isStale = this.#edits.length > 0;
  }

  /** True if the commit of some edit is not known yet, including those of a batch under way. */
  get unsettled(): boolean {
    return this.#settledCount < this.#addedCount;
  }

  add(edit: PendingEdit): void {
    this.#edits.push(edit);
    this.#bytes += edit.update.length;
    this.#addedCount += 1;
  }

  /** Calls `release` once all edits added so far are committed, or at once if they are. */
  whenDurable(release: () => void): void {
    if (!this.unsettled) release();
    else this.#waiters.push({ upTo: this.#addedCount, release });
  }

  /** Takes all pending edits, merged into one update; null if there are none. */
  take(): Batch | null {
    if (this.#edits.length === 0) return null;
    const edits = this.#edits;
    const isStale = this.#isStale;
    this.#edits = [];
    this.#bytes = 0;
    this.#isStale = false;
    const [first] = edits;
    const update = edits.length === 1 && first !== undefined ? first.update : Y.mergeUpdates(edits.map((edit) => edit.update));
    return { edits, upTo: this.#addedCount, update, isStale };
  }

  /** Puts a batch that could not be committed back to the front. */
  putBack(batch: Batch): void {
    this.#edits = [...batch.edits, ...this.#edits];
    this.#isStale ||= batch.isStale;
    for (const edit of batch.edits) this.#bytes += edit.update.length;
  }

  /** Called after the commit of the batch: only now are its edits acknowledged. */
  settle(batch: Batch): void {
    this.#settledCount = Math.max(this.#settledCount, batch.upTo);
    const due = this.#waiters.filter((waiter) => waiter.upTo <= this.#settledCount);
    if (due.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo > this.#settledCount);
    for (const waiter of due) waiter.release();
  }
}
