/** snapshots: states put together from snapshot and tail, healed or refused. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { CorruptJournal, JournalGap } from '../failures.ts';
import { journalAfter } from '../journal.ts';
import { loadState, writeSnapshot } from '../snapshots.ts';
import { openStorage, type Db, type Storage } from '../storage.ts';
import { append, encodeState, type ContractDatabase, stateText, wholeOf } from './contract-database.ts';

export function snapshotsContract(ground: ContractDatabase): void {
  describe('snapshots', () => {
    test('[N1] snapshot and tail always make up the whole journal, whatever was compacted when', async () => {
      const step = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ do: fc.constant('append' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const), back: fc.nat(3), keep: fc.nat(4) }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const { documentId } = await ground.newDocument();
          const model: Uint8Array[] = [];
          for (const one of steps) {
            if (one.do === 'append') {
              await append(ground.storage, documentId, one.bytes);
              model.push(one.bytes);
            } else {
              const seq = Math.max(0, model.length - one.back);
              const snapshot = { seq, bytes: encodeState(model.slice(0, seq)), at: 1 };
              await ground.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, one.keep));
            }
          }
          expect(await wholeOf(ground.storage.db, documentId)).toEqual({ seq: model.length, text: stateText(model) });
          for (let seq = 0; seq <= model.length; seq += 1) {
            const after = await journalAfter(ground.storage.db, documentId, seq);
            if (after !== null) expect(after.map(({ bytes }) => [...bytes])).toEqual(model.slice(seq).map((bytes) => [...bytes]));
          }
        }),
        fuzz(25),
      );
    });

    test('rows that the snapshot before the newest covers are deleted, but for the tail', async () => {
      const { documentId } = await ground.newDocument();
      const bytes = new Uint8Array([7]);
      for (let i = 1; i <= 20; i += 1) await append(ground.storage, documentId, bytes);
      const snapshot = (seq: number) => ground.storage.transact((tx) => writeSnapshot(tx, documentId, { seq, bytes, at: 1 }, 3));
      await snapshot(10);
      expect(await journalAfter(ground.storage.db, documentId, 0)).toHaveLength(20);
      await snapshot(20);
      expect(await journalAfter(ground.storage.db, documentId, 6)).toBeNull();
      expect(await journalAfter(ground.storage.db, documentId, 7)).toHaveLength(13);
      expect(await loadState(ground.storage.db, documentId)).toEqual({
        seq: 20,
        snapshot: { seq: 20, bytes: expect.anything() },
        rows: [],
      });
    });

    test('a snapshot of a position that the journal has not reached is refused', async () => {
      const { documentId } = await ground.newDocument();
      const work = (tx: Db) => writeSnapshot(tx, documentId, { seq: 1, bytes: new Uint8Array([1]), at: 1 }, 0);
      await expect(ground.storage.transact(work)).rejects.toThrow(JournalGap);
    });

    test('[N2] [N3] a flipped bit anywhere is healed or found, never served', async () => {
      const { documentId } = await ground.newDocument();
      const model = Array.from({ length: 9 }, (_, i) => new Uint8Array([i, 255 - i, 3]));
      for (const [index, bytes] of model.entries()) {
        await append(ground.storage, documentId, bytes);
        if (index === 3 || index === 6) {
          const snapshot = { seq: index + 1, bytes: encodeState(model.slice(0, index + 1)), at: 1 };
          await ground.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, 0));
        }
      }
      const whole = { seq: 9, text: stateText(model) };
      const outcomes = { healed: 0, found: 0 };
      for (const stored of await storedBytes(ground.storage.db, documentId)) {
        for (let bit = 0; bit < stored.bytes.length * 8; bit += 5) {
          await setBytes(ground.storage, documentId, { ...stored, bytes: flipped(stored.bytes, bit) });
          const read = await wholeOf(ground.storage.db, documentId).catch((error: unknown) => error);
          if (read instanceof CorruptJournal) outcomes.found += 1;
          else {
            expect(read).toEqual(whole);
            outcomes.healed += 1;
          }
        }
        await setBytes(ground.storage, documentId, stored);
      }
      expect(outcomes.healed).toBeGreaterThan(10);
      expect(outcomes.found).toBeGreaterThan(5);
      expect(await wholeOf(ground.storage.db, documentId)).toEqual(whole);
    });

    test('[N3] rows of one document in the place of another are found', async () => {
      const a = await ground.newDocument();
      const b = await ground.newDocument();
      await append(ground.storage, a.documentId, new Uint8Array([1]));
      await append(ground.storage, b.documentId, new Uint8Array([2]));
      await ground.storage.transact(async (tx) => {
        const stolen = await tx
          .selectFrom('journal')
          .select(['bytes', 'checksum'])
          .where('document_id', '=', a.documentId)
          .executeTakeFirstOrThrow();
        await tx.updateTable('journal').set(stolen).where('document_id', '=', b.documentId).execute();
      });
      await expect(loadState(ground.storage.db, b.documentId)).rejects.toThrow(CorruptJournal);
    });

    test('the state of a document that is not there is null; of a new one, nothing at position 0', async () => {
      expect(await loadState(ground.storage.db, 'doc_none')).toBeNull();
      const { documentId } = await ground.newDocument();
      expect(await loadState(ground.storage.db, documentId)).toEqual({ seq: 0, snapshot: null, rows: [] });
    });

    test('[N1] loading beside writers and compaction always yields a whole state', async () => {
      const { documentId } = await ground.newDocument();
      const model: Uint8Array[] = [];
      let writing = true;
      const writer = (async () => {
        for (let i = 1; i <= 60; i += 1) {
          const bytes = new Uint8Array([i]);
          await append(ground.storage, documentId, bytes);
          model.push(bytes);
          const snapshot = { seq: i, bytes: encodeState(model), at: 1 };
          if (i % 7 === 0) await ground.storage.transact((tx) => writeSnapshot(tx, documentId, snapshot, 0));
        }
        writing = false;
      })();
      const node = await openStorage(ground.config);
      while (writing) {
        await turnOfTheLoop();
        const { seq, text } = (await wholeOf(node.db, documentId)) ?? { seq: 0, text: 'missing' };
        expect(text).toEqual(stateText(Array.from({ length: seq }, (_, i) => new Uint8Array([i + 1]))));
      }
      await writer;
      await node.close();
    });
  });
}

type Stored = { readonly table: 'journal' | 'snapshots'; readonly seq: number; readonly bytes: Uint8Array };

/** Every row of a document that holds bytes. */
async function storedBytes(db: Db, documentId: string): Promise<Stored[]> {
  const read = async (table: Stored['table']) => {
    const rows = await db.selectFrom(table).select(['seq', 'bytes']).where('document_id', '=', documentId).execute();
    return rows.map(({ seq, bytes }) => ({ table, seq, bytes }));
  };
  return [...(await read('journal')), ...(await read('snapshots'))];
}

async function setBytes(on: Storage, documentId: string, { table, seq, bytes }: Stored): Promise<void> {
  await on.transact((tx) =>
    tx.updateTable(table).set({ bytes }).where('document_id', '=', documentId).where('seq', '=', seq).execute(),
  );
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
