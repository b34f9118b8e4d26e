import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

import { Courier } from './courier.ts';
import { type Cluster, converges, soonMs, startCluster } from './stage.ts';

const random = new SeededRandom(seedOf('two-nodes'));
const load = { agentsPerNode: 8, changesetsPerAgent: 5, paceMs: 50 };

let postgres: TestPostgres;
let redis: TestRedis;
/** With Redis, and with a Redis that never runs. */
let withRedis: Cluster;
let withoutRedis: Cluster;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  withRedis = await startCluster(postgres, redis.url);
  withoutRedis = await startCluster(postgres, `redis://127.0.0.1:${await freePort()}`);
});
afterAll(async () => {
  await Promise.all([withRedis.stop(), withoutRedis.stop()]);
  await Promise.all([redis.stop(), postgres.stop()]);
});

describe('16 agents and two editors on one tab of two nodes', () => {
  test('get revisions without gaps or repeats, and the same document everywhere', async () => {
    await converges(withRedis, { ...load, random: random.fork() });
  });

  test('converge by polling only if Redis never runs', async () => {
    await converges(withoutRedis, { ...load, random: random.fork() });
  });

  test('converge with Redis flushed, and drop and count garbage, forgeries and replays on the doorbell', async () => {
    const [attacker, listener] = [new Redis(redis.url), new Redis(redis.url)];
    const messages: { channel: string; message: string }[] = [];
    try {
      await listener.psubscribe('*');
      listener.on('pmessage', (_pattern: string, channel: string, message: string) => messages.push({ channel, message }));
      const before = await droppedOf(withRedis);
      let expected = before;
      const disturb = async (): Promise<void> => {
        const original = messages.filter(({ message }) => message.includes('"seq":')).slice(0, 20);
        const { channel, message } = original[0]!;
        const forged = forgeriesOf(message);
        for (let round = 0; round < 5; round += 1) {
          await attacker.flushall();
          for (const each of forged) await attacker.publish(channel, each);
          for (const old of original) await attacker.publish(old.channel, old.message);
          // Both nodes drop a forgery; a replay is dropped by the node that did not send the original.
          expected += withRedis.nodes.length * forged.length + original.length;
        }
      };
      await converges(withRedis, { ...load, random: random.fork(), disturb });
      expect(expected).toBeGreaterThan(before);
      await until(async () => (await droppedOf(withRedis)) >= expected, soonMs, 'not every forgery is counted');
      expect(await droppedOf(withRedis)).toBe(expected);
    } finally {
      attacker.disconnect();
      listener.disconnect();
    }
  });

  test('converge without a further edit after Redis was killed under load and restarted', async () => {
    await converges(withRedis, { ...load, random: random.fork(), disturb: () => redis.kill('SIGKILL') });
    await redis.restart();
    await until(
      async () => (await checksOf(withRedis)).every(({ redis: state }) => state === 'ok'),
      soonMs,
      'the nodes do not find Redis again',
    );
    await converges(withRedis, { ...load, changesetsPerAgent: 3, random: random.fork() });
  });
});

test('without Redis an editor at one node sees an agent at the other come and leave', async () => {
  const [there, here] = withoutRedis.nodes.map(({ url }) => new Api(url, withoutRedis.ada.token));
  const place = await there!.createDocument();
  const editor = new TestEditor({ url: withoutRedis.nodes[1].url, documentId: place.id, credential: withoutRedis.ada.token });
  await editor.synced();
  const path = `/documents/${place.id}/tabs/${place.tab}/presence`;
  const isSeen = (): boolean => [...editor.provider.awareness!.getStates().values()].some((state) => 'agent' in state);
  expect((await there!.call('PUT', path, { status: 'busy', ttl: 60_000 })).status).toBe(200);
  expect((await here!.call<{ agents: number }>('GET', `/documents/${place.id}/presence`)).body.agents).toBe(1);
  await until(isSeen, 5_000, 'the agent is not seen');
  expect((await there!.call('DELETE', path)).status).toBe(204);
  await until(() => !isSeen(), 5_000, 'the agent stays');
  editor.destroy();
});

test('with the doorbell a changeset of one node is on the screen of an editor at the other long before the poll', async () => {
  const [rung, polled] = await Promise.all([delaysOf(withRedis, 9), delaysOf(withoutRedis, 9)]);
  const median = (delays: number[]): number => delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]!;
  process.stdout.write(`two-nodes: across nodes ${median(rung).toFixed(0)} ms, by the poll ${median(polled).toFixed(0)} ms\n`);
  expect(median(rung)).toBeLessThan(median(polled) / 2);
});

/** Milliseconds from the answer of a changeset on one node until an editor at the other shows it. */
async function delaysOf({ nodes, ada }: Cluster, count: number): Promise<number[]> {
  const courier = await Courier.start(nodes[0].url, nodes[1].url, ada.token);
  const delays: number[] = [];
  for (let index = 0; index < count; index += 1) {
    // Out of phase with the poll.
    await new Promise((resolve) => setTimeout(resolve, random.integer(0, 500)));
    delays.push(await courier.delay(soonMs));
  }
  courier.close();
  return delays;
}

/** Messages that no holder of the key would send, derived from a real one. */
function forgeriesOf(message: string): (string | Buffer)[] {
  const body = message.slice(message.indexOf('.') + 1);
  return [
    'garbage',
    '',
    '.',
    '{}',
    `.${body}`,
    body,
    `${'A'.repeat(43)}.${body}`,
    message.replace(/"seq":\d+/, '"seq":999999999'),
    `${message} `,
    'x'.repeat(1_000_000),
    Buffer.from([0, 255, 254, 46, 0]),
  ];
}

/** The number of messages that the nodes have dropped, in all. */
async function droppedOf({ nodes }: Cluster): Promise<number> {
  const counts = nodes.map(async ({ url }) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^atelier_doorbell_dropped_total (\d+)$/m.exec(text)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function checksOf({ nodes }: Cluster): Promise<Record<string, string>[]> {
  return Promise.all(
    nodes.map(async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, string> }).checks),
  );
}
