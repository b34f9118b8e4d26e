/** The members of documents and their levels. share-links.ts has share links. */
import type { Level, Member } from '#schema/access.ts';
import type { AgentSetting } from '#schema/proposal.ts';

import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

/** `tabs` limits writing to those tabs; null: all tabs. */
export type Membership = { readonly level: Level; readonly tabs: readonly string[] | null };

const membershipQuery = prepareQuery((db, slots: { documentId: string; userId: string }) =>
  db
    .selectFrom('members')
    .select(['level', 'tabs'])
    .where('document_id', '=', slots.documentId)
    .where('user_id', '=', slots.userId),
);

export async function membershipOf(db: Db, documentId: string, userId: string): Promise<Membership | null> {
  const [row] = await membershipQuery(db, { documentId, userId });
  return row === undefined ? null : membership(row.level, row.tabs);
}

export type DocumentAccess = {
  readonly ownerId: string;
  readonly deletedAt: number | null;
  /** What agents may do. */
  readonly agents: AgentSetting;
  readonly membership: Membership | null;
};

const accessQuery = prepareQuery((db, slots: { documentId: string; userId: string }) =>
  db
    .selectFrom('documents')
    .leftJoin('members', (join) =>
      join.onRef('members.document_id', '=', 'documents.id').on('members.user_id', '=', slots.userId),
    )
    .select([
      'documents.owner_id as ownerId',
      'documents.deleted_at as deletedAt',
      'documents.agents as agents',
      'members.level as level',
      'members.tabs as tabs',
    ])
    .where('documents.id', '=', slots.documentId),
);

/** Everything that access to a document depends on, in one look-up; null if there is no such document. */
export async function documentAccess(db: Db, documentId: string, userId: string): Promise<DocumentAccess | null> {
  const [row] = await accessQuery(db, { documentId, userId });
  if (row === undefined) return null;
  const { ownerId, deletedAt, agents, level, tabs } = row;
  return { ownerId, deletedAt, agents: agents as AgentSetting, membership: level === null ? null : membership(level, tabs) };
}

/** All members, the owner included, in the order in which they joined. */
export async function listMembers(db: Db, documentId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id as id', 'users.name as name', 'users.color as color', 'members.level as level', 'members.tabs as tabs'])
    .where('members.document_id', '=', documentId)
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute();
  return rows.map(({ id, name, color, ...row }) => {
    const { level, tabs } = membership(row.level, row.tabs);
    return { user: { id, name, color }, level, ...(tabs === null ? {} : { tabs: [...tabs] }) };
  });
}

/** Adds a member, or changes a member's level and tabs. */
export async function putMember(
  tx: Db,
  member: Membership & { readonly documentId: string; readonly userId: string; readonly at: number },
): Promise<void> {
  const tabs = member.tabs === null ? null : JSON.stringify(member.tabs);
  await tx
    .insertInto('members')
    .values({ document_id: member.documentId, user_id: member.userId, level: member.level, tabs, created_at: member.at })
    .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet({ level: member.level, tabs }))
    .execute();
  await recordAccessChange(tx, 'document', member.documentId);
}

/** False if the person was not a member. */
export async function deleteMember(tx: Db, documentId: string, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('members')
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (row !== undefined) await recordAccessChange(tx, 'document', documentId);
  return row !== undefined;
}

const membership = (level: string, tabs: string | null): Membership => ({
  level: level as Level,
  tabs: tabs === null ? null : (JSON.parse(tabs) as string[]),
});
