/** The cost of a published board with two thousand readers, and what a writer beside them waits. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { paceMs } from '#server/published/publication.ts';

import { publish } from '../harness/publish.ts';
import { RelayClient } from './baseline/relay-client.ts';
import { cpuDuring } from './process-cost.ts';
import { type Bench, times } from './row.ts';
import { sideBySide } from './side-by-side.ts';
import { median, quantile } from './statistics.ts';

const readers = 2_000;
/** As many as connect at once. */
const atOnce = 100;

export const publishedReaders: Bench = {
  name: 'published-readers',
  title: `A published board with ${readers} readers, server CPU per delivery`,
  run: (effort) =>
    sideBySide(1_000, async ({ ground, node, place, relay }) => {
      const { secret } = await publish(node.url, ground.storage, place.id);
      const url = `${node.url.replace(/^http/, 'ws')}/p/${secret}/live`;
      const caller = ground.caller(node);
      const messages = times(effort, 120, 20);
      const move = (index: number): Promise<{ ms: number }> =>
        caller.changeset(place, `move b${index % 600} by=${index % 2 === 0 ? 10 : -10},0`);
      // What the writes alone cost, once the node is warm.
      const writes: number[] = [];
      for (let round = 0; round <= effort.rounds; round += 1) {
        const ms = await cpuOf(node.pid, messages, move);
        if (round > 0) writes.push(ms / messages);
      }
      const alone = residentBytes(node.pid);
      const ours = await connected(url);
      const memory = (residentBytes(node.pid) - alone) / 1e6;
      const bare = await connected(relay.webSocketUrl);
      const sender = await RelayClient.connect(relay.webSocketUrl);
      const micros = { ours: [] as number[], bare: [] as number[] };
      const acknowledgedMs: number[] = [];
      // The last message of ours has the size of the others: the relay passes on as many bytes.
      let bytes: Buffer = Buffer.alloc(0);
      ours[0]?.onMessage((data) => {
        bytes = data;
      });
      for (let round = 0; round <= effort.rounds; round += 1) {
        const mine = await perDelivery(node.pid, ours, messages, async (index) => {
          const { ms } = await move(index);
          if (round > 0) acknowledgedMs.push(ms);
        });
        const raw = await perDelivery(relay.pid, bare, messages, () => {
          sender.send(bytes);
          return Promise.resolve();
        });
        if (round === 0) continue;
        micros.ours.push(mine);
        micros.bare.push(raw);
      }
      for (const client of [...ours, ...bare, sender]) client.close();
      const perWrite = (median(writes) * 1_000) / readers;
      const [own, relayed, p95] = [median(micros.ours), median(micros.bare), quantile(acknowledgedMs, 0.95)];
      return [
        {
          what: 'server CPU per delivery, with reading and comparing',
          unit: 'µs',
          ours: own - perWrite,
          baseline: { name: 'a relay that decodes nothing', value: relayed },
          goal: { words: 'at most 1.5x the relay', met: own - perWrite <= 1.5 * relayed },
        },
        {
          what: 'the same with the writes themselves',
          unit: 'µs',
          ours: own,
          baseline: { name: 'a relay that decodes nothing', value: relayed },
          goal: null,
        },
        {
          what: 'memory of the node for all of them',
          unit: 'MB',
          ours: memory,
          baseline: null,
          goal: null,
        },
        {
          what: 'a changeset beside them, p95',
          unit: 'ms',
          ours: p95,
          baseline: null,
          goal: { words: 'less than 30 ms', met: p95 < 30 },
        },
      ];
    }),
};

/** As the kernel counts it (Linux). */
const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1_024;

async function connected(url: string): Promise<RelayClient[]> {
  const clients: RelayClient[] = [];
  while (clients.length < readers)
    clients.push(...(await Promise.all(Array.from({ length: atOnce }, () => RelayClient.connect(url)))));
  return clients;
}

/** Microseconds of the server per message and reader. */
async function perDelivery(
  pid: number,
  audience: readonly RelayClient[],
  messages: number,
  write: (index: number) => Promise<unknown>,
): Promise<number> {
  const received = (): number => audience.reduce((sum, client) => sum + client.received, 0);
  const before = received();
  const ms = await cpuOf(pid, messages, write);
  const heard = received() - before;
  if (heard < readers * messages * 0.9) throw new Error(`only ${heard} of ${readers * messages} deliveries arrived`);
  return (ms * 1_000) / heard;
}

/** CPU milliseconds of a process during writes that are as far apart as messages to that many readers. */
function cpuOf(pid: number, messages: number, write: (index: number) => Promise<unknown>): Promise<number> {
  const apartMs = paceMs(readers) + 20;
  return cpuDuring(pid, async () => {
    const startedAt = performance.now();
    for (let index = 0; index < messages; index += 1) {
      const dueMs = startedAt + index * apartMs - performance.now();
      if (dueMs > 1) await sleep(dueMs);
      await write(index);
    }
    await sleep(1_000);
  });
}
