/**
 * local-copy: a document's copy in this browser, updated while the document is open.
 *
 * Edits are in the copy within a few milliseconds, marked as unsent until the server has acknowledged them. A failing copy never
 * disturbs the document: `isKept` reports it. Windows of one document write rows of their own, and join only rows that they have
 * read.
 */
import * as Y from 'yjs';

import type { LocalStore, NewRow } from './local-store.ts';

const flushMs = 30;
/** More rows than this are joined the next time that everything is saved. */
const rowsMax = 40;
/** More rows than this are joined even if the server does not have all of them. */
const rowsLongest = 400;

export type Loaded = { readonly hasDocument: boolean; readonly hasUnsent: boolean };

export class LocalCopy {
  readonly #store: LocalStore;
  readonly #user: string;
  readonly #document: string;
  readonly #doc: Y.Doc;
  /** Rows whose content this window's document has. */
  #rowIds: number[] = [];
  #hasUnsentRows = false;
  #waiting: { own: Uint8Array[]; others: Uint8Array[] } = { own: [], others: [] };
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Writes are sequential. */
  #work: Promise<unknown> = Promise.resolve();
  #isKept = true;
  #ended = false;

  constructor(store: LocalStore, user: string, document: string, doc: Y.Doc) {
    this.#store = store;
    this.#user = user;
    this.#document = document;
    this.#doc = doc;
  }

  /** False once something could not be stored: a reload without a network would lose it. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Applies the copy to the document, and follows the document from now on. Never rejects. */
  async load(): Promise<Loaded> {
    try {
      const rows = await this.#store.rows(this.#user, this.#document);
      if (rows.length > 0) Y.applyUpdate(this.#doc, Y.mergeUpdates(rows.map(({ update }) => update)), this);
      this.#rowIds = rows.map(({ id }) => id);
      // What the document has already came from the server.
      if (rows.length === 0 && isWritten(this.#doc)) this.#waiting.others.push(Y.encodeStateAsUpdate(this.#doc));
      this.#hasUnsentRows = rows.some(({ unsent }) => unsent);
      return { hasDocument: rows.length > 0, hasUnsent: this.#hasUnsentRows };
    } catch {
      this.#isKept = false;
      return { hasDocument: false, hasUnsent: false };
    } finally {
      this.#doc.on('update', this.#take);
      window.addEventListener('pagehide', this.#flush);
    }
  }

  /** Called when the server has acknowledged everything in the document. */
  saved(): void {
    this.#flush();
    // After the last edits have become rows.
    this.#do(async () => {
      if (this.#hasUnsentRows || this.#rowIds.length > rowsMax) await this.#join(this.#waiting.own.length > 0);
    });
  }

  /** The document as the server has acknowledged it, according to the copy. Rejects if the copy cannot be read. */
  async acknowledged(): Promise<Y.Doc> {
    const doc = new Y.Doc();
    for (const { update, unsent } of await this.#store.rows(this.#user, this.#document)) if (!unsent) Y.applyUpdate(doc, update);
    return doc;
  }

  /** Deletes the copy. Never rejects. */
  async drop(): Promise<void> {
    this.end();
    await this.#work;
    await this.#store.drop(this.#user, this.#document).catch(() => undefined);
  }

  end(): void {
    this.#flush();
    this.#ended = true;
    this.#doc.off('update', this.#take);
    window.removeEventListener('pagehide', this.#flush);
  }

  readonly #take = (update: Uint8Array, origin: unknown, _doc: Y.Doc, transaction: Y.Transaction): void => {
    if (origin === this) return;
    (transaction.local ? this.#waiting.own : this.#waiting.others).push(update);
    this.#timer ??= setTimeout(this.#flush, flushMs);
  };

  readonly #flush = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { own, others } = this.#waiting;
    this.#waiting = { own: [], others: [] };
    if (others.length > 0) this.#do(() => this.#append({ update: merged(others), unsent: false }));
    if (own.length > 0) this.#do(() => this.#append({ update: merged(own), unsent: true }));
  };

  async #append(row: NewRow): Promise<void> {
    this.#hasUnsentRows ||= row.unsent;
    this.#rowIds.push(await this.#store.append(this.#user, this.#document, row));
    if (this.#rowIds.length > rowsLongest) await this.#join(this.#hasUnsentRows);
  }

  /** Replaces the rows that this window has read by one row of its whole document. */
  async #join(unsent: boolean): Promise<void> {
    const ids = this.#rowIds;
    const update = plain(Y.encodeStateAsUpdate(this.#doc));
    this.#rowIds = [await this.#store.join(this.#user, this.#document, ids, { update, unsent })];
    this.#hasUnsentRows = unsent;
  }

  #do(write: () => Promise<void>): void {
    if (this.#ended) return;
    this.#work = this.#work.then(write).catch(() => {
      this.#isKept = false;
    });
  }
}

const merged = (updates: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  plain(updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates([...updates]));

const isWritten = (doc: Y.Doc): boolean => Y.decodeStateVector(Y.encodeStateVector(doc)).size > 0;

/** Bytes in a buffer of their own, as the database needs them. */
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
