/** The contract for snapshots: states assembled from a snapshot and the rows after it, repaired or refused. */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { CorruptJournal, JournalGap } from '../failures.ts';
import { journalAfter } from '../journal.ts';
import { loadState, writeSnapshot } from '../snapshots.ts';
import { openStorage, type Db, type Storage } from '../storage.ts';
import { append, encodeState, type ContractDatabase, stateText, wholeOf } from './contract-database.ts';

export function snapshotsContract(database: ContractDatabase): void {
  describe('snapshots', () => {
    test('SN1 the snapshot and the rows after it are the whole journal, whatever was compacted', async () => {
      const anyStep = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ do: fc.constant('append' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const), back: fc.nat(3), keep: fc.nat(4) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
          const { documentId } = await database.newDocument();
          const model: Uint8Array[] = [];
          for (const step of steps) {
            if (step.do === 'append') {
              await append(database.storage, documentId, step.bytes);
              model.push(step.bytes);
            } else {
              const seq = Math.max(0, model.length - step.back);
              const snapshot = { seq, bytes: encodeState(model.slice(0, seq)), at: 1 };
              await database.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, step.keep));
            }
          }
          expect(await wholeOf(database.storage.db, documentId)).toEqual({ seq: model.length, text: stateText(model) });
          for (let seq = 0; seq <= model.length; seq += 1) {
            const after = await journalAfter(database.storage.db, documentId, seq);
            if (after !== null) expect(after.map(({ bytes }) => [...bytes])).toEqual(model.slice(seq).map((bytes) => [...bytes]));
          }
        }),
        fuzz(25),
      );
    });

    test('SN4 rows that the previous snapshot covers are deleted, except the last ones', async () => {
      const { documentId } = await database.newDocument();
      const bytes = new Uint8Array([7]);
      for (let i = 1; i <= 20; i += 1) await append(database.storage, documentId, bytes);
      const snapshot = (seq: number) =>
        database.storage.transact((tx) => writeSnapshot(tx, documentId, { seq, bytes, at: 1 }, 3));
      await snapshot(10);
      expect(await journalAfter(database.storage.db, documentId, 0)).toHaveLength(20);
      await snapshot(20);
      expect(await journalAfter(database.storage.db, documentId, 6)).toBeNull();
      expect(await journalAfter(database.storage.db, documentId, 7)).toHaveLength(13);
      expect(await loadState(database.storage.db, documentId)).toEqual({
        seq: 20,
        snapshot: { seq: 20, bytes: expect.anything() },
        rows: [],
      });
    });

    test('SN4 a snapshot of a position that the journal has not reached is refused', async () => {
      const { documentId } = await database.newDocument();
      const work = (tx: Db) => writeSnapshot(tx, documentId, { seq: 1, bytes: new Uint8Array([1]), at: 1 }, 0);
      await expect(database.storage.transact(work)).rejects.toThrow(JournalGap);
    });

    test('SN2 SN3 a flipBit bit anywhere is repaired or found, never served', async () => {
      const { documentId } = await database.newDocument();
      const model = Array.from({ length: 9 }, (_, i) => new Uint8Array([i, 255 - i, 3]));
      for (const [index, bytes] of model.entries()) {
        await append(database.storage, documentId, bytes);
        if (index === 3 || index === 6) {
          const snapshot = { seq: index + 1, bytes: encodeState(model.slice(0, index + 1)), at: 1 };
          await database.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, 0));
        }
      }
      const whole = { seq: 9, text: stateText(model) };
      const outcomes = { repaired: 0, found: 0 };
      for (const stored of await storedBytes(database.storage.db, documentId)) {
        for (let bit = 0; bit < stored.bytes.length * 8; bit += 5) {
          await setBytes(database.storage, documentId, { ...stored, bytes: flipBit(stored.bytes, bit) });
          const read = await wholeOf(database.storage.db, documentId).catch((error: unknown) => error);
          if (read instanceof CorruptJournal) outcomes.found += 1;
          else {
            expect(read).toEqual(whole);
            outcomes.repaired += 1;
          }
        }
        await setBytes(database.storage, documentId, stored);
      }
      expect(outcomes.repaired).toBeGreaterThan(10);
      expect(outcomes.found).toBeGreaterThan(5);
      expect(await wholeOf(database.storage.db, documentId)).toEqual(whole);
    });

    test('SN3 rows of one document in the place of another’s are found', async () => {
      const a = await database.newDocument();
      const b = await database.newDocument();
      await append(database.storage, a.documentId, new Uint8Array([1]));
      await append(database.storage, b.documentId, new Uint8Array([2]));
      await database.storage.transact(async (tx) => {
        const stolen = await tx
          .selectFrom('journal')
          .select(['bytes', 'checksum'])
          .where('document_id', '=', a.documentId)
          .executeTakeFirstOrThrow();
        await tx.updateTable('journal').set(stolen).where('document_id', '=', b.documentId).execute();
      });
      await expect(loadState(database.storage.db, b.documentId)).rejects.toThrow(CorruptJournal);
    });

    test('the state of a missing document is null, and of a new document empty at position 0', async () => {
      expect(await loadState(database.storage.db, 'doc_none')).toBeNull();
      const { documentId } = await database.newDocument();
      expect(await loadState(database.storage.db, documentId)).toEqual({ seq: 0, snapshot: null, rows: [] });
    });

    test('SN1 loading beside writers and compaction always returns a whole state', async () => {
      const { documentId } = await database.newDocument();
      const model: Uint8Array[] = [];
      let writing = true;
      const writer = (async () => {
        for (let i = 1; i <= 60; i += 1) {
          const bytes = new Uint8Array([i]);
          await append(database.storage, documentId, bytes);
          model.push(bytes);
          const snapshot = { seq: i, bytes: encodeState(model), at: 1 };
          if (i % 7 === 0) await database.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, 0));
        }
        writing = false;
      })();
      const node = await openStorage(database.config);
      while (writing) {
        await eventLoopTurn();
        const { seq, text } = (await wholeOf(node.db, documentId)) ?? { seq: 0, text: 'missing' };
        expect(text).toEqual(stateText(Array.from({ length: seq }, (_, i) => new Uint8Array([i + 1]))));
      }
      await writer;
      await node.close();
    });
  });
}

type StoredRow = { readonly table: 'journal' | 'snapshots'; readonly seq: number; readonly bytes: Uint8Array };

/** All journal rows and snapshots of a document. */
async function storedBytes(db: Db, documentId: string): Promise<StoredRow[]> {
  const read = async (table: StoredRow['table']) => {
    const rows = await db.selectFrom(table).select(['seq', 'bytes']).where('document_id', '=', documentId).execute();
    return rows.map(({ seq, bytes }) => ({ table, seq, bytes }));
  };
  return [...(await read('journal')), ...(await read('snapshots'))];
}

async function setBytes(on: Storage, documentId: string, { table, seq, bytes }: StoredRow): Promise<void> {
  await on.transact((tx) =>
    tx.updateTable(table).set({ bytes }).where('document_id', '=', documentId).where('seq', '=', seq).execute(),
  );
}

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
