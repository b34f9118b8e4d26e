/** Brings the index of one document to the position of its journal (SPEC.md, SE1, SE4). */
import { journalAfter } from '#storage/journal.ts';
import { type IndexPosition, indexPositionOf } from '#storage/search/index-positions.ts';
import type { SearchStorage } from '#storage/search/open-search.ts';
import {
  cursorOf,
  type IndexChange,
  type IndexCursor,
  readIndex,
  removeFromIndex,
  writeIndex,
} from '#storage/search/write-index.ts';
import { loadState } from '#storage/snapshots.ts';
import type { Storage } from '#storage/storage.ts';

import { IndexThread } from './index-thread.ts';

/** Rises with what is derived from a document, which is then derived again. */
export const indexForm = 1;

/** Bytes of updates of the documents that the thread keeps. They take several times as much memory. */
const keptBytes = 16 * 2 ** 20;

/** A document that the thread has at `seq`, as the index with this stamp. */
type Kept = { readonly stamp: string; readonly seq: number; readonly bytes: number };

export class DocumentIndexer {
  readonly #storage: Storage;
  readonly #search: SearchStorage;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #thread = new IndexThread(() => this.#kept.clear());

  constructor({ storage, search }: { readonly storage: Storage; readonly search: SearchStorage }) {
    this.#storage = storage;
    this.#search = search;
  }

  /**
   * `verify`: compares the whole index of the document with its journal. False if another node writes the index at the same time. Throws what
   * storage throws, and if the document cannot be read.
   */
  async index(documentId: string, { verify = false }: { readonly verify?: boolean } = {}): Promise<boolean> {
    const position = await indexPositionOf(this.#storage.db, documentId);
    if (position === null) {
      this.#forget(documentId);
      await removeFromIndex(this.#search, documentId);
      return true;
    }
    const cursor = await cursorOf(this.#search.db, documentId);
    if (cursor !== null && (cursor.form > indexForm || (!verify && isCurrent(cursor, position)))) return true;
    return (!verify && (await this.#follow(position, cursor))) || this.#derive(position, cursor);
  }

  forgetAll(): void {
    for (const documentId of this.#kept.keys()) this.#forget(documentId);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** From the rows that the thread lacks. False if it does not have the document, or the index has changed since. */
  async #follow({ id, seq }: IndexPosition, cursor: IndexCursor | null): Promise<boolean> {
    const kept = this.#kept.get(id);
    if (kept === undefined || cursor === null || cursor.stamp !== kept.stamp || kept.seq >= seq) return false;
    const rows = await journalAfter(this.#storage.db, id, kept.seq);
    const last = rows?.at(-1);
    if (rows === null || last === undefined) return false;
    const updates = rows.map(({ bytes }) => bytes);
    // If anything fails from here on, the thread has what the index lacks.
    this.#kept.delete(id);
    const change = await this.#thread.derive({ documentId: id, updates, indexed: null });
    return this.#write(last, { id, cursor, change, bytes: kept.bytes + sizeOf(updates) });
  }

  async #derive(position: IndexPosition, cursor: IndexCursor | null): Promise<boolean> {
    const { id } = position;
    const state = await loadState(this.#storage.db, id);
    if (state === null) return true;
    this.#kept.delete(id);
    const indexed = await readIndex(this.#search.db, id);
    const updates = [...(state.snapshot === null ? [] : [state.snapshot.bytes]), ...state.rows.map(({ bytes }) => bytes)];
    const change = await this.#thread.derive({ documentId: id, updates, indexed });
    const last = state.rows.at(-1) ?? { seq: state.seq, at: position.at };
    return this.#write(last, { id, cursor, change, bytes: sizeOf(updates) });
  }

  async #write(
    { seq, at }: Pick<IndexPosition, 'seq' | 'at'>,
    {
      id,
      cursor,
      change,
      bytes,
    }: { readonly id: string; readonly cursor: IndexCursor | null; readonly change: IndexChange; readonly bytes: number },
  ): Promise<boolean> {
    const stamp = await writeIndex(this.#search, id, cursor, { seq, at, form: indexForm, change });
    if (stamp === null) {
      this.#forget(id);
      return false;
    }
    this.#keep(id, { stamp, seq, bytes });
    return true;
  }

  #keep(documentId: string, kept: Kept): void {
    this.#kept.set(documentId, kept);
    let sum = this.#kept.values().reduce((bytes, one) => bytes + one.bytes, 0);
    for (const [id, { bytes }] of this.#kept) {
      if (sum <= keptBytes) return;
      this.#forget(id);
      sum -= bytes;
    }
  }

  #forget(documentId: string): void {
    this.#kept.delete(documentId);
    this.#thread.forget(documentId);
  }
}

export const isCurrent = ({ seq, at, form }: Omit<IndexCursor, 'stamp'>, position: Pick<IndexPosition, 'seq' | 'at'>): boolean =>
  form >= indexForm && seq === position.seq && at === position.at;

const sizeOf = (updates: readonly Uint8Array[]): number => updates.reduce((sum, { length }) => sum + length, 0);
