import { createHmac } from 'node:crypto';

import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { freePort } from '#test/harness/free-port.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

import { JournalNotifier } from './journal-notifier.ts';

const channel = 'atelier:doorbell:1';
const key = 'the key of this installation';
const doc = 'doc_0mwopf71cc954vod2tvp';

let redis: TestRedis;
let spy: Redis;
const open: JournalNotifier[] = [];

beforeAll(async () => {
  redis = await startRedis();
  spy = new Redis(redis.url, { lazyConnect: true, maxRetriesPerRequest: null });
  spy.on('error', () => undefined);
  await spy.connect();
});
afterEach(() => {
  for (const notifier of open.splice(0)) notifier.close();
});
afterAll(async () => {
  spy.disconnect();
  await redis.stop();
});

class Listener {
  readonly journal: [document: string, seq: number][] = [];
  readonly events: string[] = [];
  readonly access: string[] = [];
  readonly logged: string[] = [];
  dropped = 0;
  reconnects = 0;
  readonly notifier: JournalNotifier;

  constructor(url = redis.url, ownKey = key) {
    this.notifier = new JournalNotifier({
      url,
      key: ownKey,
      onJournal: (document, seq) => void this.journal.push([document, seq]),
      onEvents: (document) => void this.events.push(document),
      onAccess: (document) => void this.access.push(document),
      onReconnect: () => void (this.reconnects += 1),
      onDropped: () => void (this.dropped += 1),
      log: {
        warn: (_data, message) => void this.logged.push(message),
        info: (_data, message) => void this.logged.push(message),
      },
    });
    open.push(this.notifier);
  }

  async connected(): Promise<this> {
    await expect.poll(() => this.notifier.connected, { timeout: 10_000, interval: 5 }).toBe(true);
    return this;
  }
}

const patience = { timeout: 10_000, interval: 5 };

/** Publishes like any program that can reach Redis; resolves when the message was delivered. */
const publish = (message: string | Buffer): Promise<number> => spy.publish(channel, message as string);

