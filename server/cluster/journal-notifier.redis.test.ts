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
  for (const bell of open.splice(0)) bell.close();
});
afterAll(async () => {
  spy.disconnect();
  await redis.stop();
});

class Listener {
  readonly journal: [document: string, seq: number][] = [];
  readonly events: string[] = [];
  readonly access: string[] = [];
  readonly said: string[] = [];
  dropped = 0;
  reconnects = 0;
  readonly bell: JournalNotifier;

  constructor(url = redis.url, itsKey = key) {
    this.bell = new JournalNotifier({
      url,
      key: itsKey,
      onJournal: (document, seq) => void this.journal.push([document, seq]),
      onEvents: (document) => void this.events.push(document),
      onAccess: (document) => void this.access.push(document),
      onReconnect: () => void (this.reconnects += 1),
      onDropped: () => void (this.dropped += 1),
      log: {
        warn: (_data, message) => void this.said.push(message),
        info: (_data, message) => void this.said.push(message),
      },
    });
    open.push(this.bell);
  }

  async connected(): Promise<this> {
    await expect.poll(() => this.bell.connected, { timeout: 10_000, interval: 5 }).toBe(true);
    return this;
  }
}

const soon = { timeout: 10_000, interval: 5 };

/** Publishes as somebody who can reach Redis; resolves when what came before it was heard as well. */
const publish = (message: string | Buffer): Promise<number> => spy.publish(channel, message as string);

/** A message as a node with that key sends it. */
function signed(body: unknown, itsKey = key, itsChannel = channel): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${createHmac('sha256', itsKey).update(`${itsChannel}\n${text}`).digest('base64url')}.${text}`;
}

describe('doorbell', () => {
  test('what one node rings the others hear, in order, and itself does not', async () => {
    const [one, two, three] = await Promise.all([
      new Listener().connected(),
      new Listener().connected(),
      new Listener().connected(),
    ]);
    for (let seq = 1; seq <= 50; seq += 1) one.bell.ring(doc, seq);
    one.bell.ring(doc, null);
    one.bell.accessChanged(doc);
    await expect.poll(() => [two.access, three.access], soon).toEqual([[doc], [doc]]);
    expect([two.events, three.events]).toEqual([[doc], [doc]]);
    const rings = Array.from({ length: 50 }, (_, index) => [doc, index + 1]);
    expect([two.journal, three.journal]).toEqual([rings, rings]);
    expect([one.journal, one.access, one.dropped]).toEqual([[], [], 0]);
    expect([two.dropped, two.reconnects, two.said]).toEqual([0, 1, []]);
  });

  test('[D2] forged and garbage messages are dropped and counted, and the next ring is heard', async () => {
    const [ringer, listener] = await Promise.all([new Listener().connected(), new Listener().connected()]);
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
      // Signed, but of no form that a node sends.
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
    await expect.poll(() => listener.dropped, soon).toBe(hostile.length);
    expect([listener.journal, listener.access]).toEqual([[], []]);
    ringer.bell.ring(doc, 8);
    await publish(genuine);
    await expect
      .poll(() => listener.journal, soon)
      .toEqual([
        [doc, 8],
        [doc, 7],
      ]);
  });

  test('[D2] a message that is played again is dropped and counted, whatever came between', async () => {
    const [ringer, other, listener] = await Promise.all([
      new Listener().connected(),
      new Listener().connected(),
      new Listener().connected(),
    ]);
    const recorder = spy.duplicate();
    const recorded: string[] = [];
    recorder.on('message', (_channel, message: string) => void recorded.push(message));
    await recorder.subscribe(channel);
    ringer.bell.ring(doc, 1);
    ringer.bell.accessChanged(doc);
    await expect.poll(() => recorded.length, soon).toBe(2);
    other.bell.ring(doc, 2);
    await expect.poll(() => recorded.length, soon).toBe(3);
    recorder.disconnect();
    for (const message of [...recorded, ...recorded]) await publish(message);
    await expect.poll(() => listener.dropped, soon).toBe(6);
    expect([listener.journal, listener.access]).toEqual([
      [
        [doc, 1],
        [doc, 2],
      ],
      [doc],
    ]);
    // Its own messages, played to it, are nothing new either.
    expect([ringer.journal, ringer.access]).toEqual([[[doc, 2]], []]);
  });

  test('[D2] nodes of another installation on the same Redis do not reach this one', async () => {
    const [stranger, listener] = await Promise.all([
      new Listener(redis.url, 'another key').connected(),
      new Listener().connected(),
    ]);
    stranger.bell.ring(doc, 1);
    await expect.poll(() => listener.dropped, soon).toBe(1);
    expect(listener.journal).toEqual([]);
  });

  test('[D3] Redis dies and comes back: one warning, nobody is ended, the journal is looked at, rings are heard again', async () => {
    const [one, two] = await Promise.all([new Listener().connected(), new Listener().connected()]);
    await redis.kill('SIGKILL');
    await expect.poll(() => one.bell.connected || two.bell.connected, soon).toBe(false);
    for (let seq = 1; seq <= 5_000; seq += 1) one.bell.ring(doc, seq);
    await redis.restart();
    await Promise.all([one.connected(), two.connected()]);
    expect([one.reconnects, two.reconnects]).toEqual([2, 2]);
    one.bell.ring(doc, 9_999);
    await expect.poll(() => two.journal.at(-1), soon).toEqual([doc, 9_999]);
    for (const { said, dropped } of [one, two]) {
      expect(said).toEqual(['redis cannot be reached: other nodes hear of writes a little later', 'redis is back']);
      expect(dropped).toBe(0);
    }
  });

  test('[D1] while Redis is frozen nothing waits and nothing piles up; when it thaws, rings are heard', async () => {
    const [one, two] = await Promise.all([new Listener().connected(), new Listener().connected()]);
    await redis.kill('SIGSTOP');
    let slowestMs = 0;
    for (let seq = 1; seq <= 20_000; seq += 1) {
      const startedAt = performance.now();
      one.bell.ring(doc, seq);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
    const late = new Listener();
    await expect.poll(() => one.bell.connected, soon).toBe(false);
    expect(late.bell.connected).toBe(false);
    await redis.kill('SIGCONT');
    await late.connected();
    await expect
      .poll(() => {
        one.bell.ring(doc, 50_000);
        return two.journal.at(-1)?.[1] === 50_000 && late.journal.at(-1)?.[1] === 50_000;
      }, soon)
      .toBe(true);
    await one.connected();
    expect(slowestMs).toBeLessThan(50);
    expect(two.journal.filter(([, seq]) => seq <= 20_000).length).toBeLessThanOrEqual(1_000);
    expect(two.dropped).toBe(0);
  });

  test('[D1] without a Redis from the start a node rings, warns once, and ends when it is closed', async () => {
    const alone = new Listener(`redis://127.0.0.1:${await freePort()}`);
    await expect.poll(() => alone.said.length, soon).toBe(1);
    for (let seq = 1; seq <= 100; seq += 1) alone.bell.ring(doc, seq);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([alone.said.length, alone.bell.connected, alone.reconnects]).toEqual([1, false, 0]);
    alone.bell.close();
    alone.bell.ring(doc, 1);
    alone.bell.close();
  });

  test('closing in the middle of connecting or publishing says nothing of an outage', async () => {
    const hasty = new Listener();
    hasty.bell.close();
    const busy = await new Listener().connected();
    busy.bell.ring(doc, 1);
    busy.bell.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([hasty.said, busy.said]).toEqual([[], []]);
  });
});
