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

/** The entries of a document, newest first. */
export async function auditOf(db: Db, documentId: string, limit: number): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .select([
      'at',
      'action',
      'actor_kind as actorKind',
      'user_id as userId',
      'token_id as tokenId',
      'document_id as documentId',
      'subject',
      'request_id as requestId',
      'data',
    ])
    .where('document_id', '=', documentId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, data: row.data === null ? null : (JSON.parse(row.data) as unknown) }));
}
