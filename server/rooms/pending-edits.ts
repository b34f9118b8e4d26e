/**
 * pending-edits: the edits of editors that are applied and relayed but not yet in the journal.
 *
 * P1  Every edit gets a number; `durable` resolves when that edit and all before it are committed.
 * P2  A batch that was taken and could not be committed goes back to the front, in its old order.
 * P3  Nothing is acknowledged by being taken, only by `settle` after COMMIT.
 * P4  Images of what edits found are right for the journal unless somebody else's write, which comes before them there, touched
 *     the same elements after they were made: the batch is doubtful then.
 */
import * as Y from 'yjs';

import type { Author } from '#schema/access.ts';

import type { ElementSnapshot } from './element-snapshot.ts';
import { conflictsWithPending } from './conflicts-with-pending.ts';

/** Who edits: one object per connection, so that edits of one editor are told by identity. */
export type EditAuthor = Author & {
  readonly userId: string | null;
  /** Of an editor that came with a token bound to documents: which sees nothing else of its owner. */
  readonly bound?: { readonly tokenId: string; readonly documents: readonly string[] };
};

/** One update, with the elements, the tab settings and the pages that it touches, as the guard found before it was applied. */
export type PendingEdit = {
  readonly update: Uint8Array;
  readonly editor: EditAuthor;
  readonly tabs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly settings: ReadonlySet<string>;
  /** By tab. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removedTabs: ReadonlySet<string>;
  /** Cards. */
  readonly items: ReadonlySet<string>;
  /** How the elements lay before it. */
  readonly images: readonly ElementSnapshot[];
  /** Ids of uploaded images that it placed. */
  readonly imageIds?: readonly string[];
};

/** Edits of one or more editors, merged to one journal row. */
export type Batch = {
  readonly edits: readonly PendingEdit[];
  readonly upTo: number;
  readonly update: Uint8Array;
  /** [P4] */
  readonly isDoubtful: boolean;
};

/** The cards that edits touch, by the last editor who did. */
export function itemsOf(edits: readonly PendingEdit[]): Map<string, EditAuthor> {
  const items = new Map<string, EditAuthor>();
  for (const { items: ids, editor } of edits) for (const id of ids) items.set(id, editor);
  return items;
}

type Waiter = { readonly upTo: number; readonly release: () => void };

export class PendingEdits {
  #edits: PendingEdit[] = [];
  #bytes = 0;
  #isDoubtful = false;
  /** Number of the last edit added, of the last one taken, and of the last one known to be committed. */
  #addedCount = 0;
  #settledCount = 0;
  #waiters: Waiter[] = [];

  /** Those not taken, oldest first. */
  get edits(): readonly PendingEdit[] {
    return this.#edits;
  }

  /** Cards that the edits touch, by the last editor who did. */
  get items(): ReadonlyMap<string, EditAuthor> {
    return itemsOf(this.#edits);
  }

  get empty(): boolean {
    return this.#edits.length === 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** [P4] Somebody else's write is about to be applied to the document that these edits are in. */
  overtakenBy(doc: Y.Doc, update: Uint8Array): void {
    if (this.#edits.length === 0 || this.#isDoubtful) return;
    const touched = new Map<string, Set<string>>();
    for (const { images } of this.#edits) {
      for (const { tabId, id } of images) touched.set(tabId, (touched.get(tabId) ?? new Set<string>()).add(id));
    }
    this.#isDoubtful = conflictsWithPending(doc, update, (tabId, id) => {
      const ids = touched.get(tabId);
      return ids !== undefined && (id === null || ids.has(id));
    });
  }

  /** [P4] It is not known what came before these edits. */
  doubt(): void {
    this.#isDoubtful = this.#edits.length > 0;
  }

  /** True when an edit was added whose commit is not known: taken ones under way count. */
  get unsettled(): boolean {
    return this.#settledCount < this.#addedCount;
  }

  add(edit: PendingEdit): void {
    this.#edits.push(edit);
    this.#bytes += edit.update.length;
    this.#addedCount += 1;
  }

  /** [P1] Calls back once all edits added so far are committed; at once when they are. */
  whenDurable(release: () => void): void {
    if (!this.unsettled) release();
    else this.#waiters.push({ upTo: this.#addedCount, release });
  }

  /** Takes all pending edits, merged to one update; null when there are none. */
  take(): Batch | null {
    if (this.#edits.length === 0) return null;
    const edits = this.#edits;
    const isDoubtful = this.#isDoubtful;
    this.#edits = [];
    this.#bytes = 0;
    this.#isDoubtful = false;
    const [first] = edits;
    const update = edits.length === 1 && first !== undefined ? first.update : Y.mergeUpdates(edits.map((edit) => edit.update));
    return { edits, upTo: this.#addedCount, update, isDoubtful };
  }

  /** [P2] */
  putBack(batch: Batch): void {
    this.#edits = [...batch.edits, ...this.#edits];
    this.#isDoubtful ||= batch.isDoubtful;
    for (const edit of batch.edits) this.#bytes += edit.update.length;
  }

  /** [P3] The batch is committed. */
  settle(batch: Batch): void {
    this.#settledCount = Math.max(this.#settledCount, batch.upTo);
    const due = this.#waiters.filter((waiter) => waiter.upTo <= this.#settledCount);
    if (due.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo > this.#settledCount);
    for (const waiter of due) waiter.release();
  }
}
