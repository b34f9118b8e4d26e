/** The contract for tasks and for the handles of tokens. */
import { describe, expect, test } from 'vitest';

import { setHandle, tokensWithHandles } from '../handles.ts';
import { sweepHistory } from '../retention.ts';
import {
  changeTask,
  deleteTask,
  insertTask,
  lapsedTasks,
  makeRoomForTask,
  queuedFor,
  queuedTasks,
  type StoredTask,
  taskById,
  tasksOfDocument,
} from '../tasks.ts';
import { insertToken } from '../tokens.ts';
import { type ContractDatabase, day, hash } from './contract-database.ts';

export function tasksContract(database: ContractDatabase): void {
  const transact: typeof database.storage.transact = (work) => database.storage.transact(work);

  async function addToken(userId: string, expiresAt: number | null = null, documents: readonly string[] | null = null) {
    const id = database.newId('tok');
    const token = { id, userId, name: 'Agent', access: 'full', documents, hash: hash(id), createdAt: 1 } as const;
    await transact((tx) => insertToken(tx, { ...token, lastUsedAt: null, expiresAt, revokedAt: null }));
    return id;
  }
  async function addTask(over: Partial<StoredTask> = {}): Promise<StoredTask> {
    const { documentId, userId } = await database.newDocument();
    const task: StoredTask = {
      id: database.newId('task'),
      documentId,
      tokenId: over.tokenId ?? (await addToken(userId)),
      handle: 'planner',
      tabId: 'tab_1',
      elementId: 'a~00000000',
      selection: ['b~00000000'],
      itemId: null,
      commentId: null,
      text: 'Draw é.',
      author: { id: userId, name: 'Ada', color: '#c2410c' },
      state: 'queued',
      lease: null,
      leaseUntil: null,
      lapses: 0,
      progress: null,
      messages: [{ by: { name: 'Ada', color: '#c2410c' }, agent: false, text: 'é', at: 5 }],
      changesetId: null,
      createdAt: 5,
      updatedAt: 5,
      ...over,
    };
    await transact((tx) => insertTask(tx, task));
    return task;
  }

  describe('tasks', () => {
    test('are read as they were written and changed, and deleted', async () => {
      const { db } = database.storage;
      const task = await addTask();
      const read = { ...task, documentName: 'Plan', owner: expect.objectContaining({ id: task.author.id }), isReachable: true };
      expect(await taskById(db, task.id, 10)).toEqual(read);
      const change = { state: 'working', lease: 'lease_1', leaseUntil: 60, progress: 'é', updatedAt: 7 } as const;
      await transact((tx) => changeTask(tx, task.id, change));
      expect(await taskById(db, task.id, 10)).toEqual({ ...read, ...change });
      expect((await lapsedTasks(db, 59, 1_000)).map(({ id }) => id)).not.toContain(task.id);
      expect((await lapsedTasks(db, 60, 1_000)).map(({ id }) => id)).toContain(task.id);
      await transact((tx) => tx.updateTable('documents').set({ deleted_at: 1 }).where('id', '=', task.documentId).execute());
      expect((await lapsedTasks(db, 60, 1_000)).map(({ id }) => id)).not.toContain(task.id);
      await transact((tx) => deleteTask(tx, task.id));
      expect(await taskById(db, task.id, 10)).toBeNull();
    });

    test('wait for their token while it is valid and its owner can read the document', async () => {
      const { db } = database.storage;
      const task = await addTask();
      const { tokenId, documentId } = task;
      const page = { now: 10, limit: 10, after: null };
      const queued = async (documents: readonly string[] | null = null) =>
        (await queuedTasks(db, tokenId, { ...page, documents })).map(({ id }) => id);
      expect([await queued(), await queued([documentId]), await queued([])]).toEqual([[task.id], [task.id], []]);
      expect(await queuedFor(db, [tokenId, 'tok_none'], 10)).toEqual(new Map([[tokenId, true]]));
      await transact((tx) => tx.deleteFrom('members').where('document_id', '=', documentId).execute());
      expect([await queued(), (await taskById(db, task.id, 10))?.isReachable]).toEqual([[], false]);
      await transact((tx) => changeTask(tx, task.id, { state: 'done' }));
      expect(await queuedFor(db, [tokenId], 10)).toEqual(new Map([[tokenId, false]]));
      await transact((tx) => tx.updateTable('tokens').set({ expires_at: 10 }).where('id', '=', tokenId).execute());
      expect(await queuedFor(db, [tokenId], 10)).toEqual(new Map());
    });

    test('are listed by page, and the oldest finished one makes room', async () => {
      const { db } = database.storage;
      const first = await addTask();
      const { documentId, tokenId } = first;
      const ids = [first.id];
      for (let n = 0; n < 3; n += 1) {
        const task = { ...first, id: database.newId('task'), state: n === 1 ? 'done' : 'queued' } as const;
        await transact((tx) => insertTask(tx, task));
        ids.push(task.id);
      }
      ids.sort();
      const list = async (isOpen: boolean, after: string | null = null) =>
        (await tasksOfDocument(db, documentId, { now: 10, limit: 3, after, isOpen })).map(({ id }) => id);
      expect(await list(false)).toEqual(ids.toReversed().slice(0, 3));
      expect(await list(false, ids[1])).toEqual(ids.slice(0, 1));
      expect((await list(true)).length).toBe(3);
      expect(await transact((tx) => makeRoomForTask(tx, documentId, 5))).toBe(true);
      expect(await transact((tx) => makeRoomForTask(tx, documentId, 4))).toBe(true);
      expect((await list(false)).length).toBe(3);
      expect(await transact((tx) => makeRoomForTask(tx, documentId, 3))).toBe(false);
      expect(tokenId).toBe(first.tokenId);
    });

    test('TK26 RS1 are swept 30 days after their last change', async () => {
      const { db } = database.storage;
      const now = 1_000 * day;
      const old = await addTask({ updatedAt: now - 30 * day - 1 });
      const recent = await addTask({ updatedAt: now - 30 * day });
      await sweepHistory(database.storage, now);
      expect([await taskById(db, old.id, now), (await taskById(db, recent.id, now))?.id]).toEqual([null, recent.id]);
    });
  });

  describe('handles', () => {
    test('TK1 of many tokens of a person that take one handle at once, one gets it', async () => {
      const { documentId, userId } = await database.newDocument();
      const tokens = await Promise.all(Array.from({ length: 6 }, () => addToken(userId)));
      const taken = await Promise.all(
        tokens.map((tokenId) => transact((tx) => setHandle(tx, { tokenId, userId, handle: 'planner', handFrom: 'owner' }, 10))),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      const listed = await tokensWithHandles(database.storage.db, documentId, 10);
      expect(listed.map(({ handle, handFrom, level }) => [handle, handFrom, level])).toEqual([['planner', 'owner', 'owner']]);
    });

    test('TK3 are listed for members, without tokens that have ended or are bound to other documents', async () => {
      const { documentId, userId } = await database.newDocument();
      const named = async (handle: string, expiresAt: number | null, documents: readonly string[] | null) => {
        const tokenId = await addToken(userId, expiresAt, documents);
        await transact((tx) => setHandle(tx, { tokenId, userId, handle, handFrom: 'participants' }, 10));
        return tokenId;
      };
      await named('b', null, [documentId]);
      await named('a', 100, null);
      await named('elsewhere', null, ['doc_other']);
      await named('expired', 20, null);
      const revoked = await named('revoked', null, null);
      await transact((tx) => tx.updateTable('tokens').set({ revoked_at: 1 }).where('id', '=', revoked).execute());
      const listed = async (now: number) =>
        (await tokensWithHandles(database.storage.db, documentId, now)).map(({ handle, owner }) => [handle, owner.id === userId]);
      expect(await listed(50)).toEqual([['a', true], ['b', true]]); // prettier-ignore
      expect(await listed(100)).toEqual([['b', true]]);
    });
  });
}
