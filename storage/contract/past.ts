/** The contract for the past: what a compaction deletes stays readable, until it is swept. */
import { describe, expect, test } from 'vitest';

import { CorruptJournal } from '../failures.ts';
import { replaceHistory } from '../history.ts';
import { lockDocument } from '../journal.ts';
import { findMoment } from '../past/find-moment.ts';
import { insertPastSnapshot, keepPast, preparePast } from '../past/keep-past.ts';
import { readMoment } from '../past/read-moment.ts';
import { compress } from '../past/row-pack.ts';
import { sweepPast } from '../past/sweep-past.ts';
import { writeSnapshot } from '../snapshots.ts';
import type { Storage } from '../storage.ts';
import { deleteVersion, insertVersion, versionsOf } from '../versions.ts';
import { append, type ContractDatabase, encodeState, stateText } from './contract-database.ts';

const options = { keepTailRows: 2, pastSnapshotBytes: 1 };

export function pastContract(database: ContractDatabase): void {
  const states: Uint8Array[] = [];

  /** The time of each row is its position. */
  async function history(storage: Storage, documentId: string): Promise<void> {
    states.length = 0;
    for (let seq = 1; seq <= 40; seq += 1) {
      await append(storage, documentId, new Uint8Array([seq]), { actor: { revs: { tab_1: seq } } });
      states.push(new Uint8Array([seq]));
      if (seq % 8 !== 0) continue;
      const past = await preparePast(storage.db, documentId, options);
      await storage.transact(async (tx) => {
        expect(await keepPast(tx, documentId, past)).toBe(true);
        await writeSnapshot(tx, documentId, { seq, bytes: encodeState(states), at: seq }, options.keepTailRows);
      });
    }
  }

  const textAt = async (documentId: string, seq: number): Promise<string | null> => {
    const moment = await readMoment(database.storage.db, documentId, seq);
    if (moment === null) return null;
    // A snapshot in these tests is the text of its state.
    return moment.updates
      .map((bytes, at) => (at === 0 && bytes.length > 1 ? Buffer.from(bytes).toString() : stateText([bytes])))
      .join('');
  };
  const find = (documentId: string, name: Parameters<typeof findMoment>[2], since = 0) =>
    findMoment(database.storage.db, documentId, name, { now: 1_000, since });

  describe('the past', () => {
    test('PS1 each moment is read as it was, and found by its time and revision', async () => {
      const { documentId } = await database.newDocument();
      await history(database.storage, documentId);
      for (let seq = 1; seq <= 40; seq += 1) {
        expect([seq, await textAt(documentId, seq)]).toEqual([seq, stateText(states.slice(0, seq))]);
        expect([seq, await find(documentId, { time: seq })]).toEqual([seq, seq]);
        if (seq < 40) expect([seq, await find(documentId, { tabId: 'tab_1', rev: seq })]).toEqual([seq, seq]);
      }
      expect(await find(documentId, { time: 0 })).toBeNull();
      expect(await find(documentId, { time: 1_001 })).toBeNull();
      expect(await find(documentId, { time: 7 }, 8)).toBeNull();
      expect(await textAt(documentId, 41)).toBeNull();
      expect(await textAt('doc_none', 1)).toBeNull();
    });

    test('PS1 a compaction that another node has overtaken keeps nothing twice', async () => {
      const { documentId } = await database.newDocument();
      await history(database.storage, documentId);
      const past = await preparePast(database.storage.db, documentId, options);
      const compact = () =>
        database.storage.transact(async (tx) => {
          const isKept = await keepPast(tx, documentId, past);
          if (isKept) await writeSnapshot(tx, documentId, { seq: 40, bytes: encodeState(states), at: 40 }, 0);
          return isKept;
        });
      expect(await compact()).toBe(past.packs.length > 0 || past.snapshot !== null);
      expect(await textAt(documentId, 33)).toBe(stateText(states.slice(0, 33)));
    });

    test('PS1 moments since a salvage, which replaces the journal by a state, are read', async () => {
      const { documentId } = await database.newDocument();
      const { storage } = database;
      await history(storage, documentId);
      await storage.transact(async (tx) => {
        await lockDocument(tx, documentId);
        await replaceHistory(tx, documentId, { seq: 41, writeId: 'salvage', bytes: encodeState(states.slice(0, 5)), at: 41 });
      });
      const salvaged = states.slice(0, 5);
      for (let seq = 42; seq <= 60; seq += 1) {
        await append(storage, documentId, new Uint8Array([seq]), { actor: { revs: { tab_1: seq } } });
        salvaged.push(new Uint8Array([seq]));
        if (seq % 5 !== 0) continue;
        const past = await preparePast(storage.db, documentId, { keepTailRows: 2, pastSnapshotBytes: 1e9 });
        await storage.transact(async (tx) => {
          expect(await keepPast(tx, documentId, past)).toBe(true);
          await writeSnapshot(tx, documentId, { seq, bytes: encodeState(salvaged), at: seq }, 2);
        });
      }
      for (let seq = 42; seq <= 60; seq += 1)
        expect([seq, await textAt(documentId, seq)]).toEqual([seq, stateText(salvaged.slice(0, seq - 36))]);
      expect(await textAt(documentId, 28)).toBe(stateText(states.slice(0, 28)));
    });

    test('PS1 a damaged pack is found', async () => {
      const { documentId } = await database.newDocument();
      await history(database.storage, documentId);
      await database.storage.transact((tx) =>
        tx
          .updateTable('journal_packs')
          .set({ bytes: new Uint8Array([1]) })
          .where('document_id', '=', documentId)
          .execute(),
      );
      await expect(readMoment(database.storage.db, documentId, 5)).rejects.toThrow(CorruptJournal);
    });

    test('PS2 a moment that was written before the given time, and was still the present then, stays with its names', async () => {
      const { documentId } = await database.newDocument();
      const { storage } = database;
      const compact = async (seq: number, at: number): Promise<void> => {
        const past = await preparePast(storage.db, documentId, { keepTailRows: 0, pastSnapshotBytes: 1e9 });
        await storage.transact(async (tx) => {
          expect(await keepPast(tx, documentId, past)).toBe(true);
          await writeSnapshot(tx, documentId, { seq, bytes: encodeState(states.slice(0, seq)), at }, 0);
        });
      };
      states.length = 0;
      for (const [index, at] of [10, 20, 100, 110, 120].entries()) {
        const seq = index + 1;
        await append(storage, documentId, new Uint8Array([seq]), { actor: { revs: { tab_1: seq } }, at });
        states.push(new Uint8Array([seq]));
        if (seq === 2) await compact(2, 30);
        if (seq === 4) await compact(4, at);
      }
      await sweepPast(storage, 50);
      await compact(5, 120);
      expect(await textAt(documentId, 2)).toBe(stateText(states.slice(0, 2)));
      expect(await find(documentId, { time: 50 }, 50)).toBe(2);
      expect(await find(documentId, { tabId: 'tab_1', rev: 2 }, 50)).toBe(2);
      expect(await find(documentId, { time: 49 }, 50)).toBeNull();
      expect(await find(documentId, { tabId: 'tab_1', rev: 1 }, 50)).toBeNull();
    });

    test('PS2 a sweep deletes what no moment since then needs, and leaves versions', async () => {
      const { documentId } = await database.newDocument();
      const { storage } = database;
      await history(storage, documentId);
      const bytes = await compress(encodeState(states.slice(0, 5)));
      const version = { documentId, seq: 5, at: 5, name: 'V', tabs: [{ id: 'tab_1', name: 'T', rev: 5 }], author: { name: 'Ada', color: '#c2410c' }, userId: null, createdAt: 9 }; // prettier-ignore
      await storage.transact(async (tx) => {
        await insertPastSnapshot(tx, documentId, { seq: 5, at: 5, revs: new Map([['tab_1', 5]]), bytes });
        await insertVersion(tx, { ...version, id: 'ver_1' });
      });
      expect(await sweepPast(storage, 20)).toBeGreaterThan(0);
      expect(await sweepPast(storage, 20)).toBe(0);
      for (let seq = 20; seq <= 40; seq += 1) expect(await textAt(documentId, seq)).toBe(stateText(states.slice(0, seq)));
      expect(await textAt(documentId, 3)).toBeNull();
      expect(await textAt(documentId, 5)).toBe(stateText(states.slice(0, 5)));
      expect(await find(documentId, { tabId: 'tab_1', rev: 5 }, 20)).toBe(5);
      expect(await find(documentId, { time: 5 }, 20)).toBe(5);
      expect(await versionsOf(storage.db, documentId)).toEqual([{ ...version, id: 'ver_1' }]);
      expect(await storage.transact((tx) => deleteVersion(tx, documentId, 'ver_1'))).toBe(true);
      await sweepPast(storage, 20);
      expect(await textAt(documentId, 5)).toBeNull();
    });
  });
}
