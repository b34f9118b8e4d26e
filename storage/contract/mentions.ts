/** The contract for the comments that mention people. */
import { describe, expect, test } from 'vitest';

import type { Comment } from '#schema/comment.ts';

import { restoreDocument, trashDocument } from '../documents.ts';
import { deleteMember, putMember } from '../members.ts';
import {
  countUnread,
  deleteMentionsIn,
  deleteMentionsOf,
  insertMentions,
  isMentioned,
  listMentions,
  markRead,
  type NewMentions,
  type MentionReader,
} from '../mentions.ts';
import { sweepHistory } from '../retention.ts';
import type { Db } from '../storage.ts';
import { insertUser } from '../users.ts';
import { type ContractDatabase, day, person } from './contract-database.ts';

export function mentionsContract(database: ContractDatabase): void {
  const write = <T>(work: (tx: Db) => Promise<T>): Promise<T> => database.storage.transact(work);
  const written = (userIds: readonly string[], documentId: string, over: Partial<NewMentions> = {}): NewMentions => {
    const comment: Comment = {
      id: database.newId('cmt'),
      text: '@Ada é',
      mentions: userIds.map((id) => ({ id, name: 'Ada' })),
      createdAt: 5,
      authorName: 'Bob',
      authorColor: '#c2410c',
    };
    return { userIds, documentId, tabId: 'tab_1', threadId: 'a~00000000', comment, ...over };
  };
  const mention = async (userIds: readonly string[], documentId: string, over: Partial<NewMentions> = {}): Promise<string> => {
    const mentions = written(userIds, documentId, over);
    await write((tx) => insertMentions(tx, mentions));
    return mentions.comment.id;
  };
  const idsOf = async (reader: MentionReader, isUnread = false): Promise<string[]> => {
    const { mentions } = await listMentions(database.storage.db, reader, { isUnread, before: null, limit: 100 });
    return mentions.map(({ comment }) => comment.id);
  };
  const reader = (userId: string, only: readonly string[] | null = null): MentionReader => ({ userId, only });

  describe('mentions', () => {
    test('are read as they were written, the last one first, each once whatever the size of a page', async () => {
      const { documentId, userId } = await database.newDocument('Plan é');
      const other = await database.newDocument();
      const all = [
        written([userId], documentId),
        written([userId], documentId, { tabId: null, threadId: 'item_1' }),
        written([userId], documentId),
      ];
      for (const one of all) await write((tx) => insertMentions(tx, one));
      await mention([other.userId], other.documentId);
      const expected = all
        .map(({ documentId: id, tabId, threadId, comment }) => ({
          documentId: id,
          tabId,
          threadId,
          comment,
          name: 'Plan é',
          readAt: null,
        }))
        .toReversed();
      for (const limit of [1, 2, 3, 100]) {
        const seen = [];
        let before: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof listMentions>> = await listMentions(database.storage.db, reader(userId), {
            isUnread: false,
            before,
            limit,
          });
          seen.push(...page.mentions);
          before = page.next;
        } while (before !== null);
        expect(seen).toEqual(expected);
      }
      expect(await countUnread(database.storage.db, reader(userId))).toBe(3);
    });

    test('of a document that the person cannot read, or in the trash, are not there until it can be read again', async () => {
      const { documentId, userId } = await database.newDocument();
      const me = database.newId('user');
      const join = (tx: Db) => putMember(tx, { documentId, userId: me, level: 'viewer', tabs: null, at: 1 });
      await write(async (tx) => {
        await insertUser(tx, person(me));
        await join(tx);
      });
      const id = await mention([me, userId], documentId);
      const seen = async () => [
        await idsOf(reader(me)),
        await countUnread(database.storage.db, reader(me)),
        await isMentioned(database.storage.db, reader(me), id),
      ];
      expect(await seen()).toEqual([[id], 1, true]);
      await write((tx) => deleteMember(tx, documentId, me));
      expect(await seen()).toEqual([[], 0, false]);
      expect(await idsOf(reader(userId))).toEqual([id]);
      await write(join);
      await write((tx) => trashDocument(tx, documentId, 10));
      expect(await seen()).toEqual([[], 0, false]);
      await write((tx) => restoreDocument(tx, documentId));
      expect(await seen()).toEqual([[id], 1, true]);
    });

    test('are marked as read one at a time or with all before them, for one person, once, and within the documents of a token', async () => {
      const { documentId, userId } = await database.newDocument();
      const { documentId: second, userId: other } = await database.newDocument();
      await write((tx) => putMember(tx, { documentId: second, userId, level: 'viewer', tabs: null, at: 1 }));
      const first = await mention([userId], documentId);
      const shared = await mention([userId, other], second);
      const [third, last] = [await mention([userId], documentId), await mention([userId], documentId)];
      const read = (commentId: string, isOlderToo: boolean, only: readonly string[] | null = null): Promise<boolean> =>
        write((tx) => markRead(tx, reader(userId, only), { commentId, isOlderToo, at: 50 }));
      expect(await read(first, false)).toBe(true);
      expect(await read(first, false)).toBe(false);
      expect(await read(third, true, [documentId])).toBe(true);
      expect(await idsOf(reader(userId), true)).toEqual([last, shared]);
      expect(await idsOf(reader(userId, [second]), true)).toEqual([shared]);
      expect(await countUnread(database.storage.db, reader(userId, [documentId]))).toBe(1);
      expect(await read(last, true)).toBe(true);
      expect(await countUnread(database.storage.db, reader(userId))).toBe(0);
      expect(await idsOf(reader(userId))).toEqual([last, third, shared, first]);
      expect(await countUnread(database.storage.db, reader(other))).toBe(1);
    });

    test('go with their comment, with their thread, and with their document', async () => {
      const { documentId, userId } = await database.newDocument();
      const first = await mention([userId], documentId);
      const kept = await mention([userId], documentId);
      await mention([userId], documentId, { threadId: 'item_2' });
      await write((tx) => deleteMentionsOf(tx, documentId, first));
      await write((tx) => deleteMentionsIn(tx, documentId, ['item_2', 'item_3']));
      expect(await idsOf(reader(userId))).toEqual([kept]);
      await write((tx) => trashDocument(tx, documentId, 10));
      await sweepHistory(database.storage, 40 * day);
      const left = await database.storage.db
        .selectFrom('mentions')
        .select('comment_id')
        .where('document_id', '=', documentId)
        .execute();
      expect(left).toEqual([]);
    });
  });
}
