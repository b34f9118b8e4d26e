/** Makes deliveries of the events that webhooks have not seen yet (SPEC.md, WH1, WH2, WH7, WH8). */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { eventJson } from '#server/events/event-json.ts';
import { documentAccess } from '#storage/members.ts';
import { eventsAfter, type StoredEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';
import { countWaiting, insertDelivery, type StoredDelivery } from '#storage/webhook-deliveries.ts';
import { advanceWebhook, disableWebhook, type StoredWebhook, webhooksBehind } from '#storage/webhooks.ts';

const webhooksPerTurn = 100;
const eventsPerTurn = 200;

/** Returns the webhooks that were disabled. Throws as `transact` does; what is committed stays. */
export async function makeDeliveries(storage: Storage, now: () => number): Promise<readonly string[]> {
  const disabled: string[] = [];
  for (const webhook of await webhooksBehind(storage.db, webhooksPerTurn)) {
    const wasDisabled = await storage.transact((tx) => makeDeliveriesOf(tx, webhook, now()));
    if (wasDisabled) disabled.push(webhook.id);
  }
  return disabled;
}

/** True if it disabled the webhook. More events than a turn takes are left to the next one. */
async function makeDeliveriesOf(tx: Db, webhook: StoredWebhook, now: number): Promise<boolean> {
  const events = await eventsAfter(tx, webhook.documentId, webhook.position, eventsPerTurn);
  const last = events.at(-1);
  if (last === undefined || !(await advanceWebhook(tx, webhook.id, webhook.position, last.position))) return false;
  const access = await documentAccess(tx, webhook.documentId, webhook.createdBy);
  if (access?.membership?.level !== 'owner') {
    await disableWebhook(tx, webhook.id, now, 'not_owner');
    return true;
  }
  const wanted = events.filter((event) => isWanted(webhook, event));
  if (wanted.length > 0 && (await countWaiting(tx, webhook.id)) + wanted.length > limits.webhookBacklog) {
    await disableWebhook(tx, webhook.id, now, 'backlog');
    return true;
  }
  for (const event of wanted) await insertDelivery(tx, newDelivery(webhook, event.type, event.at, eventJson(event), now));
  return false;
}

const isWanted = ({ types, tabId }: StoredWebhook, event: StoredEvent): boolean =>
  (types as readonly string[]).includes(event.type) && (tabId === null || event.tabId === tabId);

/** A delivery that is due. `data` is the event's JSON. */
export function newDelivery(webhook: StoredWebhook, type: string, at: number, data: unknown, now: number): StoredDelivery {
  return {
    id: newId('msg', now),
    documentId: webhook.documentId,
    webhookId: webhook.id,
    type,
    body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
    createdAt: now,
    attempts: 0,
    lastAt: null,
    nextAt: now,
    delivered: false,
    status: null,
    error: null,
  };
}
