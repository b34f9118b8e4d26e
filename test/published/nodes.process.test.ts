/** Published boards on real nodes: what people draw in editors, the end of access, and the readers on all nodes, with and without Redis. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ShareLink } from '#schema/access.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { startCluster } from '#test/cluster/stage.ts';
import { Api } from '#test/harness/api.ts';
import { BoardReader } from '#test/harness/board-reader.ts';
import { TestEditor } from '#test/harness/editor.ts';
import { patience } from '#test/harness/patience.ts';
import type { TestAccount } from '#test/harness/people.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { publish } from '#test/harness/publish.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';
import { startSolo } from '#test/harness/solo.ts';

type Setup = {
  readonly storage: Storage;
  readonly ada: TestAccount;
  readonly writtenAt: string;
  readonly readAt: string;
  /** The promised times, ms. */
  readonly seenWithinMs: number;
  readonly endedWithinMs: number;
  stop(): Promise<void>;
};

async function twoNodes(redis: TestRedis | null): Promise<Setup> {
  const postgres = await startPostgres();
  const cluster = await startCluster(postgres, redis?.url ?? null);
  const storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  const [one, two] = cluster.nodes;
  return {
    storage,
    ada: cluster.ada,
    writtenAt: one.url,
    readAt: two.url,
    seenWithinMs: redis === null ? 2_000 : 1_000,
    endedWithinMs: redis === null ? 5_000 : 1_000,
    async stop() {
      await storage.close();
      await cluster.stop();
      await postgres.stop();
      await redis?.stop();
    },
  };
}

const setups: Readonly<Record<string, () => Promise<Setup>>> = {
  'one node': async () => {
    const solo = await startSolo('published');
    const { storage, ada, node } = solo;
    const at = { writtenAt: node.url, readAt: node.url };
    return { storage, ada, ...at, seenWithinMs: 1_000, endedWithinMs: 1_000, stop: () => solo.stop() };
  },
  'another node, without Redis': () => twoNodes(null),
  'another node, with Redis': async () => twoNodes(await startRedis()),
};

/** The milliseconds until the condition holds. */
async function timeUntil(condition: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  await expect.poll(condition, { interval: 5, timeout: 30_000 }).toBe(true);
  return performance.now() - startedAt;
}

describe.each(Object.entries(setups))('%s', (_name, start) => {
  let setup: Setup;
  let api: Api;
  beforeAll(async () => {
    setup = await start();
    api = new Api(setup.writtenAt, setup.ada.token);
  });
  afterAll(() => setup.stop());

  test('PB7 what an agent and an editor draw reaches a reader in time', async () => {
    const place = await api.createDocument();
    const { secret } = await publish(setup.writtenAt, setup.storage, place.id);
    const reader = await new BoardReader(setup.readAt, secret).opened();
    await api.changeset(place, 'add square "By an agent" id=one at:0,0');
    expect(await timeUntil(() => reader.labels().includes('By an agent'))).toBeLessThan(patience * setup.seenWithinMs);
    const editor = new TestEditor({ url: setup.writtenAt, documentId: place.id, credential: setup.ada.token });
    await editor.synced();
    const drawn = editor.element(place.tab, 'one');
    if (drawn === undefined || drawn.type === 'arrow') throw new Error('the editor has the box');
    editor.put(place.tab, { ...drawn, x: 777 });
    const moved = (): boolean => {
      const box = reader.board?.elements.get(drawn.id);
      return box !== undefined && box.type !== 'arrow' && box.x === 777;
    };
    expect(await timeUntil(moved)).toBeLessThan(patience * setup.seenWithinMs);
    editor.destroy();
    reader.close();
  });

  test('PB14 PB4 readers are closed in time when the link is revoked, or the document is moved to the trash', async () => {
    for (const end of ['revoke', 'trash'] as const) {
      const place = await api.createDocument();
      const { secret, linkId, browser } = await publish(setup.writtenAt, setup.storage, place.id);
      const reader = await new BoardReader(setup.readAt, secret).opened();
      expect(reader.board).not.toBeNull();
      if (end === 'revoke') {
        const headers = { Cookie: browser.cookie, Origin: setup.writtenAt };
        await fetch(`${setup.writtenAt}/api/v1/documents/${place.id}/share-links/${linkId}`, { method: 'DELETE', headers });
      } else await api.call('DELETE', `/documents/${place.id}`);
      expect((await fetch(`${setup.readAt}/p/${secret}.svg`)).status).toBe(404);
      expect(await timeUntil(() => reader.closeCode !== null)).toBeLessThan(patience * setup.endedWithinMs);
      expect(reader.closeCode).toBe(4404);
    }
  });

  test('PB15 the readers on every node are counted', async () => {
    const place = await api.createDocument();
    const { secret, browser } = await publish(setup.writtenAt, setup.storage, place.id);
    const counted = async (): Promise<number | undefined> =>
      (await browser.call<{ links: ShareLink[] }>('GET', `/documents/${place.id}/share-links`)).body.links[0]?.readers;
    const readers = [setup.readAt, setup.readAt, setup.writtenAt].map((url) => new BoardReader(url, secret));
    for (const reader of readers) await reader.opened();
    await expect.poll(counted, { timeout: 10_000 }).toBe(3);
    for (const reader of readers) reader.close();
    await expect.poll(counted, { timeout: 10_000 }).toBe(0);
  });
});

test('PB14 a node that stops asks readers to come back', async () => {
  const solo = await startSolo('published-stop');
  const { storage, ada, node } = solo;
  const place = await new Api(node.url, ada.token).createDocument();
  const { secret } = await publish(node.url, storage, place.id);
  const reader = await new BoardReader(node.url, secret).opened();
  void node.kill('SIGTERM');
  await timeUntil(() => reader.closeCode !== null);
  expect(reader.closeCode).toBe(1012);
  await solo.stop();
});
