import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';
import type { Delivery, Webhook } from '#schema/webhook.ts';
import { WebhookSender } from '#server/webhooks/webhook-sender.ts';
import { sealKeyOf } from '#server/access/seal.ts';
import { Outbound } from '#server/outbound/outbound.ts';
import { slowTest } from '#test/harness/slow-test.ts';

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

let server: TestServer;
let ada: TestPerson;
let receiver: Server;
let url: string;
/** What the receiver got, and what it answers. */
let received: Received[];
let answers: (count: number) => number;
/** Resolves when the receiver may answer. */
let hold: (body: string) => Promise<void>;
beforeAll(async () => {
  server = await startTestServer({ outboundAllow: ['127.0.0.1'] });
  ada = await server.addPerson('Ada');
  receiver = createServer((request, response) => {
    void request.toArray().then(async (chunks) => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body });
      await hold(body);
      response.writeHead(answers(received.length)).end('private');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await server.close();
});
beforeEach(() => {
  received = [];
  answers = () => 204;
  hold = () => Promise.resolve();
});
afterEach(() => {
  server.clock.offsetMs = 0;
});

type Place = { readonly id: string; readonly tab: string };
type Hook = { readonly place: Place; readonly webhook: Webhook; readonly secret: string; readonly path: string };

async function addHook(types: readonly string[] = ['changeset'], more: object = {}): Promise<Hook> {
  const place = await server.addDocument(ada.token);
  const path = `/documents/${place.id}/webhooks`;
  const answer = await server.call('POST', path, { token: ada.token, body: { url, types, ...more } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const { webhook, secret } = answer.json as { webhook: Webhook; secret: string };
  return { place, webhook, secret, path: `${path}/${webhook.id}` };
}
const draw = (place: Place, line = 'add square'): Promise<unknown> =>
  server.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { token: ada.token, body: { operations: line } });
/** Sends what is due on this node, and waits for the outcomes. */
async function send(sender = server.context.webhookSender): Promise<void> {
  await sender.wake();
  await sender.settled();
}
const deliveriesOf = async ({ path }: Hook): Promise<Delivery[]> =>
  ((await server.call('GET', `${path}/deliveries`, { token: ada.token })).json as { deliveries: Delivery[] }).deliveries;
async function stateOf({ place, webhook }: Hook): Promise<Webhook> {
  const { json } = await server.call('GET', `/documents/${place.id}/webhooks`, { token: ada.token });
  return (json as { webhooks: Webhook[] }).webhooks.find(({ id }) => id === webhook.id)!;
}
const anotherNode = (): WebhookSender =>
  new WebhookSender({
    storage: server.context.storage,
    outbound: new Outbound(['127.0.0.1']),
    key: sealKeyOf('of these tests'),
    now: server.context.now,
    log: { warn: () => {} },
  });

describe('webhooks', () => {
  test('WH1 WH2 WH3 an event that is named is sent once, signed, with its JSON; earlier and other events are not', async () => {
    const place = await server.addDocument(ada.token);
    await draw(place);
    const created = await server.call('POST', `/documents/${place.id}/webhooks`, {
      token: ada.token,
      body: { url, types: ['changeset'] },
    });
    const { secret } = created.json as { secret: string };
    await draw(place, 'add circle id=b');
    await server.call('PATCH', `/documents/${place.id}`, { token: ada.token, body: { name: 'Another event' } });
    await send();
    await send();
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [Received];
    expect(JSON.parse(body)).toMatchObject({
      type: 'changeset',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { type: 'changeset', doc: place.id, tab: place.tab, rev: 2, actor: { name: 'Ada' } },
    });
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['content-type']).toBe('application/json');
  });

  test('WH1 a webhook that is limited to a tab gets the events of that tab alone', async () => {
    const place = await server.addDocument(ada.token);
    const tab = await server.call('POST', `/documents/${place.id}/tabs`, { token: ada.token, body: { name: 'Second' } });
    const second = { id: place.id, tab: (tab.json as { tab: { id: string } }).tab.id };
    const body = { url, types: ['changeset'], tab: second.tab };
    expect((await server.call('POST', `/documents/${place.id}/webhooks`, { token: ada.token, body })).status).toBe(201);
    await draw(place);
    await draw(second);
    await send();
    expect(received.map(({ body: text }) => (JSON.parse(text) as { data: { tab: string } }).data.tab)).toEqual([second.tab]);
  });

  test('WH16 a copy of a document has no webhooks', async () => {
    const hook = await addHook();
    const copy = await server.call('POST', `/documents/${hook.place.id}/copy`, { token: ada.token, body: {} });
    expect(copy.status).toBe(201);
    const id = (copy.json as { id: string }).id;
    expect((await server.call('GET', `/documents/${id}/webhooks`, { token: ada.token })).json).toEqual({ webhooks: [] });
    await draw({ id, tab: (copy.json as { tabs: { id: string }[] }).tabs[0]!.id });
    await send();
    expect(received).toEqual([]);
  });

  test('WH4 the secret is in the first answer alone, and sealed in the database', async () => {
    const hook = await addHook();
    const bare = hook.secret.slice('whsec_'.length);
    expect(JSON.stringify(await stateOf(hook))).not.toContain(bare);
    const rows = await server.context.storage.db.selectFrom('webhooks').selectAll().where('id', '=', hook.webhook.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(bare);
    const replies = await server.context.storage.db.selectFrom('idempotency').selectAll().execute();
    expect(JSON.stringify(replies)).not.toContain(bare);
  });

  test('WH1 WH5 several nodes send every event once', async () => {
    const hook = await addHook();
    for (let count = 0; count < 12; count += 1) await draw(hook.place);
    const nodes = [server.context.webhookSender, anotherNode(), anotherNode()];
    for (let turn = 0; turn < 8; turn += 1) await Promise.all(nodes.map(send));
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
    expect((await deliveriesOf(hook)).map(({ state, attempts, status }) => [state, attempts, status])).toEqual(
      Array.from({ length: 12 }, () => ['delivered', 1, 204]),
    );
  });

  test('WH5 what a node claimed and did not finish is sent by another one after the lease, with the same id and body', async () => {
    const hook = await addHook();
    await draw(hook.place);
    // A node whose database goes away while it waits for the answer: as if it was killed.
    const killed = anotherNode();
    answers = () => 500;
    await send(killed);
    await server.context.storage.transact((tx) =>
      tx
        .updateTable('webhook_deliveries')
        .set({ next_at: server.context.now() + 30_000 })
        .where('webhook_id', '=', hook.webhook.id)
        .execute(),
    );
    answers = () => 204;
    await send();
    expect(received).toHaveLength(1);
    server.clock.offsetMs = 31_000;
    await send();
    expect(received).toHaveLength(2);
    const [first, second] = received as [Received, Received];
    expect([second.headers['webhook-id'], second.body]).toEqual([first.headers['webhook-id'], first.body]);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  });

  test('WH6 WH9 WH10 a receiver that fails for a day is disabled, and a test that succeeds enables it from the next event on', async () => {
    const hook = await addHook();
    await draw(hook.place);
    answers = () => 503;
    await send();
    expect((await deliveriesOf(hook))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: 503 });
    expect((await stateOf(hook)).failingSince).toBeTypeOf('number');
    for (let hours = 0; hours <= 25; hours += 0.5) {
      server.clock.offsetMs = hours * 3_600_000;
      await send();
    }
    expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabledReason: 'failing' });
    expect((await deliveriesOf(hook))[0]).toMatchObject({ state: 'failed', nextAttemptAt: null });
    const sent = received.length;
    await draw(hook.place);
    await send();
    expect(received).toHaveLength(sent);
    const failed = await server.call('POST', `${hook.path}/test`, { token: ada.token });
    expect(failed.json).toMatchObject({
      webhook: { state: 'disabled' },
      delivery: { type: 'test', state: 'failed', status: 503 },
    });
    answers = () => 200;
    const test = await server.call('POST', `${hook.path}/test`, { token: ada.token });
    expect(test.json).toMatchObject({ webhook: { state: 'enabled', failingSince: null }, delivery: { state: 'delivered' } });
    await draw(hook.place);
    await send();
    expect(received).toHaveLength(sent + 3);
  });

  test('WH7 a receiver that answers 410 is disabled at once', async () => {
    const hook = await addHook();
    await draw(hook.place);
    answers = () => 410;
    await send();
    expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
    expect(received).toHaveLength(1);
  });

  test('WH8 nothing is sent while the document is in the trash, or once its creator no longer owns it', async () => {
    const hook = await addHook();
    await draw(hook.place);
    await server.call('DELETE', `/documents/${hook.place.id}`, { token: ada.token });
    await send();
    expect(received).toHaveLength(0);
    await server.call('POST', `/documents/${hook.place.id}/restore`, { token: ada.token });
    await send();
    expect(received).toHaveLength(1);
    const { storage } = server.context;
    const setLevel = (level: string) =>
      storage.transact((tx) => tx.updateTable('members').set({ level }).where('document_id', '=', hook.place.id).execute());
    await setLevel('editor');
    await draw(hook.place);
    await send();
    expect(received).toHaveLength(1);
    await setLevel('owner');
    expect(await stateOf(hook)).toMatchObject({ state: 'disabled', disabledReason: 'not_owner' });
  });

  test('WH10 a test is sent once per key, and is not repeated', async () => {
    const hook = await addHook();
    answers = () => 500;
    const headers = { 'Idempotency-Key': 'test-1' };
    const first = await server.call('POST', `${hook.path}/test`, { token: ada.token, headers });
    const again = await server.call('POST', `${hook.path}/test`, { token: ada.token, headers });
    expect(again.json).toEqual(first.json);
    server.clock.offsetMs = 3_600_000;
    await send();
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'test', data: { doc: hook.place.id } });
    expect(await stateOf(hook)).toMatchObject({ state: 'enabled', failingSince: null });
  });

  test('WH11 only an owner with a full token may do any of it', async () => {
    const hook = await addHook();
    const grace = await server.addPerson('Grace');
    const reader = await server.addToken(ada.id, { access: 'read' });
    const member = { token: ada.token, body: { level: 'editor' } };
    expect((await server.call('PUT', `/documents/${hook.place.id}/members/${grace.id}`, member)).status).toBe(200);
    const calls: readonly [string, string, object?][] = [
      ['POST', `/documents/${hook.place.id}/webhooks`, { url, types: ['comment'] }],
      ['GET', `/documents/${hook.place.id}/webhooks`],
      ['GET', `${hook.path}/deliveries`],
      ['POST', `${hook.path}/test`],
      ['DELETE', hook.path],
    ];
    for (const [method, path, body] of calls) {
      const sent = body === undefined ? {} : { body };
      const byEditor = await server.call(method, path, { token: grace.token, ...sent });
      expect([path, byEditor.status, byEditor.json]).toEqual([path, 403, expect.objectContaining({ code: 'access_denied' })]);
      if (method === 'GET') continue;
      const byReader = await server.call(method, path, { token: reader, ...sent });
      expect([path, byReader.status, byReader.json]).toEqual([path, 403, expect.objectContaining({ code: 'token_read_only' })]);
    }
    expect(received).toEqual([]);
    const foreign = await server.addDocument(ada.token);
    const elsewhere = await server.call('DELETE', `/documents/${foreign.id}/webhooks/${hook.webhook.id}`, { token: ada.token });
    expect([elsewhere.status, elsewhere.json]).toEqual([404, expect.objectContaining({ code: 'webhook_not_found' })]);
    expect((await server.call('DELETE', hook.path, { token: ada.token })).status).toBe(204);
    await draw(hook.place);
    await send();
    expect(received).toEqual([]);
  });

  test('WH12 a private address is refused when it is entered, and at each attempt if its name has moved there', async () => {
    const place = await server.addDocument(ada.token);
    const path = `/documents/${place.id}/webhooks`;
    for (const bad of ['http://10.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'ftp://example.org', 'nothing']) {
      const answer = await server.call('POST', path, { token: ada.token, body: { url: bad, types: ['comment'] } });
      expect([bad, answer.status, answer.json]).toEqual([bad, 400, expect.objectContaining({ code: 'outbound_refused' })]);
    }
    const hook = await addHook();
    await draw(hook.place);
    const elsewhere = new WebhookSender({
      storage: server.context.storage,
      outbound: new Outbound([]),
      key: sealKeyOf('of these tests'),
      now: server.context.now,
      log: { warn: () => {} },
    });
    await send(elsewhere);
    expect(received).toEqual([]);
    expect((await deliveriesOf(hook))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: null, error: 'refused' });
    expect((await server.call('DELETE', hook.path, { token: ada.token })).status).toBe(204);
  });

  test('WH14 a slow receiver has two attempts at a time, and another one does not wait for it', async () => {
    const [slow, quick] = [await addHook(), await addHook()];
    for (let count = 0; count < 5; count += 1) await draw(slow.place);
    await draw(quick.place);
    let [underWay, most] = [0, 0];
    const order: string[] = [];
    hold = async (text) => {
      const { data } = JSON.parse(text) as { data: { doc: string } };
      order.push(data.doc);
      if (data.doc !== slow.place.id) return;
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      underWay -= 1;
    };
    await send();
    expect([most, order.length]).toEqual([2, 6]);
    expect(order.indexOf(quick.place.id)).toBeLessThan(3);
  });

  slowTest('WH13 the last 100 finished deliveries are listed, newest first, and no body of an answer', async () => {
    const hook = await addHook();
    for (let count = 0; count < 104; count += 1) await draw(hook.place);
    for (let turn = 0; turn < 200 && received.length < 104; turn += 1) await send();
    expect(received).toHaveLength(104);
    const deliveries = await deliveriesOf(hook);
    expect(deliveries.length).toBe(100);
    expect(deliveries.map(({ id }) => id)).toEqual(
      deliveries
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const { storage } = server.context;
    const rows = await storage.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', hook.webhook.id)
      .execute();
    expect(rows.length).toBe(100);
    expect(JSON.stringify(rows)).not.toContain('private');
  });

  test('a webhook needs a type, and a document has at most 20', async () => {
    const hook = await addHook();
    const path = `/documents/${hook.place.id}/webhooks`;
    const none = await server.call('POST', path, { token: ada.token, body: { url, types: [] } });
    expect([none.status, none.json]).toEqual([400, expect.objectContaining({ code: 'invalid_request' })]);
    const body = { url, types: ['item'] };
    for (let count = 1; count < 20; count += 1)
      expect((await server.call('POST', path, { token: ada.token, body })).status).toBe(201);
    const over = await server.call('POST', path, { token: ada.token, body });
    expect([over.status, over.json]).toEqual([413, expect.objectContaining({ code: 'too_large', limit: 20 })]);
  });
});
