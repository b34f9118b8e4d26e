/** journal: numbered rows, positions, and what is wrong found on reading. */
import { describe, expect, test } from 'vitest';

import { documentById } from '../documents.ts';
import { CorruptJournal, JournalGap } from '../failures.ts';
import { appendJournal, hasWrite, journalAfter, journalPositions, lockDocument } from '../journal.ts';
import { loadState } from '../snapshots.ts';
import { openStorage, type Db } from '../storage.ts';
import { append, row, type ContractDatabase } from './contract-database.ts';

export function journalContract(ground: ContractDatabase): void {
  describe('journal', () => {
    test('[J1] rows are numbered without gap or repeat, whichever of several nodes writes them', async () => {
      const { documentId } = await ground.newDocument();
      const nodes = await Promise.all([1, 2, 3].map(() => openStorage(ground.config)));
      const written = await Promise.all(
        nodes.flatMap((node) => Array.from({ length: 30 }, (_, i) => append(node, documentId, new Uint8Array([i])))),
      );
      expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      const rows = (await journalAfter(ground.storage.db, documentId, 0)) ?? [];
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      expect((await documentById(ground.storage.db, documentId))?.seq).toBe(90);
      await Promise.all(nodes.map((node) => node.close()));
    });

    test('[J1] a row that is not the next one is refused, and nothing of it stays', async () => {
      const { documentId } = await ground.newDocument();
      await append(ground.storage, documentId, new Uint8Array([1]));
      for (const seq of [1, 3, 0]) {
        const work = (tx: Db) => appendJournal(tx, { ...row(seq), documentId });
        await expect(ground.storage.transact(work)).rejects.toThrow(seq === 3 || seq === 0 ? JournalGap : /./);
      }
      expect(await journalAfter(ground.storage.db, documentId, 0)).toHaveLength(1);
      expect((await documentById(ground.storage.db, documentId))?.seq).toBe(1);
    });

    test('[J2] the position and the time of change move with the row', async () => {
      const { documentId } = await ground.newDocument('Plan', 5);
      await ground.storage.transact((tx) => appendJournal(tx, { ...row(1), documentId, at: 99 }));
      expect(await documentById(ground.storage.db, documentId)).toMatchObject({ seq: 1, createdAt: 5, updatedAt: 99 });
    });

    test('lockDocument answers null for a document that is not there', async () => {
      expect(await ground.storage.transact((tx) => lockDocument(tx, 'doc_none'))).toBeNull();
    });

    test('positions are those of the documents that are there', async () => {
      const a = await ground.newDocument();
      const b = await ground.newDocument();
      await append(ground.storage, b.documentId, new Uint8Array([1]));
      const positions = await journalPositions(ground.storage.db, [a.documentId, b.documentId, 'doc_none']);
      expect(positions).toEqual(
        new Map([
          [a.documentId, 0],
          [b.documentId, 1],
        ]),
      );
      expect(await journalPositions(ground.storage.db, [])).toEqual(new Map());
    });

    test('a write is known by its id, in its document alone', async () => {
      const a = await ground.newDocument();
      const b = await ground.newDocument();
      await ground.storage.transact((tx) => appendJournal(tx, { ...row(1), writeId: 'w-1', documentId: a.documentId }));
      expect(await hasWrite(ground.storage.db, a.documentId, 'w-1')).toBe(true);
      expect(await hasWrite(ground.storage.db, a.documentId, 'w-2')).toBe(false);
      expect(await hasWrite(ground.storage.db, b.documentId, 'w-1')).toBe(false);
    });

    test('[J3] a hole is found', async () => {
      const { documentId } = await ground.newDocument();
      for (let i = 1; i <= 5; i += 1) await append(ground.storage, documentId, new Uint8Array([i]));
      await ground.storage.transact((tx) =>
        tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '=', 3).execute(),
      );
      await expect(journalAfter(ground.storage.db, documentId, 0)).rejects.toThrow(CorruptJournal);
      await expect(loadState(ground.storage.db, documentId)).rejects.toThrow(CorruptJournal);
      expect(await journalAfter(ground.storage.db, documentId, 2)).toBeNull();
    });

    test('[J3] a row that went missing at the end is found', async () => {
      const { documentId } = await ground.newDocument();
      for (let i = 1; i <= 3; i += 1) await append(ground.storage, documentId, new Uint8Array([i]));
      await ground.storage.transact((tx) =>
        tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '=', 3).execute(),
      );
      await expect(loadState(ground.storage.db, documentId)).rejects.toThrow(CorruptJournal);
    });
  });
}
