/**
 * The rows of documents: name, owner, journal position, trash. The content of a document is in its journal.
 *
 * The owner is also a member at level `owner` (members.ts), so that one look-up answers what a person may do.
 */
import type { AgentSetting } from '#schema/proposal.ts';

import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type StoredDocument = {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly owner: { readonly name: string; readonly color: string };
  /** The journal position: the seq of the last journal row, or 0. */
  readonly seq: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the document was moved to the trash. */
  readonly deletedAt: number | null;
  /** What agents may do. */
  readonly agents: AgentSetting;
};

/** Inserts the row, at journal position 0, and its owner as a member. */
export async function insertDocument(
  tx: Db,
  document: { readonly id: string; readonly name: string; readonly ownerId: string; readonly at: number },
): Promise<void> {
  const { id, name, ownerId, at } = document;
  await tx
    .insertInto('documents')
    .values({
      id,
      name,
      name_folded: foldName(name),
      owner_id: ownerId,
      seq: 0,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
  await tx
    .insertInto('members')
    .values({ document_id: id, user_id: ownerId, level: 'owner', tabs: null, created_at: at })
    .execute();
}

export const documentColumns = [
  'documents.id as id',
  'documents.name as name',
  'documents.owner_id as ownerId',
  'users.name as ownerName',
  'users.color as ownerColor',
  'documents.seq as seq',
  'documents.created_at as createdAt',
  'documents.updated_at as updatedAt',
  'documents.deleted_at as deletedAt',
  'documents.agents as agents',
] as const;

type DocumentColumns = Omit<StoredDocument, 'owner' | 'agents'> & {
  readonly agents: string;
  readonly ownerName: string;
  readonly ownerColor: string;
};

const byId = prepareQuery((db, slots: { id: string }) =>
  db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(documentColumns)
    .where('documents.id', '=', slots.id),
);

/** Returns documents in the trash too: the caller checks `deletedAt`. */
export async function documentById(db: Db, id: string): Promise<StoredDocument | null> {
  const [row] = await byId(db, { id });
  return row === undefined ? null : documentOf(row);
}

/** False if there is no such document. The caller has locked the row (`lockDocument`). */
export async function renameDocument(tx: Db, id: string, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('documents')
    .set({ name, name_folded: foldName(name) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets what agents may do: open connections are authorized again. The caller has locked the row. */
export async function setAgents(tx: Db, id: string, agents: AgentSetting): Promise<void> {
  await tx.updateTable('documents').set({ agents }).where('id', '=', id).execute();
  await recordAccessChange(tx, 'document', id);
}

/** False if there is no such document, or it is in the trash already. */
export async function trashDocument(tx: Db, id: string, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('documents')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await recordAccessChange(tx, 'document', id);
  return row !== undefined;
}

/** False if the document is not in the trash. */
export async function restoreDocument(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('documents')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await recordAccessChange(tx, 'document', id);
  return row !== undefined;
}

/** Moves a document in the trash before all that can be restored, so that the next sweep deletes it. False if it is not in the trash. */
export async function expireTrashed(tx: Db, id: string, trashedAt: number): Promise<boolean> {
  const row = await tx
    .updateTable('documents')
    .set({ deleted_at: trashedAt })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const documentOf = ({ ownerName, ownerColor, agents, ...row }: DocumentColumns): StoredDocument => ({
  ...row,
  agents: agents as AgentSetting,
  owner: { name: ownerName, color: ownerColor },
});

/** Normalizes names for search: ignores case and Unicode forms in every script. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();
