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

export type MadeDeliveries = {
  /** The webhooks that were disabled. */
  readonly disabled: readonly string[];
  /** There are more events than a turn takes. */
  readonly hasMore: boolean;
};

/** Throws as `transact` does; what is committed stays. */
export async function makeDeliveries(storage: Storage, now: () => number): Promise<MadeDeliveries> {
  const behind = await webhooksBehind(storage.db, webhooksPerTurn);
  const disabled: string[] = [];
  let hasMore = behind.length === webhooksPerTurn;
  for (const webhook of behind) {
    const outcome = await storage.transact((tx) => makeDeliveriesOf(tx, webhook, now()));
    if (outcome === 'disabled') disabled.push(webhook.id);
    if (outcome === 'more') hasMore = true;
  }
  return { disabled, hasMore };
}

/** `more`: there are events that the next turn takes. */
async function makeDeliveriesOf(tx: Db, webhook: StoredWebhook, now: number): Promise<'done' | 'more' | 'disabled'> {
  const events = await eventsAfter(tx, webhook.documentId, webhook.position, eventsPerTurn);
  const last = events.at(-1);
  if (last === undefined || !(await advanceWebhook(tx, webhook.id, webhook.position, last.position))) return 'done';
  const access = await documentAccess(tx, webhook.documentId, webhook.createdBy);
  if (access?.membership?.level !== 'owner') {
    await disableWebhook(tx, webhook.id, now, 'not_owner');
    return 'disabled';
  }
  const wanted = events.filter((event) => isWanted(webhook, event));
  if (wanted.length > 0 && (await countWaiting(tx, webhook.id)) + wanted.length > limits.webhookBacklog) {
    await disableWebhook(tx, webhook.id, now, 'backlog');
    return 'disabled';
  }
  for (const event of wanted) await insertDelivery(tx, newDelivery(webhook, event.type, event.at, eventJson(event), now));
  return events.length === eventsPerTurn ? 'more' : 'done';
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
