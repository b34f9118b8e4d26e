/** documents: lists, searches, the trash. */
import { describe, expect, test } from 'vitest';

import { decodeCursor, type DocumentPosition, encodeCursor, listDocuments } from '../document-list.ts';
import { documentById, renameDocument, restoreDocument, trashDocument } from '../documents.ts';
import { appendJournal, lockDocument } from '../journal.ts';
import { putMember } from '../members.ts';
import { type Db } from '../storage.ts';
import { insertUser } from '../users.ts';
import { type ContractDatabase, person, row } from './contract-database.ts';

export function documentsContract(ground: ContractDatabase): void {
  describe('documents', () => {
    test('a list shows own and shared documents once each, newest change first, whatever the page size', async () => {
      const me = ground.newId('user');
      const mine = await Promise.all(Array.from({ length: 7 }, () => ground.newDocument()));
      await ground.storage.transact(async (tx) => {
        await insertUser(tx, person(me));
        for (const [index, { documentId }] of mine.entries()) {
          await putMember(tx, { documentId, userId: me, level: 'viewer', tabs: null, at: 1 });
          await appendJournal(tx, { ...row(1), documentId, at: 100 + (index % 3) });
        }
        await trashDocument(tx, mine.at(-1)?.documentId ?? '', 200);
      });
      const expected = mine
        .slice(0, 6)
        .map(({ documentId }, index) => ({ documentId, at: 100 + (index % 3) }))
        .toSorted((a, b) => b.at - a.at || (a.documentId < b.documentId ? 1 : -1))
        .map(({ documentId }) => documentId);
      for (const limit of [1, 2, 4, 6, 100]) {
        const seen: string[] = [];
        let after: DocumentPosition | null = null;
        do {
          const page: Awaited<ReturnType<typeof listDocuments>> = await listDocuments(ground.storage.db, {
            userId: me,
            only: null,
            q: '',
            limit,
            after,
          });
          seen.push(...page.documents.map(({ id }) => id));
          after = page.next === null ? null : decodeCursor(encodeCursor(page.next));
        } while (after !== null);
        expect(seen).toEqual(expected);
      }
      const one = expected[2] ?? '';
      const bound = await listDocuments(ground.storage.db, {
        userId: me,
        only: [one, 'doc_none'],
        q: '',
        limit: 9,
        after: null,
      });
      expect(bound.documents.map(({ id, level }) => [id, level])).toEqual([[one, 'viewer']]);
      expect((await listDocuments(ground.storage.db, { userId: me, only: [], q: '', limit: 9, after: null })).documents).toEqual(
        [],
      );
    });

    test('a search finds part of a name in any case, and wildcards are letters', async () => {
      const { userId } = await ground.newDocument('ÄRGER 100%_\\ Straße');
      const find = async (q: string) =>
        (await listDocuments(ground.storage.db, { userId, only: null, q, limit: 9, after: null })).documents.length;
      for (const q of ['ärger', 'STRASSE'.slice(0, 4), '100%', '%_\\', 'Ä']) expect(await find(q), q).toBe(1);
      for (const q of ['1_0', '%%', '_\\_', "' or 1=1 --"]) expect(await find(q), q).toBe(0);
    });

    test('text that is no cursor of ours is null', () => {
      for (const text of ['', 'x', 'MQ', '💥', 'a'.repeat(300), Buffer.from('1e9.doc').toString('base64url')]) {
        const position = decodeCursor(text);
        if (position !== null) expect(encodeCursor(position)).toBe(text);
      }
      expect(decodeCursor('not a cursor')).toBeNull();
    });

    test('to the trash and back', async () => {
      const { documentId } = await ground.newDocument();
      const tell = (work: (tx: Db) => Promise<boolean>) => ground.storage.transact(work);
      expect(await tell((tx) => restoreDocument(tx, documentId))).toBe(false);
      expect(await tell((tx) => trashDocument(tx, documentId, 5))).toBe(true);
      expect(await tell((tx) => trashDocument(tx, documentId, 6))).toBe(false);
      expect(await documentById(ground.storage.db, documentId)).toMatchObject({ deletedAt: 5 });
      expect(await ground.storage.transact((tx) => lockDocument(tx, documentId))).toMatchObject({ deletedAt: 5 });
      expect(await tell((tx) => restoreDocument(tx, documentId))).toBe(true);
      expect(await tell((tx) => trashDocument(tx, 'doc_none', 6))).toBe(false);
      expect(await tell((tx) => renameDocument(tx, 'doc_none', 'x'))).toBe(false);
    });
  });
}
