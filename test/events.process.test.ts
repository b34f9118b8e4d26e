/**
 * Live events over real nodes: each once and in order for a reader that is cut off repeatedly, whichever node it
 * reconnects to; readers that do not read; and the end of a node.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { lockDocument } from '#storage/journal.ts';
import { appendEvent, eventsAfter } from '#storage/outbox.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type Cluster, startCluster } from './cluster/stage.ts';
import { Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { EventReader, type SeenEvent } from './harness/event-reader.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { startSolo } from './harness/solo.ts';

const actor = { name: 'Ada', color: '#c2410c', agent: true };
const soonMs = 60_000;

/** Writes that consist of an event only, ten in a transaction; their numbers rise in the order of commit. */
async function writeCheaply(storage: Storage, documentId: string, count: number, padding = ''): Promise<void> {
  for (let n = 0; n < count;)
    await storage.transact(async (tx) => {
      await lockDocument(tx, documentId);
      for (const end = Math.min(count, n + 10); n < end; n += 1)
        await appendEvent(tx, { documentId, type: 'comment', tabId: null, at: Date.now(), data: { n, actor, padding } });
    });
}

describe('on two nodes without Redis', () => {
  const random = new SeededRandom(seedOf('events'));
  let postgres: TestPostgres;
  let cluster: Cluster;
  let storage: Storage;

  beforeAll(async () => {
    postgres = await startPostgres();
    cluster = await startCluster(postgres, null);
    storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  });
  afterAll(async () => {
    await storage.close();
    await cluster.stop();
    await postgres.stop();
  });

  test('a reader that is cut off 100 times during 10,000 writes gets each event once, in order', async () => {
    const { nodes, ada } = cluster;
    const place = await new Api(nodes[0].url, ada.token).createDocument();
    const cuts = 100;
    const [cheap, real] = [9_800, 100];
    const rename = async (url: string, node: number): Promise<void> => {
      const api = new Api(url, ada.token);
      for (let n = 0; n < real; n += 1) {
        const { status } = await api.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { name: `${node}-${n}` });
        if (status !== 200) n -= 1;
      }
    };
    const seen: SeenEvent[] = [];
    let reader = await EventReader.open({ url: nodes[0].url, documentId: place.id, token: ada.token });
    await until(() => reader.lastEventId !== null, soonMs, 'the stream does not begin');
    const writes = Promise.all([writeCheaply(storage, place.id, cheap), ...nodes.map(({ url }, node) => rename(url, node))]);
    const total = cheap + 2 * real;
    for (let cut = 1; cut <= cuts; cut += 1) {
      // Some connections get no event, some a few, some many.
      await sleep(random.integer(0, random.chance(0.3) ? 5 : 120));
      reader.cut();
      seen.push(...reader.events);
      const { lastEventId } = reader;
      // Data that arrives after the cut, before it is noticed, is not read.
      reader = await EventReader.open({ url: nodes[cut % 2]!.url, documentId: place.id, token: ada.token, lastEventId });
    }
    await writes;
    await until(() => seen.length + reader.events.length >= total, soonMs, 'events are missing');
    await sleep(50);
    reader.cut();
    seen.push(...reader.events);
    const written = await eventsAfter(storage.db, place.id, 0, 20_000);
    const told = written.filter(({ type }) => type !== 'document');
    expect(told).toHaveLength(total);
    expect(seen.map(({ type, data }) => [type, data['n'] ?? null])).toEqual(
      told.map(({ type, data }) => [type, (data as { n?: number }).n ?? null]),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
  });

  test('RM17 edits of editors of both nodes emit an event at most once a second, and the last edit always does', async () => {
    const { nodes, ada } = cluster;
    const place = await new Api(nodes[0].url, ada.token).createDocument();
    const editors = nodes.map(({ url }) => new TestEditor({ url, documentId: place.id, credential: ada.token }));
    await Promise.all(editors.map((editor) => editor.synced()));
    const reader = await EventReader.open({ url: nodes[1].url, documentId: place.id, token: ada.token, types: 'tab' });
    const startedAt = performance.now();
    for (let n = 0; performance.now() - startedAt < 3_000; n += 1) {
      const box = { type: 'shape', shape: 'square', z: 'a0', x: n, y: 0, width: 100, height: 60 } as const;
      for (const [index, editor] of editors.entries()) editor.put(place.tab, { ...box, id: `box-${index}~0000000${index}` });
      await sleep(40);
    }
    await Promise.all(editors.map((editor) => editor.saved()));
    const { body } = await new Api(nodes[0].url, ada.token).call<{ tab: { rev: number } }>('GET', `/documents/${place.id}/tabs/${place.tab}`); // prettier-ignore
    await until(() => reader.events.at(-1)?.data['rev'] === body.tab.rev, 10_000, 'the last edits are not told');
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    expect(body.tab.rev).toBeGreaterThan(10);
    expect(reader.events.length).toBeLessThanOrEqual(seconds + 1);
    expect(reader.events[0]!.data).toMatchObject({ type: 'tab', tab: place.tab, actor: { name: 'Ada', agent: false } });
    for (const editor of editors) editor.destroy();
    reader.cut();
  });
});

