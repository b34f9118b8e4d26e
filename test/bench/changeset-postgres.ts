/** Durable changesets over REST on PostgreSQL, compared with bare commits of the same bytes. */
import type { ChangesetAnswer } from '#schema/changeset.ts';

import { countRoundTrips } from '../harness/round-trips.ts';
import { type BaselineCommits, postgresCommits } from './baseline/commits.ts';
import type { BenchCaller, BenchTab } from './caller.ts';
import { boxesAmong } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { cpuMs } from './process-cost.ts';
import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';
import { median, medianRound, type Round, roundOf } from './statistics.ts';
import { storedBytes } from './stored-bytes.ts';
import { TenOperations } from './ten-operations.ts';
import { timed } from './timed.ts';

const elements = 1_000;
const clients = 16;

export const changesetPostgres: Bench = {
  name: 'postgres',
  title: 'Changesets of 10 operations on a tab of 1,000 elements, durable, PostgreSQL',
  async run(effort) {
    const { ground, url } = await BenchGround.onPostgres();
    try {
      const [alone, hot] = await ground.documents(2, elements);
      if (alone === undefined || hot === undefined) throw new Error('no document');
      const nodes = [await ground.node(), await ground.node()] as const;
      const callers = [ground.caller(nodes[0]), ground.caller(nodes[1])] as const;
      const single = new TenOperations('c', boxesAmong(elements));
      await timed(100, () => callers[0].changeset(alone, single.next()));
      const commits = await postgresCommits(url, await storedBytes(ground.storage), clients);
      try {
        await timed(100, () => commits.commit());
        const one = await oneClient(effort, callers[0], alone, single, commits);
        const many = await hotTab(effort, callers, hot, commits, [nodes[0].pid, nodes[1].pid]);
        return [...one, ...many, await roundTrips(ground, alone, single)];
      } finally {
        await commits.end();
      }
    } finally {
      await ground.end();
    }
  },
};

async function oneClient(
  effort: BenchEffort,
  caller: BenchCaller,
  place: BenchTab,
  changesets: TenOperations,
  commits: BaselineCommits,
): Promise<BenchRow[]> {
  const [ours, bare]: [Round[], Round[]] = [[], []];
  const count = times(effort, 150, 50);
  for (let round = 0; round < effort.rounds; round += 1) {
    ours.push(roundOf(await timed(count, () => caller.changeset(place, changesets.next()))));
    bare.push(roundOf(await timed(count, () => commits.commit())));
  }
  const [o, b] = [medianRound(ours), medianRound(bare)];
  const name = 'bare PostgreSQL commit of the same bytes';
  return [
    { what: 'one node, one client, p50', unit: 'ms', ours: o.p50, baseline: { name, value: b.p50 }, goal: null },
    { what: 'one node, one client, p99', unit: 'ms', ours: o.p99, baseline: { name, value: b.p99 }, goal: null },
  ];
}

/** Sixteen clients on two nodes write to one tab; the revisions in their answers must have no gaps. */
async function hotTab(
  effort: BenchEffort,
  callers: readonly [BenchCaller, BenchCaller],
  place: BenchTab,
  commits: BaselineCommits,
  pids: readonly number[],
): Promise<BenchRow[]> {
  const writers = Array.from({ length: clients }, (_, index) => ({
    caller: callers[index % 2 === 0 ? 0 : 1],
    changesets: new TenOperations(`w${index}`, boxesAmong(elements)),
  }));
  const revs: number[] = [];
  const write = async (count: number): Promise<void> => {
    const work = writers.map(async ({ caller, changesets }) => {
      for (let index = 0; index < count; index += 1) {
        const { text } = await caller.changeset(place, changesets.next());
        revs.push((JSON.parse(text) as ChangesetAnswer).changeset?.rev ?? -1);
      }
    });
    await Promise.all(work);
  };
  await write(10);
  const count = times(effort, 50, 10);
  const total = count * clients;
  const used = (): number => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const [ours, bare, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < effort.rounds; round += 1) {
    const [startedAt, cpuBefore] = [performance.now(), used()];
    await write(count);
    ours.push((total * 1_000) / (performance.now() - startedAt));
    cpu.push((used() - cpuBefore) / total);
    const bareAt = performance.now();
    await Promise.all(Array.from({ length: clients }, () => timed(count, () => commits.commit())));
    bare.push((total * 1_000) / (performance.now() - bareAt));
  }
  const exact = revs.toSorted((a, b) => a - b).every((rev, index) => rev === index + 1);
  const rate = median(ours);
  return [
    {
      what: 'two nodes, one hot tab, 16 clients',
      unit: 'per s',
      ours: rate,
      baseline: { name: 'bare PostgreSQL commits, 16 connections', value: median(bare) },
      goal: { words: 'at least 600 per second, revisions exact', met: rate >= 600 && exact },
    },
    { what: 'two nodes, one hot tab, CPU of both nodes each', unit: 'ms', ours: median(cpu), baseline: null, goal: null },
  ];
}

/** A changeset's round trips between a node and the database. */
async function roundTrips(ground: BenchGround, place: BenchTab, changesets: TenOperations): Promise<BenchRow> {
  const url = new URL(ground.databaseUrl);
  const trips = await countRoundTrips({ host: url.hostname, port: Number(url.port) });
  const DATABASE_URL = Object.assign(new URL(url), { port: String(trips.port) }).href;
  const caller = ground.caller(await ground.node({ DATABASE_URL }));
  // The first ones load the document and prepare the statements.
  await timed(10, () => caller.changeset(place, changesets.next()));
  const before = trips.count();
  const count = 50;
  await timed(count, () => caller.changeset(place, changesets.next()));
  const each = (trips.count() - before) / count;
  await trips.close();
  return { what: 'one node, one client, round trips each', unit: 'trips', ours: each, baseline: null, goal: null };
}
