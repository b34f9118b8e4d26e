/** The storage under test, and the people, documents and rows that its tests need. */
import { createHash } from 'node:crypto';

import type { StoredChangesetDetail } from '../changesets.ts';
import { insertDocument } from '../documents.ts';
import { insertImage, type StoredImage } from '../images.ts';
import { appendJournal, lockDocument } from '../journal.ts';
import { loadState } from '../snapshots.ts';
import { openStorage, type Db, type Storage, type StorageConfig } from '../storage.ts';
import { insertUser } from '../users.ts';

export class ContractDatabase {
  /** Creates an empty database. */
  readonly createEmpty: () => Promise<StorageConfig>;
  #opened: { config: StorageConfig; storage: Storage } | null = null;
  #ids = 0;

  constructor(createEmpty: () => Promise<StorageConfig>) {
    this.createEmpty = createEmpty;
  }

  async open(): Promise<void> {
    const config = await this.createEmpty();
    this.#opened = { config, storage: await openStorage(config) };
  }

  async close(): Promise<void> {
    await this.#opened?.storage.close();
  }

  get storage(): Storage {
    if (this.#opened === null) throw new Error('not open yet');
    return this.#opened.storage;
  }

  /** The configuration of `storage`. Opening it again simulates another node on the same database. */
  get config(): StorageConfig {
    if (this.#opened === null) throw new Error('not open yet');
    return this.#opened.config;
  }

  newId(kind: string): string {
    this.#ids += 1;
    return `${kind}_${String(this.#ids).padStart(20, '0')}`;
  }

  /** A new person with a document at journal position 0. */
  async newDocument(name = 'Plan', at = 1): Promise<{ documentId: string; userId: string }> {
    const documentId = this.newId('doc');
    const userId = this.newId('user');
    await this.storage.transact(async (tx) => {
      await insertUser(tx, person(userId));
      await insertDocument(tx, { id: documentId, name, ownerId: userId, at });
    });
    return { documentId, userId };
  }

  /** The record of a changeset whose journal row has the number of its revision. */
  changeset(documentId: string, tabId: string, rev: number, over: Partial<StoredChangesetDetail> = {}): StoredChangesetDetail {
    return {
      id: this.newId('cs'),
      documentId,
      tabId,
      seq: rev,
      rev,
      previousRev: rev - 1,
      baseRev: null,
      author: { name: awkward, color: '#c2410c' },
      userId: 'user_1',
      tokenId: 'tok_1',
      agent: true,
      summary: null,
      counts: { added: 1, changed: 2, removed: 3 },
      revertOf: null,
      createdAt: rev * 10,
      edits: [],
      tabChange: null,
      results: [{ mark: '+', id: 'a~1', ref: 'a', kind: 'square', line: `+ ${awkward}` }],
      lint: {
        verdict: 'clean',
        counts: { error: 0, warning: 0, info: 0 },
        summary: { crossings: null, arrowsBehindBoxes: 0, overlaps: 0, width: 1, height: 1 },
        findings: [],
      },
      text: awkward,
      ...over,
    };
  }

  /** A new image in a person's gallery, with bytes that no other image has. */
  async newImage(ownerId: string, more: Partial<StoredImage> = {}): Promise<StoredImage> {
    const image: StoredImage = {
      id: this.newId('img'),
      ownerId,
      scope: '',
      hash: hash(this.newId('x')),
      contentType: 'image/png',
      byteSize: 10,
      width: 3,
      height: 4,
      originalName: awkward,
      createdAt: 5,
      deletedAt: null,
      ...more,
    };
    await this.storage.transact((tx) => insertImage(tx, image));
    return image;
  }
}

export const day = 86_400_000;

/** Text that breaks careless storage: quotes, wildcards, code points beyond 16 bits, joined ones, a change of direction. */
export const awkward = `'"; drop table users; -- %_\\ Ångström 👩‍👧 \u202e`;

export const person = (id: string) => ({ id, name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 });

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const row = (seq: number) => ({
  seq,
  writeId: `w${seq}`,
  kind: 'server' as const,
  actor: null,
  bytes: new Uint8Array([1, 2, 3]),
  at: seq,
});

export const touch = (documentId: string, tabId: string, rev: number, elementIds: readonly string[]) => ({
  documentId,
  tabId,
  rev,
  elementIds,
  name: 'Ada',
  color: '#c2410c',
  userId: null,
  changesetId: `cs_${rev}`,
  at: 1000,
});

/** Writes the next row as a node does: lock, then append. Returns its seq. */
export function append(
  on: Storage,
  documentId: string,
  bytes: Uint8Array,
  { actor = null, at }: { readonly actor?: unknown; readonly at?: number } = {},
): Promise<number> {
  return on.transact(async (tx) => {
    const seq = ((await lockDocument(tx, documentId))?.seq ?? 0) + 1;
    const writeId = `w-${documentId}-${seq}`;
    await appendJournal(tx, { documentId, seq, writeId, kind: 'editors', actor, bytes, at: at ?? seq });
    return seq;
  });
}

/** A document's state in these tests: its updates, one after the other, in hexadecimal. */
export const stateText = (updates: readonly Uint8Array[]): string =>
  updates.map((bytes) => Buffer.from(bytes).toString('hex')).join('');

/** The bytes of a snapshot of that state. */
export const encodeState = (updates: readonly Uint8Array[]): Uint8Array => Buffer.from(stateText(updates));

/** The state that a reader assembles from the snapshot and the rows after it. */
export async function wholeOf(db: Db, documentId: string): Promise<{ seq: number; text: string } | null> {
  const state = await loadState(db, documentId);
  if (state === null) return null;
  const base = state.snapshot === null ? '' : Buffer.from(state.snapshot.bytes).toString();
  return { seq: state.seq, text: base + stateText(state.rows.map(({ bytes }) => bytes)) };
}
