/** The audit log: one row per write, in the same transaction. Rows are never changed and never deleted. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type AuditRow = {
  readonly at: number;
  /** `changeset.apply`, `token.create`, … */
  readonly action: string;
  /** `person`, `agent`, `guest`, or `admin` for the administration command. */
  readonly actorKind: string;
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly documentId: string | null;
  /** The id of the object of the action. */
  readonly subject: string | null;
  readonly requestId: string | null;
  /** A small JSON value without secrets and texts of users. */
  readonly data: unknown;
};

const insert = prepareQuery((db, slots: { [K in keyof Omit<AuditRow, 'data'>]: AuditRow[K] } & { data: string | null }) =>
  db.insertInto('audit').values({
    at: slots.at,
    action: slots.action,
    actor_kind: slots.actorKind,
    user_id: slots.userId,
    token_id: slots.tokenId,
    document_id: slots.documentId,
    subject: slots.subject,
    request_id: slots.requestId,
    data: slots.data,
  }),
);

export async function insertAudit(tx: Db, entry: AuditRow): Promise<void> {
  const { data } = entry;
  await insert(tx, { ...entry, data: data === null || data === undefined ? null : JSON.stringify(data) });
}

const columns = [
  'at',
  'action',
  'actor_kind as actorKind',
  'user_id as userId',
  'token_id as tokenId',
  'document_id as documentId',
  'subject',
  'request_id as requestId',
  'data',
] as const;

/** The entries of a document, newest first. */
export async function auditOf(db: Db, documentId: string, limit: number): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .select(columns)
    .where('document_id', '=', documentId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, data: row.data === null ? null : (JSON.parse(row.data) as unknown) }));
}

export type ListedAudit = Omit<AuditRow, 'requestId' | 'data'> & { readonly position: number };
export type AuditSelection = {
  /** Entries of what this person or their tokens did, and of what was done to their account. */
  readonly userId?: string;
  /** An action such as `token.create`, or what they begin with, such as `token.`. */
  readonly action?: string;
  readonly before: number | null;
  readonly limit: number;
};

/** The last entry first. `next`: the position before which the next page begins. */
export async function listAudit(
  db: Db,
  { userId, action, before, limit }: AuditSelection,
): Promise<{ readonly entries: ListedAudit[]; readonly next: number | null }> {
  let select = db
    .selectFrom('audit')
    .select([
      'position',
      'at',
      'action',
      'actor_kind as actorKind',
      'user_id as userId',
      'token_id as tokenId',
      'document_id as documentId',
      'subject',
    ])
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (userId !== undefined) select = select.where((is) => is.or([is('user_id', '=', userId), is('subject', '=', userId)]));
  if (action !== undefined) select = select.where('action', '>=', action).where('action', '<', `${action}~`);
  if (before !== null) select = select.where('position', '<', before);
  const rows = await select.execute();
  const entries = rows.slice(0, limit).map((row) => ({ ...row, position: Number(row.position) }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.position ?? null) : null };
}
