/** What a slow disk costs: every sync takes 20 ms longer, as on a busy or networked disk. SQLite. */
import * as Y from 'yjs';

import { noWatchedDisk, watchDisk } from '../harness/watched-disk.ts';
import type { BenchCaller, BenchTab } from './caller.ts';
import { boxesAmong, drawDocument } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { collabUrl, LightEditor } from './light-editor.ts';
import { reachTimes } from './propagation.ts';
import { type Bench, type BenchRow, times } from './row.ts';
import { medianRound, type Round, roundOf } from './statistics.ts';
import { TenOperations } from './ten-operations.ts';

const elements = 1_000;
const syncMs = 20;

export const slowDisk: Bench = {
  name: 'slow-disk',
  title: `SQLite on a disk whose syncs take ${syncMs} ms longer, tabs of 1,000 elements`,
  async run(effort) {
    const obstacle = noWatchedDisk();
    if (obstacle !== null) throw new Error(obstacle);
    const disks = [await MeasuredDisk.open(syncMs)];
    try {
      disks.push(await MeasuredDisk.open(0));
      // The first round warms up.
      for (let round = 0; round <= effort.rounds; round += 1)
        for (const disk of disks) await disk.measure(times(effort, 60, 15), round > 0);
      const [slow, plain] = disks.map(({ rounds }) => ({
        alone: medianRound(rounds.alone),
        beside: medianRound(rounds.beside),
        answers: medianRound(rounds.answers),
      }));
      if (slow === undefined || plain === undefined) throw new Error('two disks are compared');
      return [
        ...reached('one edit to one reader', slow.alone, plain.alone),
        ...reached('the same, beside changesets to another document', slow.beside, plain.beside),
        row('those changesets, durable, p50', slow.answers.p50, plain.answers.p50, null),
      ];
    } finally {
      for (const disk of disks) await disk.end();
    }
  },
};

type Editors = { readonly writer: LightEditor; readonly reader: LightEditor; readonly tab: string };

/** Two editors of one document, and an agent that writes to another. */
class MeasuredDisk {
  readonly rounds: { readonly [K in 'alone' | 'beside' | 'answers']: Round[] } = { alone: [], beside: [], answers: [] };
  readonly #ground: BenchGround;
  readonly #caller: BenchCaller;
  readonly #editors: Editors;
  readonly #written: BenchTab;
  readonly #changesets = new TenOperations('c', boxesAmong(elements));

  private constructor(ground: BenchGround, caller: BenchCaller, editors: Editors, written: BenchTab) {
    this.#ground = ground;
    this.#caller = caller;
    this.#editors = editors;
    this.#written = written;
  }

  static async open(syncMs: number): Promise<MeasuredDisk> {
    const ground = await BenchGround.embedded();
    const drawn = drawDocument(elements);
    const [edited, written] = [await ground.put(drawn), await ground.put(drawn)];
    const node = await ground.node(watchDisk({ folder: ground.dataDir, syncMs }));
    const open = (doc: Y.Doc | null): Promise<LightEditor> =>
      LightEditor.open({ url: collabUrl(node.url), documentId: edited.id, token: ground.person.token, doc });
    const editors = { writer: await open(new Y.Doc()), reader: await open(null), tab: edited.tab };
    return new MeasuredDisk(ground, ground.caller(node), editors, written);
  }

  async measure(count: number, isKept: boolean): Promise<void> {
    const { writer, reader, tab } = this.#editors;
    const alone = await reachTimes(writer, reader, tab, count);
    const answers: number[] = [];
    let isOver = false;
    const agent = (async () => {
      while (!isOver) answers.push((await this.#caller.changeset(this.#written, this.#changesets.next())).ms);
    })();
    const beside = await reachTimes(writer, reader, tab, count);
    isOver = true;
    await agent;
    if (!isKept) return;
    this.rounds.alone.push(roundOf(alone));
    this.rounds.beside.push(roundOf(beside));
    this.rounds.answers.push(roundOf(answers));
  }

  async end(): Promise<void> {
    for (const editor of [this.#editors.writer, this.#editors.reader]) editor.close();
    await this.#ground.end();
  }
}

const reached = (what: string, slow: Round, plain: Round): BenchRow[] => [
  row(`${what}, p50`, slow.p50, plain.p50, { words: 'at most 4 ms', met: slow.p50 <= 4 }),
  row(`${what}, p95`, slow.p95, plain.p95, null),
];

const row = (what: string, ours: number, plain: number, goal: BenchRow['goal']): BenchRow => ({
  what,
  unit: 'ms',
  ours,
  baseline: { name: 'the same without the delay', value: plain },
  goal,
});
