/**
 * Tasks that people handed to agents (SPEC.md). All writes but the sweep are made under the lock of the task's document, so the
 * state that a write finds is the one that it changes.
 */
import { sql } from 'kysely';

import type { TaskMessage, TaskState } from '#schema/task.ts';

import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';
import { among, isAmong, type TextList, textList } from './text-list.ts';

export type StoredTask = {
  readonly id: string;
  readonly documentId: string;
  /** The agent. */
  readonly tokenId: string;
  readonly handle: string;
  readonly tabId: string | null;
  readonly elementId: string | null;
  readonly selection: readonly string[];
  readonly itemId: string | null;
  readonly commentId: string | null;
  readonly text: string;
  /** The person or guest who handed it. */
  readonly author: { readonly id: string; readonly name: string; readonly color: string };
  readonly state: TaskState;
  /** The last lease, also after it has ended. */
  readonly lease: string | null;
  /** Null unless an agent works on it. */
  readonly leaseUntil: number | null;
  readonly lapses: number;
  readonly progress: string | null;
  readonly messages: readonly TaskMessage[];
  readonly changesetId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A task with what its readers see besides: the name of its document and the owner of its agent. */
export type ReadTask = StoredTask & {
  readonly documentName: string;
  readonly owner: { readonly id: string; readonly name: string; readonly color: string };
  /** False if the token was revoked or has expired, or its owner can no longer read the document. */
  readonly isReachable: boolean;
};

export async function insertTask(tx: Db, task: StoredTask): Promise<void> {
  await tx.insertInto('tasks').values(rowOf(task)).execute();
}

/** What a call changes of a task. */
export type TaskChange = Partial<
  Pick<StoredTask, 'state' | 'lease' | 'leaseUntil' | 'lapses' | 'progress' | 'messages' | 'changesetId'>
> & { readonly updatedAt?: number };

export async function changeTask(tx: Db, id: string, change: TaskChange): Promise<void> {
  const { state, lease, leaseUntil, lapses, progress, messages, changesetId, updatedAt } = change;
  await tx
    .updateTable('tasks')
    .set({
      ...(state !== undefined && { state }),
      ...(lease !== undefined && { lease }),
      ...(leaseUntil !== undefined && { lease_until: leaseUntil }),
      ...(lapses !== undefined && { lapses }),
      ...(progress !== undefined && { progress }),
      ...(messages !== undefined && { messages: JSON.stringify(messages) }),
      ...(changesetId !== undefined && { changeset_id: changesetId }),
      ...(updatedAt !== undefined && { updated_at: updatedAt }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteTask(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('tasks').where('id', '=', id).execute();
}

const columns = [
  'tasks.id',
  'tasks.document_id',
  'tasks.token_id',
  'tasks.handle',
  'tasks.tab_id',
  'tasks.element_id',
  'tasks.selection',
  'tasks.item_id',
  'tasks.comment_id',
  'tasks.text',
  'tasks.author_id',
  'tasks.author_name',
  'tasks.author_color',
  'tasks.state',
  'tasks.lease',
  'tasks.lease_until',
  'tasks.lapses',
  'tasks.progress',
  'tasks.messages',
  'tasks.changeset_id',
  'tasks.created_at',
  'tasks.updated_at',
] as const;

const tasksOf = (db: Db) =>
  db
    .selectFrom('tasks')
    .innerJoin('documents', 'documents.id', 'tasks.document_id')
    .innerJoin('tokens', 'tokens.id', 'tasks.token_id')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('members', (join) =>
      join.onRef('members.document_id', '=', 'tasks.document_id').onRef('members.user_id', '=', 'tokens.user_id'),
    )
    .select(columns)
    .select([
      'documents.name as document_name',
      'users.id as owner_id',
      'users.name as owner_name',
      'users.color as owner_color',
      'tokens.revoked_at',
      'tokens.expires_at',
      'tokens.documents as token_documents',
      'members.level',
    ]);

/** Also in a document that is in the trash: the caller has authorized the actor. */
export async function taskById(db: Db, id: string, now: number): Promise<ReadTask | null> {
  const row = await tasksOf(db).where('tasks.id', '=', id).executeTakeFirst();
  return row === undefined ? null : readTaskOf(row, now);
}

export type TaskPage = {
  readonly now: number;
  readonly limit: number;
  /** The id of the last task of the previous page. */
  readonly after: string | null;
};

/** Newest first. */
export async function tasksOfDocument(
  db: Db,
  documentId: string,
  { now, limit, after, isOpen }: TaskPage & { readonly isOpen: boolean },
): Promise<ReadTask[]> {
  const rows = await tasksOf(db)
    .where('tasks.document_id', '=', documentId)
    .$if(isOpen, (query) => query.where('tasks.state', 'not in', ['done', 'failed']))
    .$if(after !== null, (query) => query.where('tasks.id', '<', after ?? ''))
    .orderBy('tasks.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => readTaskOf(row, now));
}

/** The queued tasks of a token in documents that its owner can read, oldest first. `documents`: the only ones that it sees; null: all. */
export async function queuedTasks(
  db: Db,
  tokenId: string,
  { now, limit, after, documents }: TaskPage & { readonly documents: readonly string[] | null },
): Promise<ReadTask[]> {
  const rows = await tasksOf(db)
    .where('tasks.token_id', '=', tokenId)
    .where('tasks.state', '=', 'queued')
    .where('documents.deleted_at', 'is', null)
    .where('members.level', 'is not', null)
    .$if(documents !== null, (query) => query.where(among(db, 'tasks.document_id', documents ?? [])))
    .$if(after !== null, (query) => query.where('tasks.id', '>', after ?? ''))
    .orderBy('tasks.id')
    .limit(limit)
    .execute();
  return rows.map((row) => readTaskOf(row, now));
}

const waiting = prepareQuery((db, slots: { tokens: TextList; now: number }, dialect) =>
  db
    .selectFrom('tokens')
    .select((is) => [
      'tokens.id',
      is
        .selectFrom('tasks')
        .innerJoin('documents', 'documents.id', 'tasks.document_id')
        .select('tasks.id')
        .whereRef('tasks.token_id', '=', 'tokens.id')
        .where('tasks.state', '=', 'queued')
        .where('documents.deleted_at', 'is', null)
        .limit(1)
        .as('task'),
    ])
    .where(isAmong(dialect, 'tokens.id', slots.tokens))
    .where('tokens.revoked_at', 'is', null)
    .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', slots.now)])),
);

/** Whether a task may be queued for each of these tokens. Tokens that have ended have no entry. */
export async function queuedFor(db: Db, tokenIds: readonly string[], now: number): Promise<Map<string, boolean>> {
  const rows = await waiting(db, { tokens: textList(db, tokenIds), now });
  return new Map(rows.map(({ id, task }) => [id, task !== null]));
}

const lapsed = prepareQuery((db, slots: { now: number; limit: number }) =>
  db
    .selectFrom('tasks')
    .innerJoin('documents', 'documents.id', 'tasks.document_id')
    .select(['tasks.id', 'tasks.document_id as documentId'])
    .where('tasks.lease_until', '<=', slots.now)
    .where('documents.deleted_at', 'is', null)
    .orderBy('tasks.lease_until')
    .limit(slots.limit),
);

/** Tasks whose lease has lapsed, except in the trash. */
export const lapsedTasks = (db: Db, now: number, limit: number): Promise<{ id: string; documentId: string }[]> =>
  lapsed(db, { now, limit });

/** Removes the oldest finished task of a document that holds `limit` tasks. False if it holds that many and none is finished. */
export async function makeRoomForTask(tx: Db, documentId: string, limit: number): Promise<boolean> {
  const { count } = await tx
    .selectFrom('tasks')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limit) return true;
  const { rows } = await sql`delete from tasks where id in (
    select id from tasks where document_id = ${documentId} and state in ('done', 'failed') order by id limit 1
  ) returning id`.execute(tx);
  return rows.length > 0;
}

type ReadRow = Tables['tasks'] & {
  readonly document_name: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_color: string;
  readonly revoked_at: number | null;
  readonly expires_at: number | null;
  readonly token_documents: string | null;
  readonly level: string | null;
};

function readTaskOf(row: ReadRow, now: number): ReadTask {
  const documents = row.token_documents === null ? null : (JSON.parse(row.token_documents) as string[]);
  const isValid = row.revoked_at === null && (row.expires_at === null || row.expires_at > now);
  return {
    ...taskOf(row),
    documentName: row.document_name,
    owner: { id: row.owner_id, name: row.owner_name, color: row.owner_color },
    isReachable: isValid && row.level !== null && (documents?.includes(row.document_id) ?? true),
  };
}

const taskOf = (row: Tables['tasks']): StoredTask => ({
  id: row.id,
  documentId: row.document_id,
  tokenId: row.token_id,
  handle: row.handle,
  tabId: row.tab_id,
  elementId: row.element_id,
  selection: JSON.parse(row.selection) as string[],
  itemId: row.item_id,
  commentId: row.comment_id,
  text: row.text,
  author: { id: row.author_id, name: row.author_name, color: row.author_color },
  state: row.state as TaskState,
  lease: row.lease,
  leaseUntil: row.lease_until,
  lapses: row.lapses,
  progress: row.progress,
  messages: JSON.parse(row.messages) as TaskMessage[],
  changesetId: row.changeset_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const rowOf = (task: StoredTask): Tables['tasks'] => ({
  id: task.id,
  document_id: task.documentId,
  token_id: task.tokenId,
  handle: task.handle,
  tab_id: task.tabId,
  element_id: task.elementId,
  selection: JSON.stringify(task.selection),
  item_id: task.itemId,
  comment_id: task.commentId,
  text: task.text,
  author_id: task.author.id,
  author_name: task.author.name,
  author_color: task.author.color,
  state: task.state,
  lease: task.lease,
  lease_until: task.leaseUntil,
  lapses: task.lapses,
  progress: task.progress,
  messages: JSON.stringify(task.messages),
  changeset_id: task.changesetId,
  created_at: task.createdAt,
  updated_at: task.updatedAt,
});
