/** Durable changesets over REST on SQLite, compared with bare commits of the same bytes. */
import { type BaselineCommits, sqliteCommits } from './baseline/commits.ts';
import { logGrowth } from '../harness/write-ahead-log.ts';
import type { BenchCaller, BenchTab } from './caller.ts';
import { boxesAmong } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { cpuMs } from './process-cost.ts';
import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';
import { medianRound, median, type Round, roundOf } from './statistics.ts';
import { storedBytes } from './stored-bytes.ts';
import { TenOperations } from './ten-operations.ts';
import { timed } from './timed.ts';

const elements = 1_000;
const documents = 16;

export const changesetSqlite: Bench = {
  name: 'changeset',
  title: 'Changesets of 10 operations on tabs of 1,000 elements, durable, SQLite',
  async run(effort) {
    const ground = await BenchGround.embedded();
    try {
      const places = await ground.documents(documents, elements);
      const node = await ground.node();
      const caller = ground.caller(node);
      const writers = places.map((place) => ({ place, changesets: new TenOperations('c', boxesAmong(elements)) }));
      // Documents are loaded and the code is warm before anything is measured.
      for (const writer of writers) await writeMany(caller, writer, 30);
      const commits = sqliteCommits(await storedBytes(ground.storage));
      try {
        const [first] = writers;
        if (first === undefined) throw new Error('no document');
        const alone = await oneClient(effort, caller, first, commits);
        const many = await manyClients(effort, caller, writers, commits, node.pid);
        return [...alone, ...many, ...(await written(caller, writers, ground.dataDir))];
      } finally {
        await commits.end();
      }
    } finally {
      await ground.end();
    }
  },
};

type Writer = { readonly place: BenchTab; readonly changesets: TenOperations };

async function writeMany(caller: BenchCaller, { place, changesets }: Writer, count: number): Promise<number[]> {
  const ms: number[] = [];
  for (let index = 0; index < count; index += 1) ms.push((await caller.changeset(place, changesets.next())).ms);
  return ms;
}

async function oneClient(
  effort: BenchEffort,
  caller: BenchCaller,
  writer: Writer,
  commits: BaselineCommits,
): Promise<BenchRow[]> {
  const [ours, bare]: [Round[], Round[]] = [[], []];
  const count = times(effort, 200, 50);
  for (let round = 0; round < effort.rounds; round += 1) {
    ours.push(roundOf(await writeMany(caller, writer, count)));
    bare.push(roundOf(await timed(count, () => commits.commit())));
  }
  const [o, b] = [medianRound(ours), medianRound(bare)];
  const name = 'bare SQLite commit of the same bytes';
  return [
    {
      what: 'one client, p50',
      unit: 'ms',
      ours: o.p50,
      baseline: { name, value: b.p50 },
      goal: { words: 'at most 6x the bare commit and 2 ms', met: o.p50 <= 2 && o.p50 <= 6 * b.p50 },
    },
    {
      what: 'one client, p99',
      unit: 'ms',
      ours: o.p99,
      baseline: { name, value: b.p99 },
      goal: { words: 'at most 8 ms', met: o.p99 <= 8 },
    },
  ];
}

async function manyClients(
  effort: BenchEffort,
  caller: BenchCaller,
  writers: readonly Writer[],
  commits: BaselineCommits,
  pid: number,
): Promise<BenchRow[]> {
  const count = times(effort, 60, 10);
  const total = count * writers.length;
  const [perSecond, cpu, latency, bare]: [number[], number[], Round[], number[]] = [[], [], [], []];
  for (let round = 0; round < effort.rounds; round += 1) {
    const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
    const ms = await Promise.all(writers.map((writer) => writeMany(caller, writer, count)));
    perSecond.push((total * 1_000) / (performance.now() - startedAt));
    cpu.push((cpuMs(pid) - cpuBefore) / total);
    latency.push(roundOf(ms.flat()));
    const bareAt = performance.now();
    await timed(total, () => commits.commit());
    bare.push((total * 1_000) / (performance.now() - bareAt));
  }
  const [rate, each] = [median(perSecond), median(cpu)];
  const baseline = { name: 'bare SQLite commits, one after the other', value: median(bare) };
  return [
    {
      what: '16 documents, 16 clients',
      unit: 'per s',
      ours: rate,
      baseline,
      goal: { words: 'at least 1,000 changesets per second', met: rate >= 1_000 },
    },
    {
      what: '16 documents, 16 clients, server CPU each',
      unit: 'ms',
      ours: each,
      baseline: null,
      goal: { words: 'at most 1 ms', met: each <= 1 },
    },
    { what: '16 documents, 16 clients, p99', unit: 'ms', ours: medianRound(latency).p99, baseline: null, goal: null },
  ];
}

/** What a changeset adds to the log of the database. */
async function written(caller: BenchCaller, writers: readonly Writer[], dataDir: string): Promise<BenchRow[]> {
  const [first] = writers;
  if (first === undefined) return [];
  const each = 10;
  const alone = await logGrowth(dataDir, async () => void (await writeMany(caller, first, each)));
  const many = await logGrowth(
    dataDir,
    async () => void (await Promise.all(writers.map((writer) => writeMany(caller, writer, each)))),
  );
  const total = each * writers.length;
  return [
    {
      what: 'one client, log pages each',
      unit: 'pages',
      ours: alone.pages / each,
      baseline: null,
      goal: { words: 'at most 12 pages', met: alone.pages <= 12 * each },
    },
    { what: '16 documents, 16 clients, log pages each', unit: 'pages', ours: many.pages / total, baseline: null, goal: null },
    {
      what: '16 documents, 16 clients, commits each',
      unit: 'commits',
      ours: many.commits / total,
      baseline: null,
      goal: { words: 'at most 0.5 commits', met: many.commits <= total / 2 },
    },
  ];
}
