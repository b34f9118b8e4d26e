/** audit: who did what, one row per write, in its transaction; never changed, never swept. */
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type AuditRow = {
  readonly at: number;
  /** What was done: `changeset.apply`, `token.create`, … */
  readonly action: string;
  /** `person`, `agent`, `guest`, or `admin` for the administration command. */
  readonly actorKind: string;
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly documentId: string | null;
  /** The id of what it was done to. */
  readonly subject: string | null;
  readonly requestId: string | null;
  /** JSON, small; no secret and no text of a user's. */
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
