/** The contract for transactions: all or nothing, durable when resolved, and isolated from reads. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { documentById, insertDocument, renameDocument } from '../documents.ts';
import { journalAfter, lockDocument } from '../journal.ts';
import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Db } from '../storage.ts';
import { append, awkward, type ContractDatabase } from './contract-database.ts';

export function transactionsContract(database: ContractDatabase): void {
  describe('transactions', () => {
    test('DB1 every node reads what a transaction wrote once it has resolved', async () => {
      const { documentId } = await database.newDocument();
      const other = await openStorage(database.config);
      expect((await documentById(other.db, documentId))?.id).toBe(documentId);
      await other.close();
    });

    test('DB2 work that throws leaves nothing behind, and its own error is thrown', async () => {
      const mistake = new Error('no');
      const work = async (tx: Db) => {
        await putSetting(tx, 'half', 'done');
        throw mistake;
      };
      await expect(database.storage.transact(work)).rejects.toBe(mistake);
      expect(await getSetting(database.storage.db, 'half')).toBeNull();
    });

    test('DB2 work that throws leaves nothing of a statement that it did not wait for', async () => {
      const mistake = new Error('no');
      for (let microtasks = 0; microtasks < 20; microtasks += 1) {
        let isOver: Promise<unknown> = Promise.resolve();
        const work = async (tx: Db) => {
          isOver = putSetting(tx, 'stray', 'done').catch(() => undefined);
          for (let at = 0; at < microtasks; at += 1) await Promise.resolve();
          throw mistake;
        };
        await expect(database.storage.transact(work)).rejects.toBe(mistake);
        await isOver;
        expect(await getSetting(database.storage.db, 'stray')).toBeNull();
      }
    });

    test('DB2 a transaction with a failed statement cannot be committed', async () => {
      const { documentId, userId } = await database.newDocument();
      const work = async (tx: Db) => {
        await putSetting(tx, 'around', 'done');
        await insertDocument(tx, { id: documentId, name: 'again', ownerId: userId, at: 1 }).catch(() => {});
      };
      await expect(database.storage.transact(work)).rejects.toThrow('a statement in it had failed');
      expect(await getSetting(database.storage.db, 'around')).toBeNull();
    });

    test('DB3 reads neither wait for an open transaction nor see what it wrote', async () => {
      const { documentId } = await database.newDocument('before');
      const seen = await database.storage.transact(async (tx) => {
        await lockDocument(tx, documentId);
        await renameDocument(tx, documentId, 'after');
        return (await documentById(database.storage.db, documentId))?.name;
      });
      expect(seen).toBe('before');
      expect((await documentById(database.storage.db, documentId))?.name).toBe('after');
    });

    test('DB2 a transaction that has ended accepts no further statement', async () => {
      let endedTx: Db | undefined;
      await database.storage.transact(async (tx) => {
        endedTx = tx;
      });
      await expect((async () => endedTx !== undefined && (await putSetting(endedTx, 'late', 'x')))()).rejects.toThrow();
      expect(await getSetting(database.storage.db, 'late')).toBeNull();
    });

    test('ping resolves', () => database.storage.ping());

    test('bytes, long text and awkward text read as they were written', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), async (bytes, name) => {
          const text = `${awkward}${name.replaceAll('\0', '')}`;
          const { documentId } = await database.newDocument(text);
          await append(database.storage, documentId, bytes, { actor: { text: `${text}\0\ud800` } });
          expect((await documentById(database.storage.db, documentId))?.name).toBe(text);
          const [row] = (await journalAfter(database.storage.db, documentId, 0)) ?? [];
          expect(row).toMatchObject({ actor: { text: `${text}\0\ud800` } });
          expect(Buffer.from(row?.bytes ?? []).equals(bytes)).toBe(true);
        }),
        fuzz(20),
      );
    });
  });
}
