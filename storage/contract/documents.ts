/** The contract for lists of documents, searches and the trash. */
import { describe, expect, test } from 'vitest';

import { decodeCursor, type DocumentPosition, encodeCursor, listDocuments } from '../document-list.ts';
import { deleteFolder, folderById, insertFolder, listFolders, renameFolder } from '../folders.ts';
import { marksOf, noMarks, noteOpened, setFolder, setStar } from '../document-marks.ts';
import { documentById, renameDocument, restoreDocument, trashDocument } from '../documents.ts';
import { appendJournal, lockDocument } from '../journal.ts';
import { putMember } from '../members.ts';
import { type Db } from '../storage.ts';
import { insertUser } from '../users.ts';
import { type ContractDatabase, person, row } from './contract-database.ts';

export function documentsContract(database: ContractDatabase): void {
  describe('documents', () => {
    test('a list has own and shared documents once each, the most recently changed first, whatever the page size', async () => {
      const me = database.newId('user');
      const documents = await Promise.all(Array.from({ length: 7 }, () => database.newDocument()));
      await database.storage.transact(async (tx) => {
        await insertUser(tx, person(me));
        for (const [index, { documentId }] of documents.entries()) {
          await putMember(tx, { documentId, userId: me, level: 'viewer', tabs: null, at: 1 });
          await appendJournal(tx, { ...row(1), documentId, at: 100 + (index % 3) });
        }
        await trashDocument(tx, documents.at(-1)?.documentId ?? '', 200);
      });
      const expected = documents
        .slice(0, 6)
        .map(({ documentId }, index) => ({ documentId, at: 100 + (index % 3) }))
        .toSorted((a, b) => b.at - a.at || (a.documentId < b.documentId ? 1 : -1))
        .map(({ documentId }) => documentId);
      for (const limit of [1, 2, 4, 6, 100]) {
        const seen: string[] = [];
        let after: DocumentPosition | null = null;
        do {
          const page: Awaited<ReturnType<typeof listDocuments>> = await listDocuments(database.storage.db, {
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
      const bound = await listDocuments(database.storage.db, {
        userId: me,
        only: [one, 'doc_none'],
        q: '',
        limit: 9,
        after: null,
      });
      expect(bound.documents.map(({ id, level }) => [id, level])).toEqual([[one, 'viewer']]);
      expect(
        (await listDocuments(database.storage.db, { userId: me, only: [], q: '', limit: 9, after: null })).documents,
      ).toEqual([]);
    });

    test('APP170 every order pages through all documents once each, also where several have the same place in it', async () => {
      const me = database.newId('user');
      const long = 'x'.repeat(60);
      const names = ['b', 'Ä', 'a', 'A', `${long} 1`, `${long} 2`, '.', '👩.doc_1'];
      const documents = await Promise.all(names.map((name, index) => database.newDocument(name, 100 + (index % 3))));
      const ids = documents.map(({ documentId }) => documentId);
      await database.storage.transact(async (tx) => {
        await insertUser(tx, person(me));
        for (const [index, documentId] of ids.entries()) {
          await putMember(tx, { documentId, userId: me, level: 'viewer', tabs: null, at: 1 });
          if (index % 2 === 0) await noteOpened(tx, me, documentId, 50 + (index % 4));
        }
      });
      const keyOf = { created: (index: number) => 100 + (index % 3), opened: (index: number) => (index % 2 === 0 ? 50 + (index % 4) : 0) }; // prettier-ignore
      const latest = (sort: 'created' | 'opened'): string[] =>
        ids
          .map((id, index) => ({ id, at: keyOf[sort](index) }))
          .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id);
      const byName = ['.', 'A', 'a', 'b', `${long} 1`, `${long} 2`, 'Ä', '👩.doc_1'];
      for (const limit of [1, 3, 100]) {
        for (const sort of ['created', 'opened', 'name'] as const) {
          const seen: string[] = [];
          let after: DocumentPosition | null = null;
          do {
            const page: Awaited<ReturnType<typeof listDocuments>> = await listDocuments(database.storage.db, { userId: me, only: null, q: '', sort, limit, after }); // prettier-ignore
            seen.push(...page.documents.map(({ id, name }) => (sort === 'name' ? name : id)));
            after = page.next === null ? null : decodeCursor(encodeCursor(page.next), sort);
          } while (after !== null && seen.length < 99);
          if (sort !== 'name') expect(seen, sort).toEqual(latest(sort));
          // The ids of "A" and "a" decide their order.
          else expect(seen.map((name) => (name === 'A' ? 'a' : name))).toEqual(byName.map((name) => (name === 'A' ? 'a' : name)));
        }
      }
    });

    test('APP171 stars and openings belong to one person', async () => {
      const { documentId, userId } = await database.newDocument();
      const other = database.newId('user');
      const { db } = database.storage;
      await database.storage.transact(async (tx) => {
        await insertUser(tx, person(other));
        await putMember(tx, { documentId, userId: other, level: 'viewer', tabs: null, at: 1 });
        await setStar(tx, userId, documentId, 7);
        await noteOpened(tx, userId, documentId, 8);
        await setStar(tx, userId, documentId, 9);
      });
      const starred = async (by: string) =>
        (await listDocuments(db, { userId: by, only: null, q: '', isStarred: true, limit: 9, after: null })).documents;
      expect((await starred(userId)).map(({ id, marks }) => [id, marks])).toEqual([
        [documentId, { starredAt: 7, openedAt: 8, folderId: null }],
      ]);
      expect(await starred(other)).toEqual([]);
      expect(await marksOf(db, userId, documentId)).toEqual({ starredAt: 7, openedAt: 8, folderId: null });
      expect(await marksOf(db, other, documentId)).toEqual(noMarks);
      await database.storage.transact((tx) => setStar(tx, userId, documentId, null));
      expect(await starred(userId)).toEqual([]);
      expect(await marksOf(db, userId, documentId)).toEqual({ starredAt: null, openedAt: 8, folderId: null });
    });

    test('APP176 folders belong to one person, and a deleted one leaves its documents', async () => {
      const { documentId, userId } = await database.newDocument();
      const other = database.newId('user');
      const { db } = database.storage;
      await database.storage.transact(async (tx) => {
        await insertUser(tx, person(other));
        await putMember(tx, { documentId, userId: other, level: 'viewer', tabs: null, at: 1 });
        for (const [id, name] of [['folder_b', 'B'], ['folder_a', 'A']] as const) await insertFolder(tx, userId, { id, name }, 1); // prettier-ignore
        await insertFolder(tx, other, { id: 'folder_a', name: 'Theirs' }, 1);
        await setStar(tx, userId, documentId, 7);
        await setFolder(tx, userId, documentId, 'folder_a');
      });
      const inside = async (by: string, folderId: string | null) =>
        (await listDocuments(db, { userId: by, only: null, q: '', folderId, limit: 9, after: null })).documents.map(
          ({ id }) => id,
        );
      expect(await listFolders(db, userId)).toEqual([{ id: 'folder_a', name: 'A', documents: 1 }, { id: 'folder_b', name: 'B', documents: 0 }]); // prettier-ignore
      expect(await listFolders(db, other)).toEqual([{ id: 'folder_a', name: 'Theirs', documents: 0 }]);
      expect(await inside(userId, 'folder_a')).toEqual([documentId]);
      expect(await inside(userId, null)).toEqual([]);
      expect(await inside(other, null)).toEqual([documentId]);
      expect(await database.storage.transact((tx) => renameFolder(tx, userId, 'folder_c', 'C'))).toBe(false);
      expect(await database.storage.transact((tx) => deleteFolder(tx, userId, 'folder_a'))).toBe(true);
      expect(await database.storage.transact((tx) => deleteFolder(tx, userId, 'folder_a'))).toBe(false);
      expect(await marksOf(db, userId, documentId)).toEqual({ starredAt: 7, openedAt: null, folderId: null });
      expect(await folderById(db, other, 'folder_a')).not.toBeNull();
    });

    test('a search finds part of a name in any case, and treats wildcards as letters', async () => {
      const { userId } = await database.newDocument('ÄRGER 100%_\\ Straße');
      const find = async (q: string) =>
        (await listDocuments(database.storage.db, { userId, only: null, q, limit: 9, after: null })).documents.length;
      for (const q of ['ärger', 'STRASSE'.slice(0, 4), '100%', '%_\\', 'Ä']) expect(await find(q), q).toBe(1);
      for (const q of ['1_0', '%%', '_\\_', "' or 1=1 --"]) expect(await find(q), q).toBe(0);
    });

    test('text that is not a cursor decodes to null', () => {
      for (const text of ['', 'x', 'MQ', '💥', 'a'.repeat(300), Buffer.from('1e9.doc').toString('base64url')]) {
        const position = decodeCursor(text);
        if (position !== null) expect(encodeCursor(position)).toBe(text);
      }
      expect(decodeCursor('not a cursor')).toBeNull();
    });

    test('a document moves to the trash and back once', async () => {
      const { documentId } = await database.newDocument();
      const transact = (work: (tx: Db) => Promise<boolean>) => database.storage.transact(work);
      expect(await transact((tx) => restoreDocument(tx, documentId))).toBe(false);
      expect(await transact((tx) => trashDocument(tx, documentId, 5))).toBe(true);
      expect(await transact((tx) => trashDocument(tx, documentId, 6))).toBe(false);
      expect(await documentById(database.storage.db, documentId)).toMatchObject({ deletedAt: 5 });
      expect(await database.storage.transact((tx) => lockDocument(tx, documentId))).toMatchObject({ deletedAt: 5 });
      expect(await transact((tx) => restoreDocument(tx, documentId))).toBe(true);
      expect(await transact((tx) => trashDocument(tx, 'doc_none', 6))).toBe(false);
      expect(await transact((tx) => renameDocument(tx, 'doc_none', 'x'))).toBe(false);
    });
  });
}
