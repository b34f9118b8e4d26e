/** Deliveries of webhooks: made in the transaction that moves the webhook on, claimed by one node for each attempt (SPEC.md). */
import type { Db, Tables } from './tables.ts';

export type StoredDelivery = {
  readonly id: string;
  readonly documentId: string;
  readonly webhookId: string;
  readonly type: string;
  readonly body: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly lastAt: number | null;
  /** When it is sent next; null: finished. A claim moves it to the end of the lease. */
  readonly nextAt: number | null;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
};

export async function insertDelivery(tx: Db, delivery: StoredDelivery): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values({
      id: delivery.id,
      document_id: delivery.documentId,
      webhook_id: delivery.webhookId,
      type: delivery.type,
      body: delivery.body,
      created_at: delivery.createdAt,
      attempts: delivery.attempts,
      last_at: delivery.lastAt,
      next_at: delivery.nextAt,
      delivered: Number(delivery.delivered),
      status: delivery.status,
      error: delivery.error,
    })
    .execute();
}

const columns = [
  'id',
  'document_id',
  'webhook_id',
  'type',
  'body',
  'created_at',
  'attempts',
  'last_at',
  'next_at',
  'delivered',
  'status',
  'error',
] as const;

/** What is due, longest first, except for the webhooks named and for documents in the trash. */
export async function dueDeliveries(db: Db, now: number, busy: readonly string[], limit: number): Promise<StoredDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('documents', 'documents.id', 'webhook_deliveries.document_id')
    .select(columns.map((column) => `webhook_deliveries.${column}` as const))
    .where('documents.deleted_at', 'is', null)
    .where('next_at', '<=', now)
    .$if(busy.length > 0, (query) => query.where('webhook_id', 'not in', [...busy]))
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map(deliveryOf);
}

/** Claims a delivery that was read until the lease ends; null if another node was first, or it is finished. */
export async function claimDelivery(
  tx: Db,
  { id, nextAt }: StoredDelivery,
  now: number,
  leaseMs: number,
): Promise<StoredDelivery | null> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set((is) => ({ next_at: now + leaseMs, last_at: now, attempts: is('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('next_at', '=', nextAt)
    .returning(columns)
    .executeTakeFirst();
  return row === undefined ? null : deliveryOf(row);
}

export type Attempt = Pick<StoredDelivery, 'delivered' | 'status' | 'error' | 'nextAt'>;

/** Records the outcome of a claimed attempt, unless the lease has ended and another node claimed the delivery. */
export async function finishAttempt(tx: Db, { id, nextAt: lease }: StoredDelivery, attempt: Attempt): Promise<boolean> {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({
      delivered: Number(attempt.delivered),
      status: attempt.status,
      error: attempt.error,
      next_at: attempt.nextAt,
    })
    .where('id', '=', id)
    .where('next_at', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest deliveries of a webhook, newest first. */
export async function listDeliveries(db: Db, webhookId: string, limit: number): Promise<StoredDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(deliveryOf);
}

export async function deliveryById(db: Db, id: string): Promise<StoredDelivery | null> {
  const row = await db.selectFrom('webhook_deliveries').select(columns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : deliveryOf(row);
}

export async function countWaiting(db: Db, webhookId: string): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes finished deliveries of a webhook except the latest ones. */
export async function pruneDeliveries(tx: Db, webhookId: string, kept: number): Promise<void> {
  const oldest = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await tx
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is', null)
    .where('id', '<=', oldest.id)
    .execute();
}

const deliveryOf = (row: Tables['webhook_deliveries']): StoredDelivery => ({
  id: row.id,
  documentId: row.document_id,
  webhookId: row.webhook_id,
  type: row.type,
  body: row.body,
  createdAt: row.created_at,
  attempts: row.attempts,
  lastAt: row.last_at,
  nextAt: row.next_at,
  delivered: row.delivered === 1,
  status: row.status,
  error: row.error,
});