describe('on one node', () => {
  test('a reader that does not read is cut off, continues at its position, and delays no other reader', async () => {
    const solo = await startSolo('events');
    const { node, ada, api, storage } = solo;
    const place = await api.createDocument();
    const options = { url: node.url, documentId: place.id, token: ada.token };
    const [slow, quick] = [await EventReader.open(options), await EventReader.open(options)];
    await until(() => slow.lastEventId !== null && quick.lastEventId !== null, soonMs, 'the streams do not begin');
    slow.pause();
    const count = 300;
    // Far more than the kernel buffers of both ends in addition to the 8 MiB.
    const padding = 'x'.repeat(Math.ceil((4 * limits.bufferedBytesPerReader) / count));
    await writeCheaply(storage, place.id, count, padding);
    await quick.seen(count, soonMs);
    const metrics = async (): Promise<string> => (await fetch(`${node.url}/metrics`)).text();
    await until(async () => /^atelier_event_streams_ended_total\{reason="too_slow"\} 1$/m.test(await metrics()), soonMs, 'the slow reader is still there'); // prettier-ignore
    expect(await metrics()).toMatch(/^atelier_event_streams 1$/m);
    slow.resume();
    await until(() => slow.ended, soonMs, 'the slow reader does not notice');
    expect(slow.events.length).toBeLessThan(count);
    const back = await EventReader.open({ ...options, lastEventId: slow.lastEventId });
    await back.seen(count - slow.events.length, soonMs);
    expect([...slow.events, ...back.events].map(({ data }) => data['n'])).toEqual(quick.events.map(({ data }) => data['n']));

    // The streams end with the node, in time.
    const stopping = performance.now();
    await node.kill('SIGTERM');
    await until(() => quick.ended && back.ended, 5_000, 'streams outlive the node');
    expect(performance.now() - stopping).toBeLessThan(10_000);
    await solo.stop();
  });

  test(`${limits.eventStreamsPerNode} streams can be open, and one that ends makes room`, async () => {
    const solo = await startSolo('streams');
    const place = await solo.api.createDocument();
    const options = { url: solo.node.url, documentId: place.id, token: solo.ada.token };
    const readers: EventReader[] = [];
    while (readers.length < limits.eventStreamsPerNode)
      readers.push(...(await Promise.all(Array.from({ length: 50 }, () => EventReader.open(options)))));
    const headers = { Authorization: `Bearer ${options.token}` };
    const refused = await fetch(`${options.url}/api/v1/documents/${place.id}/events`, { headers });
    expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as { code: string }).code]).toEqual([503, '1', 'room_unavailable']); // prettier-ignore
    await solo.api.call('PATCH', `/documents/${place.id}`, { name: 'To all' });
    await Promise.all(readers.map((reader) => reader.seen(1, soonMs)));
    readers.pop()!.cut();
    const comesIn = async (): Promise<boolean> => {
      const reader = await EventReader.open(options).catch(() => null);
      if (reader !== null) readers.push(reader);
      return reader !== null;
    };
    await until(comesIn, soonMs, 'there is no room');
    for (const each of readers) each.cut();
    await solo.stop();
  });
});
