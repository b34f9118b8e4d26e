/**
 * Random histories of an indexed document: edits of all kinds and their undo, compaction, indexers that stop, of several nodes at once, and
 * an index that loses or falsifies rows. In the end the index must be what a derivation from the journal gives.
 */
import { expect } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { insertDocument, restoreDocument, trashDocument } from '#storage/documents.ts';
import { appendJournal, lockDocument } from '#storage/journal.ts';
import type { SearchStorage } from '#storage/search/open-search.ts';
import { cursorOf, readIndex } from '#storage/search/write-index.ts';
import { loadState, writeSnapshot } from '#storage/snapshots.ts';
import type { Storage } from '#storage/storage.ts';
import { SeededRandom } from '#test/harness/random.ts';

import { DocumentIndexer } from './document-indexer.ts';
import { DocumentTexts } from './document-texts.ts';
import { RandomDocument } from './random-document.test-support.ts';

export type IndexHistoryCounts = { texts: number; compactions: number; restarts: number; damages: number; races: number };

export const noIndexCounts = (): IndexHistoryCounts => ({ texts: 0, compactions: 0, restarts: 0, damages: 0, races: 0 });

export type Indexed = { readonly storage: Storage; readonly search: SearchStorage; readonly indexers: DocumentIndexer[] };

export async function playIndexHistory(indexed: Indexed, seed: number, counts: IndexHistoryCounts): Promise<void> {
  const history = new IndexHistory(indexed, new SeededRandom(seed), counts);
  await history.begin();
  for (let step = history.random.integer(5, 25); step > 0; step -= 1) await history.step();
  await history.check();
}

class IndexHistory {
  readonly random: SeededRandom;
  readonly #indexed: Indexed;
  readonly #counts: IndexHistoryCounts;
  readonly #id = newId('doc');
  readonly #document: RandomDocument;
  #seq = 0;

  constructor(indexed: Indexed, random: SeededRandom, counts: IndexHistoryCounts) {
    this.#indexed = indexed;
    this.random = random;
    this.#counts = counts;
    this.#document = new RandomDocument(random);
  }

  async begin(): Promise<void> {
    await this.#indexed.storage.transact((tx) => insertDocument(tx, { id: this.#id, name: 'One', ownerId: 'user_ada', at: 1 }));
    await this.#journal();
  }

  async step(): Promise<void> {
    const { random } = this;
    for (let edits = random.integer(0, 5); edits > 0; edits -= 1) this.#document.edit();
    await this.#journal();
    const kind = random.next();
    if (kind < 0.55) await this.#index();
    else if (kind < 0.65) await this.#race();
    else if (kind < 0.75) await this.#compact();
    else if (kind < 0.82) await this.#restart();
    else if (kind < 0.9) await this.#trash();
    else await this.#damage();
  }

  /** Compares the index with a derivation of its own, and everything that an indexer keeps for later. */
  async check(): Promise<void> {
    const { storage, search } = this.#indexed;
    await this.#index();
    const state = await loadState(storage.db, this.#id);
    if (state === null) return expect.fail('the document is gone');
    const snapshot = state.snapshot === null ? [] : [state.snapshot.bytes];
    const updates = [...snapshot, ...state.rows.map(({ bytes }) => bytes)];
    const fresh = new DocumentTexts(updates, { texts: [], grams: new Map() });
    const { puts, grams } = fresh.takeChange();
    fresh.destroy();
    const index = await readIndex(search.db, this.#id);
    const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);
    expect(index.texts.toSorted(byKey)).toEqual(puts.toSorted(byKey));
    expect(Object.fromEntries(index.grams)).toEqual(Object.fromEntries(grams));
    expect((await cursorOf(search.db, this.#id))?.seq).toBe(this.#seq);
    this.#counts.texts += puts.length;
  }

  #indexer(): DocumentIndexer {
    return this.random.pick(this.#indexed.indexers);
  }

  async #index(): Promise<void> {
    expect(await this.#indexer().index(this.#id)).toBe(true);
  }

  async #race(): Promise<void> {
    this.#counts.races += 1;
    const outcomes = await Promise.all(this.#indexed.indexers.map((indexer) => indexer.index(this.#id)));
    expect(outcomes).toContain(true);
  }

  async #journal(): Promise<void> {
    const updates = this.#document.take();
    const rows = this.random.chance(0.5) || updates.length === 0 ? updates : [Y.mergeUpdates(updates)];
    await this.#indexed.storage.transact(async (tx) => {
      for (const bytes of rows) {
        await lockDocument(tx, this.#id);
        this.#seq += 1;
        const row = {
          documentId: this.#id,
          seq: this.#seq,
          writeId: `w${this.#seq}`,
          kind: 'editors',
          actor: null,
          at: this.#seq,
        } as const;
        await appendJournal(tx, { ...row, bytes });
      }
    });
  }

  async #compact(): Promise<void> {
    this.#counts.compactions += 1;
    const bytes = Y.encodeStateAsUpdate(this.#document.doc);
    await this.#indexed.storage.transact(async (tx) => {
      await lockDocument(tx, this.#id);
      await writeSnapshot(tx, this.#id, { seq: this.#seq, bytes, at: 1 }, this.random.integer(0, 3));
    });
  }

  async #restart(): Promise<void> {
    this.#counts.restarts += 1;
    const { indexers, storage, search } = this.#indexed;
    const at = this.random.integer(0, indexers.length - 1);
    // Mostly without its thread, which takes long to start.
    if (this.random.chance(0.1)) {
      await indexers[at]?.close();
      indexers[at] = new DocumentIndexer({ storage, search });
    } else indexers[at]?.forgetAll();
  }

  async #trash(): Promise<void> {
    await this.#indexed.storage.transact((tx) => trashDocument(tx, this.#id, 1));
    await this.#index();
    await this.#indexed.storage.transact((tx) => restoreDocument(tx, this.#id));
  }

  /** What a bad disk may do to rows is found by a verification. */
  async #damage(): Promise<void> {
    this.#counts.damages += 1;
    const { search } = this.#indexed;
    const [lost, falsified] = [this.random.pick('abcdefgh'.split('')), this.random.pick('abcdefgh'.split(''))];
    await search.transact(async (tx) => {
      if (this.random.chance(0.3)) await tx.deleteFrom('search_documents').where('document_id', '=', this.#id).execute();
      await tx.deleteFrom('search_texts').where('document_id', '=', this.#id).where('text_key', '>', lost).execute();
      await tx.updateTable('search_texts').set({ folded: 'false' }).where('document_id', '=', this.#id).where('text_key', '<', falsified).execute(); // prettier-ignore
      await tx.deleteFrom('search_grams').where('document_id', '=', this.#id).where('first', '>', lost).execute();
    });
    expect(await this.#indexer().index(this.#id, { verify: true })).toBe(true);
  }
}
