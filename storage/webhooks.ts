/** Webhooks: where the events of a document are sent, and up to which event deliveries were made (SPEC.md). */
import type { EventType } from '#schema/event.ts';

import { prepareQuery } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

export type StoredWebhook = {
  readonly id: string;
  readonly documentId: string;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly tabId: string | null;
  /** Sealed. */
  readonly secret: string;
  readonly createdBy: string;
  readonly createdAt: number;
  /** The last event of the outbox that deliveries were made of. */
  readonly position: number;
  /** Since when no delivery has succeeded although some were tried; null: it works, as far as is known. */
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
};

export async function insertWebhook(tx: Db, webhook: StoredWebhook): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      document_id: webhook.documentId,
      url: webhook.url,
      types: JSON.stringify(webhook.types),
      tab_id: webhook.tabId,
      secret: webhook.secret,
      created_by: webhook.createdBy,
      created_at: webhook.createdAt,
      position: webhook.position,
      failing_since: webhook.failingSince,
      disabled_at: webhook.disabledAt,
      disabled_reason: webhook.disabledReason,
    })
    .execute();
}

const columns = [
  'id',
  'document_id',
  'url',
  'types',
  'tab_id',
  'secret',
  'created_by',
  'created_at',
  'position',
  'failing_since',
  'disabled_at',
  'disabled_reason',
] as const;

/** Oldest first. */
export async function listWebhooks(db: Db, documentId: string): Promise<StoredWebhook[]> {
  const rows = await db.selectFrom('webhooks').select(columns).where('document_id', '=', documentId).orderBy('id').execute();
  return rows.map(webhookOf);
}

export async function webhookById(db: Db, id: string): Promise<StoredWebhook | null> {
  const row = await db.selectFrom('webhooks').select(columns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : webhookOf(row);
}

const behind = prepareQuery((db, slots: { limit: number }) =>
  db
    .selectFrom('webhooks')
    .innerJoin('documents', 'documents.id', 'webhooks.document_id')
    .select(columns.map((column) => `webhooks.${column}` as const))
    .where('webhooks.disabled_at', 'is', null)
    .where('documents.deleted_at', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('outbox')
          .select('outbox.position')
          .whereRef('outbox.document_id', '=', 'webhooks.document_id')
          .whereRef('outbox.position', '>', 'webhooks.position'),
      ),
    )
    .orderBy('webhooks.id')
    .limit(slots.limit),
);

/** Webhooks with events that no deliveries were made of, except those of documents in the trash. */
export async function webhooksBehind(db: Db, limit: number): Promise<StoredWebhook[]> {
  return (await behind(db, { limit })).map((row) => webhookOf(row));
}

/** Moves a webhook on to an event; false if another node has done so, or it was disabled or deleted. */
export async function advanceWebhook(tx: Db, id: string, from: number, to: number): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ position: to })
    .where('id', '=', id)
    .where('position', '=', from)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records an attempt: null if it succeeded, or when it failed. */
export async function noteWebhook(tx: Db, id: string, failedAt: number | null): Promise<void> {
  const update = tx.updateTable('webhooks').where('id', '=', id);
  if (failedAt === null) await update.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
  else await update.set({ failing_since: failedAt }).where('failing_since', 'is', null).execute();
}

/** Disables a webhook; its waiting deliveries fail. */
export async function disableWebhook(tx: Db, id: string, at: number, reason: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: null, error: 'disabled' })
    .where('webhook_id', '=', id)
    .where('next_at', 'is not', null)
    .execute();
}

/** Enables a webhook that is disabled, from an event on. */
export async function enableWebhook(tx: Db, id: string, position: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null, position })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .execute();
}

/** False if the document has no such webhook. */
export async function deleteWebhook(tx: Db, documentId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('document_id', '=', documentId)
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  return row !== undefined;
}

const webhookOf = (row: Tables['webhooks']): StoredWebhook => ({
  id: row.id,
  documentId: row.document_id,
  url: row.url,
  types: JSON.parse(row.types) as EventType[],
  tabId: row.tab_id,
  secret: row.secret,
  createdBy: row.created_by,
  createdAt: row.created_at,
  position: row.position,
  failingSince: row.failing_since,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
});

/** Replaces the sealed secrets for which `resealed` answers one. */
export async function resealWebhooks(tx: Db, resealed: (sealed: string) => string | null): Promise<void> {
  for (const { id, secret } of await tx.selectFrom('webhooks').select(['id', 'secret']).execute()) {
    const next = resealed(secret);
    if (next !== null) await tx.updateTable('webhooks').set({ secret: next }).where('id', '=', id).execute();
  }
}