/** A message as a node with that key sends it. */
function signed(body: unknown, ownKey = key, ownChannel = channel): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${createHmac('sha256', ownKey).update(`${ownChannel}\n${text}`).digest('base64url')}.${text}`;
}

describe('journal-notifier', () => {
  test('a notification reaches all other nodes, in order, and not its sender', async () => {
    const [one, two, three] = await Promise.all([
      new Listener().connected(),
      new Listener().connected(),
      new Listener().connected(),
    ]);
    for (let seq = 1; seq <= 50; seq += 1) one.notifier.notify(doc, seq);
    one.notifier.notify(doc, null);
    one.notifier.accessChanged(doc);
    await expect.poll(() => [two.access, three.access], patience).toEqual([[doc], [doc]]);
    expect([two.events, three.events]).toEqual([[doc], [doc]]);
    const rings = Array.from({ length: 50 }, (_, index) => [doc, index + 1]);
    expect([two.journal, three.journal]).toEqual([rings, rings]);
    expect([one.journal, one.access, one.dropped]).toEqual([[], [], 0]);
    expect([two.dropped, two.reconnects, two.logged]).toEqual([0, 1, []]);
  });

  test('[CL2] forged and garbage messages are dropped and counted, and the next notification arrives', async () => {
    const [sender, listener] = await Promise.all([new Listener().connected(), new Listener().connected()]);
    const ring = { node: 'x', count: 1, document: doc, seq: 7 };
    const genuine = signed(ring);
    const hostile: (string | Buffer)[] = [
      '',
      '.',
      'garbage',
      '{"node":"x","document":"y","seq":1}',
      Buffer.from([0, 255, 254, 46, 128]),
      '.'.repeat(100_000),
      JSON.stringify(ring),
      `.${JSON.stringify(ring)}`,
      genuine.slice(0, -1),
      `${genuine} `,
      genuine.replace('"seq":7', '"seq":8'),
      `A${genuine.slice(1)}`,
      genuine.toUpperCase(),
      signed(ring, 'the key of another installation'),
      signed(ring, key, 'another:channel'),
      // Signed, but not in a form that nodes send.
      signed(''),
      signed('null'),
      signed('[]'),
      signed('7'),
      signed('{'),
      signed({ ...ring, seq: '7' }),
      signed({ ...ring, seq: 1e300 }),
      signed({ ...ring, seq: -1 }),
      signed({ ...ring, seq: null }),
      signed({ ...ring, count: 0 }),
      signed({ node: 'x', document: doc, seq: 7 }),
      signed({ ...ring, document: ['doc'] }),
      signed('{"__proto__":{"node":"x","count":1,"document":"y"}}'),
    ];
    for (const message of hostile) await publish(message);
    await expect.poll(() => listener.dropped, patience).toBe(hostile.length);
    expect([listener.journal, listener.access]).toEqual([[], []]);
    sender.notifier.notify(doc, 8);
    await publish(genuine);
    await expect
      .poll(() => listener.journal, patience)
      .toEqual([
        [doc, 8],
        [doc, 7],
      ]);
  });

  test('[CL2] replayed messages are dropped and counted, whatever was sent in between', async () => {
    const [sender, other, listener] = await Promise.all([
      new Listener().connected(),
      new Listener().connected(),
      new Listener().connected(),
    ]);
    const recorder = spy.duplicate();
    const recorded: string[] = [];
    recorder.on('message', (_channel, message: string) => void recorded.push(message));
    await recorder.subscribe(channel);
    sender.notifier.notify(doc, 1);
    sender.notifier.accessChanged(doc);
    await expect.poll(() => recorded.length, patience).toBe(2);
    other.notifier.notify(doc, 2);
    await expect.poll(() => recorded.length, patience).toBe(3);
    recorder.disconnect();
    for (const message of [...recorded, ...recorded]) await publish(message);
    await expect.poll(() => listener.dropped, patience).toBe(6);
    expect([listener.journal, listener.access]).toEqual([
      [
        [doc, 1],
        [doc, 2],
      ],
      [doc],
    ]);
    // A node drops replays of its own messages, too.
    expect([sender.journal, sender.access]).toEqual([[[doc, 2]], []]);
  });

  test('[CL2] messages of another installation on the same Redis are dropped', async () => {
    const [stranger, listener] = await Promise.all([
      new Listener(redis.url, 'another key').connected(),
      new Listener().connected(),
    ]);
    stranger.notifier.notify(doc, 1);
    await expect.poll(() => listener.dropped, patience).toBe(1);
    expect(listener.journal).toEqual([]);
  });

  test('[CL3] after Redis restarts, each node has logged one warning, reads the journal and receives notifications again', async () => {
    const [one, two] = await Promise.all([new Listener().connected(), new Listener().connected()]);
    await redis.kill('SIGKILL');
    await expect.poll(() => one.notifier.connected || two.notifier.connected, patience).toBe(false);
    for (let seq = 1; seq <= 5_000; seq += 1) one.notifier.notify(doc, seq);
    await redis.restart();
    await Promise.all([one.connected(), two.connected()]);
    expect([one.reconnects, two.reconnects]).toEqual([2, 2]);
    one.notifier.notify(doc, 9_999);
    await expect.poll(() => two.journal.at(-1), patience).toEqual([doc, 9_999]);
    for (const { logged, dropped } of [one, two]) {
      expect(logged).toEqual(['redis cannot be reached: other nodes see writes with a delay', 'redis is reachable again']);
      expect(dropped).toBe(0);
    }
  });

  test('[CL1] while Redis is frozen nothing waits or piles up, and notifications arrive afterwards', async () => {
    const [one, two] = await Promise.all([new Listener().connected(), new Listener().connected()]);
    await redis.kill('SIGSTOP');
    let slowestMs = 0;
    for (let seq = 1; seq <= 20_000; seq += 1) {
      const startedAt = performance.now();
      one.notifier.notify(doc, seq);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
    const late = new Listener();
    await expect.poll(() => one.notifier.connected, patience).toBe(false);
    expect(late.notifier.connected).toBe(false);
    await redis.kill('SIGCONT');
    await late.connected();
    await expect
      .poll(() => {
        one.notifier.notify(doc, 50_000);
        return two.journal.at(-1)?.[1] === 50_000 && late.journal.at(-1)?.[1] === 50_000;
      }, patience)
      .toBe(true);
    await one.connected();
    expect(slowestMs).toBeLessThan(50);
    expect(two.journal.filter(([, seq]) => seq <= 20_000).length).toBeLessThanOrEqual(1_000);
    expect(two.dropped).toBe(0);
  });

  test('[CL1] with Redis missing from the start a node notifies without failing, warns once and can be closed', async () => {
    const alone = new Listener(`redis://127.0.0.1:${await freePort()}`);
    await expect.poll(() => alone.logged.length, patience).toBe(1);
    for (let seq = 1; seq <= 100; seq += 1) alone.notifier.notify(doc, seq);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([alone.logged.length, alone.notifier.connected, alone.reconnects]).toEqual([1, false, 0]);
    alone.notifier.close();
    alone.notifier.notify(doc, 1);
    alone.notifier.close();
  });

  test('closing while connecting or publishing logs no outage', async () => {
    const hasty = new Listener();
    hasty.notifier.close();
    const busy = await new Listener().connected();
    busy.notifier.notify(doc, 1);
    busy.notifier.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([hasty.logged, busy.logged]).toEqual([[], []]);
  });
});
