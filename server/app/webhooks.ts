/** The webhooks of a document (server/webhooks/SPEC.md). */
import type { NewWebhook, Delivery, Webhook } from '#schema/webhook.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { newDelivery } from '#server/webhooks/deliveries.ts';
import { newWebhookSecret } from '#server/webhooks/sign.ts';
import { lastPosition } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';
import { deliveryById, insertDelivery, listDeliveries, type StoredDelivery } from '#storage/webhook-deliveries.ts';
import { deleteWebhook, enableWebhook, insertWebhook, listWebhooks, type StoredWebhook, webhookById } from '#storage/webhooks.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { missingTabs } from './missing-tabs.ts';
import { seal } from './seal.ts';

export type Webhooks = {
  /** Errors: outbound_refused, outbound_failed, tab_not_found, too_large. */
  create(call: Call, documentId: string, body: NewWebhook): Promise<{ webhook: Webhook; secret: string } | Problem>;
  list(call: Call, documentId: string): Promise<{ webhooks: Webhook[] } | Problem>;
  /** Errors: webhook_not_found. */
  remove(call: Call, documentId: string, id: string): Promise<null | Problem>;
  /** Sends a test, and enables the webhook if it succeeds. Errors: webhook_not_found. */
  test(call: Call, documentId: string, id: string): Promise<{ webhook: Webhook; delivery: Delivery } | Problem>;
  /** Errors: webhook_not_found. */
  deliveries(call: Call, documentId: string, id: string): Promise<{ deliveries: Delivery[] } | Problem>;
};

export function createWebhooks(context: AppContext): Webhooks {
  const { storage, now, outbound, webhookSender: sender, sealKey } = context;
  const found = async (db: Db, documentId: string, id: string): Promise<StoredWebhook | Problem> => {
    const webhook = await webhookById(db, id);
    return webhook?.documentId === documentId ? webhook : problem('webhook_not_found');
  };
  const mayRead = (call: Call, documentId: string) =>
    authorize(storage.db, call.actor, documentId, 'owner', { write: false, now: now() });
  return {
    async create(call, documentId, body) {
      // Before the name is looked up: an answer would tell strangers about the operator's network.
      const access = await authorize(storage.db, call.actor, documentId, 'owner', { now: now() });
      if (isProblem(access)) return access;
      const missing = await missingTabs(context, call, documentId, body.tab === undefined ? undefined : [body.tab]);
      if (missing !== null) return missing;
      const refusal = await outbound.judge(body.url);
      if (refusal !== null) return refusal;
      const about = ({ webhook }: { webhook: Webhook }) => ({ documentId, subject: webhook.id });
      return commit(context, call, { action: 'webhook.create', about, secret: true }, async (tx) => {
        const at = now();
        const { actor } = call;
        const still = await authorize(tx, actor, documentId, 'owner', { now: at });
        if (isProblem(still)) return still;
        if (actor.kind === 'guest') return problem('access_denied', { required: 'owner' });
        if ((await listWebhooks(tx, documentId)).length >= limits.webhooksPerDocument)
          return problem('too_large', { limit: limits.webhooksPerDocument });
        const secret = newWebhookSecret();
        const webhook: StoredWebhook = {
          id: newId('hook', at),
          documentId,
          url: body.url,
          types: body.types,
          tabId: body.tab ?? null,
          secret: seal(sealKey, secret),
          createdBy: actor.userId,
          createdAt: at,
          position: await lastPosition(tx, documentId),
          failingSince: null,
          disabledAt: null,
          disabledReason: null,
        };
        await insertWebhook(tx, webhook);
        return { webhook: shownWebhook(webhook), secret };
      });
    },

    async list(call, documentId) {
      const access = await mayRead(call, documentId);
      if (isProblem(access)) return access;
      return { webhooks: (await listWebhooks(storage.db, documentId)).map(shownWebhook) };
    },

    remove(call, documentId, id) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: id });
      return commit(context, call, { action: 'webhook.delete', about }, async (tx) => {
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: now() });
        if (isProblem(access)) return access;
        return (await deleteWebhook(tx, documentId, id)) ? null : problem('webhook_not_found');
      });
    },

    async test(call, documentId, id) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: id });
      const queued = await commit(context, call, { action: 'webhook.test', about }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        const webhook = await found(tx, documentId, id);
        if (isProblem(webhook)) return webhook;
        // Only this call attempts it, at once: no other node sees it as due before the lease has ended.
        const due = { ...newDelivery(webhook, 'test', at, { doc: documentId }, at), nextAt: at + limits.webhookLeaseMs };
        await insertDelivery(tx, due);
        return { deliveryId: due.id };
      });
      if (isProblem(queued)) return queued;
      const delivery = await deliveryById(storage.db, queued.deliveryId);
      // A repeated call finds it attempted.
      if (delivery !== null && delivery.attempts === 0) await sender.attempt(delivery);
      const [webhook, sent] = [await found(storage.db, documentId, id), await deliveryById(storage.db, queued.deliveryId)];
      if (isProblem(webhook)) return webhook;
      if (sent === null) return problem('webhook_not_found');
      if (!sent.delivered || webhook.disabledAt === null)
        return { webhook: shownWebhook(webhook), delivery: shownDelivery(sent) };
      await storage.transact(async (tx) => enableWebhook(tx, id, await lastPosition(tx, documentId)));
      const enabled = await found(storage.db, documentId, id);
      return isProblem(enabled) ? enabled : { webhook: shownWebhook(enabled), delivery: shownDelivery(sent) };
    },

    async deliveries(call, documentId, id) {
      const access = await mayRead(call, documentId);
      if (isProblem(access)) return access;
      const webhook = await found(storage.db, documentId, id);
      if (isProblem(webhook)) return webhook;
      const rows = await listDeliveries(storage.db, id, limits.webhookDeliveries);
      return { deliveries: rows.map(shownDelivery) };
    },
  };
}

const shownWebhook = ({
  id,
  url,
  types,
  tabId,
  createdAt,
  failingSince,
  disabledAt,
  disabledReason,
}: StoredWebhook): Webhook => ({
  id,
  url,
  types: [...types],
  tab: tabId,
  state: disabledAt === null ? 'enabled' : 'disabled',
  ...(disabledReason !== null && { disabledReason: disabledReason as NonNullable<Webhook['disabledReason']> }),
  failingSince,
  createdAt,
});

const shownDelivery = ({
  id,
  type,
  delivered,
  nextAt,
  attempts,
  createdAt,
  lastAt,
  status,
  error,
}: StoredDelivery): Delivery => ({
  id,
  type,
  state: delivered ? 'delivered' : nextAt === null ? 'failed' : 'waiting',
  attempts,
  createdAt,
  lastAttemptAt: lastAt,
  nextAttemptAt: nextAt,
  status,
  error,
});
