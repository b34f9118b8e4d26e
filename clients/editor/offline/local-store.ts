/**
 * local-store: the IndexedDB database of this browser, with copies of documents for offline work.
 *
 * A copy belongs to one person (or to the guest of the browser) and one document; no other person who signs in can read it.
 * Joining rows never removes a row that another window has just written. Where IndexedDB is missing or fails (a private window, a
 * full disk), the page works without it.
 */

import type { UnsavedWork } from './unsaved-work.ts';

/** A document that has a copy, as it was last seen. */
export type KeptDocument = {
  readonly user: string;
  readonly document: string;
  readonly name: string;
  readonly level: string;
  /** The only tabs that the person may edit; null or left out if all. */
  readonly writableTabs?: readonly string[] | null;
  /** Milliseconds since the Unix epoch. */
  readonly openedAt: number;
};

/** Refused work, until the person has taken note of it. */
export type KeptWork = {
  readonly user: string;
  readonly document: string;
  readonly name: string;
  readonly at: number;
  /** One of the document model's reasons. */
  readonly reason: string;
  readonly work: UnsavedWork;
};

/** An update of a copy. `unsent`: the server has not acknowledged it yet. */
export type CopyRow = { readonly id: number; readonly update: Uint8Array<ArrayBuffer>; readonly unsent: boolean };
export type NewRow = Omit<CopyRow, 'id'>;

const name = 'atelier';
const version = 1;
/** After this time the page goes on without storage: the document must open. */
const openMs = 3_000;

export class LocalStore {
  readonly #db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.#db = db;
    // Another window has a newer page, or deletes everything: this one goes on without.
    db.onversionchange = () => db.close();
  }

  /** Null where storage is disabled. */
  static async open(): Promise<LocalStore | null> {
    try {
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => makeStores(opening.result);
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), openMs));
      const db = await Promise.race([done(opening), late]);
      return db === null ? null : new LocalStore(db);
    } catch {
      return null;
    }
  }

  /** The copies of a person, the last opened one first. */
  async documents(user: string): Promise<KeptDocument[]> {
    const kept = (await done(this.#store('documents').getAll(range(user)))) as KeptDocument[];
    return kept.toSorted((a, b) => b.openedAt - a.openedAt);
  }

  async document(user: string, document: string): Promise<KeptDocument | null> {
    return ((await done(this.#store('documents').get([user, document]))) as KeptDocument | undefined) ?? null;
  }

  async noteDocument(kept: KeptDocument): Promise<void> {
    await done(this.#store('documents', 'readwrite').put(kept));
  }

  /** The rows of a copy, oldest first. */
  async rows(user: string, document: string): Promise<CopyRow[]> {
    return (await done(this.#store('updates').index('copy').getAll([user, document]))) as CopyRow[];
  }

  /** The new row's id. */
  async append(user: string, document: string, row: NewRow): Promise<number> {
    return (await done(this.#store('updates', 'readwrite').add({ ...row, user, document }))) as number;
  }

  /** Replaces some rows by one, in one transaction. Returns the new row's id. */
  async join(user: string, document: string, ids: readonly number[], row: NewRow): Promise<number> {
    const store = this.#store('updates', 'readwrite');
    const added = done(store.add({ ...row, user, document }));
    for (const id of ids) store.delete(id);
    return (await added) as number;
  }

  /** Deletes a copy. Refused work stays. */
  async drop(user: string, document: string): Promise<void> {
    const transaction = this.#db.transaction(['documents', 'updates'], 'readwrite');
    transaction.objectStore('documents').delete([user, document]);
    const updates = transaction.objectStore('updates');
    const ids = await done(updates.index('copy').getAllKeys([user, document]));
    for (const id of ids) updates.delete(id);
    await ended(transaction);
  }

  async keep(work: KeptWork): Promise<number> {
    return (await done(this.#store('kept', 'readwrite').add(work))) as number;
  }

  async keptWork(user: string, document: string): Promise<(KeptWork & { readonly id: number })[]> {
    return (await done(this.#store('kept').index('copy').getAll([user, document]))) as (KeptWork & { id: number })[];
  }

  async dropKeptWork(id: number): Promise<void> {
    await done(this.#store('kept', 'readwrite').delete(id));
  }

  /** The copies of any person with work that the server does not have. */
  async unsentDocuments(): Promise<KeptDocument[]> {
    const rows = (await done(this.#store('updates').getAll())) as (CopyRow & Pick<KeptDocument, 'user' | 'document'>)[];
    const keys = new Map(
      rows.flatMap(({ unsent, user, document }) => (unsent ? [[`${user} ${document}`, { user, document }]] : [])),
    );
    const found = await Promise.all(Array.from(keys.values(), ({ user, document }) => this.document(user, document)));
    return found.filter((kept) => kept !== null);
  }

  /** Deletes everything of everyone. */
  async clear(): Promise<void> {
    const transaction = this.#db.transaction(['documents', 'updates', 'kept'], 'readwrite');
    for (const store of ['documents', 'updates', 'kept']) transaction.objectStore(store).clear();
    await ended(transaction);
  }

  close(): void {
    this.#db.close();
  }

  #store(store: string, mode: IDBTransactionMode = 'readonly'): IDBObjectStore {
    return this.#db.transaction(store, mode).objectStore(store);
  }
}

function makeStores(db: IDBDatabase): void {
  db.createObjectStore('documents', { keyPath: ['user', 'document'] });
  for (const store of ['updates', 'kept'])
    db.createObjectStore(store, { keyPath: 'id', autoIncrement: true }).createIndex('copy', ['user', 'document']);
}

/** Keys are lists: every list that begins with this user sorts before the user with an empty list behind it. */
const range = (user: string): IDBKeyRange => IDBKeyRange.bound([user], [user, []]);

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps nothing'));
  });
