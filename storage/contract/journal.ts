/** The contract for the journal: numbered rows, positions, and corruption found on reading. */
import { describe, expect, test } from 'vitest';

import { documentById } from '../documents.ts';
import { CorruptJournal, JournalGap } from '../failures.ts';
import { appendJournal, hasWrite, journalAfter, journalPositions, lockDocument } from '../journal.ts';
import { loadState } from '../snapshots.ts';
import { openStorage, type Db } from '../storage.ts';
import { append, row, type ContractDatabase } from './contract-database.ts';

export function journalContract(database: ContractDatabase): void {
  describe('journal', () => {
    test('JR1 rows are numbered without gaps or repeats, whichever of several nodes writes them', async () => {
      const { documentId } = await database.newDocument();
      const nodes = await Promise.all([1, 2, 3].map(() => openStorage(database.config)));
      const written = await Promise.all(
        nodes.flatMap((node) => Array.from({ length: 30 }, (_, i) => append(node, documentId, new Uint8Array([i])))),
      );
      expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      const rows = (await journalAfter(database.storage.db, documentId, 0)) ?? [];
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      expect((await documentById(database.storage.db, documentId))?.seq).toBe(90);
      await Promise.all(nodes.map((node) => node.close()));
    });

    test('JR1 a row that is not the next one is refused and leaves nothing behind', async () => {
      const { documentId } = await database.newDocument();
      await append(database.storage, documentId, new Uint8Array([1]));
      for (const seq of [1, 3, 0]) {
        const work = (tx: Db) => appendJournal(tx, { ...row(seq), documentId });
        await expect(database.storage.transact(work)).rejects.toThrow(seq === 3 || seq === 0 ? JournalGap : /./);
      }
      expect(await journalAfter(database.storage.db, documentId, 0)).toHaveLength(1);
      expect((await documentById(database.storage.db, documentId))?.seq).toBe(1);
    });

    test('JR2 a row updates the position and the time of change of its document', async () => {
      const { documentId } = await database.newDocument('Plan', 5);
      await database.storage.transact((tx) => appendJournal(tx, { ...row(1), documentId, at: 99 }));
      expect(await documentById(database.storage.db, documentId)).toMatchObject({ seq: 1, createdAt: 5, updatedAt: 99 });
    });

    test('lockDocument returns null for a document that does not exist', async () => {
      expect(await database.storage.transact((tx) => lockDocument(tx, 'doc_none'))).toBeNull();
    });

    test('journalPositions returns the positions of the documents that exist', async () => {
      const a = await database.newDocument();
      const b = await database.newDocument();
      await append(database.storage, b.documentId, new Uint8Array([1]));
      const positions = await journalPositions(database.storage.db, [a.documentId, b.documentId, 'doc_none']);
      expect(positions).toEqual(
        new Map([
          [a.documentId, 0],
          [b.documentId, 1],
        ]),
      );
      expect(await journalPositions(database.storage.db, [])).toEqual(new Map());
    });

    test('JR4 hasWrite finds a write by its id, in its own document only', async () => {
      const a = await database.newDocument();
      const b = await database.newDocument();
      await database.storage.transact((tx) => appendJournal(tx, { ...row(1), writeId: 'w-1', documentId: a.documentId }));
      expect(await hasWrite(database.storage.db, a.documentId, 'w-1')).toBe(true);
      expect(await hasWrite(database.storage.db, a.documentId, 'w-2')).toBe(false);
      expect(await hasWrite(database.storage.db, b.documentId, 'w-1')).toBe(false);
    });

    test('JR3 a missing row is found', async () => {
      const { documentId } = await database.newDocument();
      for (let i = 1; i <= 5; i += 1) await append(database.storage, documentId, new Uint8Array([i]));
      await database.storage.transact((tx) =>
        tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '=', 3).execute(),
      );
      await expect(journalAfter(database.storage.db, documentId, 0)).rejects.toThrow(CorruptJournal);
      await expect(loadState(database.storage.db, documentId)).rejects.toThrow(CorruptJournal);
      expect(await journalAfter(database.storage.db, documentId, 2)).toBeNull();
    });

    test('JR3 a missing last row is found', async () => {
      const { documentId } = await database.newDocument();
      for (let i = 1; i <= 3; i += 1) await append(database.storage, documentId, new Uint8Array([i]));
      await database.storage.transact((tx) =>
        tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '=', 3).execute(),
      );
      await expect(loadState(database.storage.db, documentId)).rejects.toThrow(CorruptJournal);
    });
  });
}
