/** transactions: all or nothing, on disk when resolved, and reads beside them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { documentById, insertDocument, renameDocument } from '../documents.ts';
import { journalAfter, lockDocument } from '../journal.ts';
import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Db } from '../storage.ts';
import { append, awkward, type ContractDatabase } from './contract-database.ts';

export function transactionsContract(ground: ContractDatabase): void {
  describe('transactions', () => {
    test('[S1] what a transaction wrote is read by everybody once it resolved', async () => {
      const { documentId } = await ground.newDocument();
      const other = await openStorage(ground.config);
      expect((await documentById(other.db, documentId))?.id).toBe(documentId);
      await other.close();
    });

    test('[S2] work that throws leaves nothing behind, and its own error comes out', async () => {
      const mistake = new Error('no');
      const work = async (tx: Db) => {
        await putSetting(tx, 'half', 'done');
        throw mistake;
      };
      await expect(ground.storage.transact(work)).rejects.toBe(mistake);
      expect(await getSetting(ground.storage.db, 'half')).toBeNull();
    });

    test('[S2] a statement that failed cannot be committed around', async () => {
      const { documentId, userId } = await ground.newDocument();
      const work = async (tx: Db) => {
        await putSetting(tx, 'around', 'done');
        await insertDocument(tx, { id: documentId, name: 'again', ownerId: userId, at: 1 }).catch(() => {});
      };
      await expect(ground.storage.transact(work)).rejects.toThrow('a statement in it had failed');
      expect(await getSetting(ground.storage.db, 'around')).toBeNull();
    });

    test('[S3] reads neither wait for a transaction that is under way nor see what it wrote', async () => {
      const { documentId } = await ground.newDocument('before');
      const seen = await ground.storage.transact(async (tx) => {
        await lockDocument(tx, documentId);
        await renameDocument(tx, documentId, 'after');
        return (await documentById(ground.storage.db, documentId))?.name;
      });
      expect(seen).toBe('before');
      expect((await documentById(ground.storage.db, documentId))?.name).toBe('after');
    });

    test('a transaction that is over takes no further statement', async () => {
      let kept: Db | undefined;
      await ground.storage.transact(async (tx) => {
        kept = tx;
      });
      await expect((async () => kept !== undefined && (await putSetting(kept, 'late', 'x')))()).rejects.toThrow();
      expect(await getSetting(ground.storage.db, 'late')).toBeNull();
    });

    test('ping resolves', () => ground.storage.ping());

    test('bytes, long text and awkward text come back as they were written', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), async (bytes, name) => {
          const text = `${awkward}${name.replaceAll('\0', '')}`;
          const { documentId } = await ground.newDocument(text);
          await append(ground.storage, documentId, bytes, { text: `${text}\0\ud800` });
          expect((await documentById(ground.storage.db, documentId))?.name).toBe(text);
          const [row] = (await journalAfter(ground.storage.db, documentId, 0)) ?? [];
          expect(row).toMatchObject({ actor: { text: `${text}\0\ud800` } });
          expect(Buffer.from(row?.bytes ?? []).equals(bytes)).toBe(true);
        }),
        fuzz(20),
      );
    });
  });
}
