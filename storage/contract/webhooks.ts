/** The contract for webhooks and their deliveries. */
import { describe, expect, test } from 'vitest';

import { appendEvent } from '../outbox.ts';
import {
  claimDelivery,
  countWaiting,
  deliveryById,
  dueDeliveries,
  finishAttempt,
  insertDelivery,
  listDeliveries,
  pruneDeliveries,
  type StoredDelivery,
} from '../webhook-deliveries.ts';
import {
  advanceWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  insertWebhook,
  listWebhooks,
  noteWebhook,
  type StoredWebhook,
  webhookById,
  webhooksBehind,
} from '../webhooks.ts';
import type { ContractDatabase } from './contract-database.ts';

export function webhooksContract(database: ContractDatabase): void {
  async function addWebhook(): Promise<StoredWebhook> {
    const { documentId, userId } = await database.newDocument();
    const webhook: StoredWebhook = {
      id: database.newId('hook'),
      documentId,
      url: 'https://example.org/',
      types: ['comment', 'changeset'],
      tabId: 'tab_1',
      secret: 'sealed',
      createdBy: userId,
      createdAt: 5,
      position: 0,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
    };
    await database.storage.transact((tx) => insertWebhook(tx, webhook));
    return webhook;
  }
  async function addDelivery({ id, documentId }: StoredWebhook, over: Partial<StoredDelivery> = {}): Promise<StoredDelivery> {
    const delivery: StoredDelivery = {
      id: database.newId('msg'),
      documentId,
      webhookId: id,
      type: 'comment',
      body: '{"é":1}',
      createdAt: 10,
      attempts: 0,
      lastAt: null,
      nextAt: 10,
      delivered: false,
      status: null,
      error: null,
      ...over,
    };
    await database.storage.transact((tx) => insertDelivery(tx, delivery));
    return delivery;
  }
  const dueOf = async ({ id }: StoredWebhook, now: number, busy: readonly string[] = []): Promise<StoredDelivery[]> =>
    (await dueDeliveries(database.storage.db, now, busy, 1_000)).filter(({ webhookId }) => webhookId === id);

  describe('webhooks', () => {
    test('are read as they were written, and behind until they are moved on to the last event, by one node', async () => {
      const webhook = await addWebhook();
      const { db } = database.storage;
      const { id, documentId } = webhook;
      expect(await listWebhooks(db, documentId)).toEqual([webhook]);
      const isBehind = async (): Promise<boolean> => (await webhooksBehind(db, 10_000)).some((one) => one.id === id);
      expect(await isBehind()).toBe(false);
      const event = { documentId, type: 'comment', tabId: null, data: {}, at: 1 };
      const position = await database.storage.transact((tx) => appendEvent(tx, event));
      expect(await isBehind()).toBe(true);
      const moved = [1, 2, 3].map(() => database.storage.transact((tx) => advanceWebhook(tx, id, 0, position)));
      expect((await Promise.all(moved)).filter(Boolean)).toHaveLength(1);
      expect(await isBehind()).toBe(false);
      await database.storage.transact((tx) => appendEvent(tx, event));
      await database.storage.transact((tx) =>
        tx.updateTable('documents').set({ deleted_at: 1 }).where('id', '=', documentId).execute(),
      );
      expect(await isBehind()).toBe(false);
    });

    test('are disabled with what waits, enabled from a position on, and deleted with their deliveries', async () => {
      const webhook = await addWebhook();
      const { db } = database.storage;
      const delivery = await addDelivery(webhook);
      await database.storage.transact((tx) => noteWebhook(tx, webhook.id, 20));
      await database.storage.transact((tx) => noteWebhook(tx, webhook.id, 30));
      expect((await webhookById(db, webhook.id))?.failingSince).toBe(20);
      await database.storage.transact((tx) => disableWebhook(tx, webhook.id, 40, 'gone'));
      expect(await webhookById(db, webhook.id)).toMatchObject({ disabledAt: 40, disabledReason: 'gone' });
      expect(await deliveryById(db, delivery.id)).toMatchObject({ nextAt: null, delivered: false, error: 'disabled' });
      expect(await database.storage.transact((tx) => advanceWebhook(tx, webhook.id, 0, 1))).toBe(false);
      await database.storage.transact((tx) => enableWebhook(tx, webhook.id, 7));
      expect(await webhookById(db, webhook.id)).toEqual({ ...webhook, position: 7 });
      expect(await database.storage.transact((tx) => deleteWebhook(tx, 'doc_none', webhook.id))).toBe(false);
      expect(await database.storage.transact((tx) => deleteWebhook(tx, webhook.documentId, webhook.id))).toBe(true);
      expect([await webhookById(db, webhook.id), await deliveryById(db, delivery.id)]).toEqual([null, null]);
    });

    test('a delivery is claimed by one node, is due again after the lease, and only its claim records the outcome', async () => {
      const webhook = await addWebhook();
      const delivery = await addDelivery(webhook);
      expect(await dueOf(webhook, 9)).toEqual([]);
      expect(await dueOf(webhook, 10)).toEqual([delivery]);
      expect(await dueOf(webhook, 10, [webhook.id])).toEqual([]);
      const claims = [1, 2, 3].map(() => database.storage.transact((tx) => claimDelivery(tx, delivery, 11, 30)));
      const [claim, ...others] = (await Promise.all(claims)).filter((one) => one !== null);
      expect([claim, others]).toEqual([{ ...delivery, attempts: 1, lastAt: 11, nextAt: 41 }, []]);
      expect(await dueOf(webhook, 40)).toEqual([]);
      const [late] = await dueOf(webhook, 41);
      const second = await database.storage.transact((tx) => claimDelivery(tx, late!, 50, 30));
      const outcome = { delivered: true, status: 200, error: null, nextAt: null };
      expect(await database.storage.transact((tx) => finishAttempt(tx, claim!, outcome))).toBe(false);
      expect(await database.storage.transact((tx) => finishAttempt(tx, second!, outcome))).toBe(true);
      expect(await deliveryById(database.storage.db, delivery.id)).toEqual({ ...second, ...outcome });
    });

    test('the latest finished deliveries are kept, and all that wait', async () => {
      const webhook = await addWebhook();
      const { db } = database.storage;
      const waiting = await addDelivery(webhook);
      const finished = [];
      for (let count = 0; count < 5; count += 1) finished.push(await addDelivery(webhook, { nextAt: null }));
      await database.storage.transact((tx) => pruneDeliveries(tx, webhook.id, 3));
      const newest = finished.map(({ id }) => id).toSorted().slice(-3); // prettier-ignore
      expect((await listDeliveries(db, webhook.id, 100)).map(({ id }) => id)).toEqual([...newest.toReversed(), waiting.id]);
      expect(await countWaiting(db, webhook.id)).toBe(1);
    });
  });
}
