/** What a slow disk costs: every sync takes 20 ms longer, as on a busy or networked disk. SQLite. */
import * as Y from 'yjs';

import { noWatchedDisk, watchDisk } from '../harness/watched-disk.ts';
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
    const ground = await BenchGround.embedded();
    try {
      const drawn = drawDocument(elements);
      const [edited, written] = [await ground.put(drawn), await ground.put(drawn)];
      const node = await ground.node(watchDisk({ folder: ground.dataDir, syncMs }));
      const caller = ground.caller(node);
      const open = (doc: Y.Doc | null): Promise<LightEditor> =>
        LightEditor.open({ url: collabUrl(node.url), documentId: edited.id, token: ground.person.token, doc });
      const [writer, reader] = [await open(new Y.Doc()), await open(null)];
      const changesets = new TenOperations('c', boxesAmong(elements));
      const [alone, beside, answers]: [Round[], Round[], Round[]] = [[], [], []];
      const relay = async (): Promise<Round> => roundOf(await reachTimes(writer, reader, edited.tab, times(effort, 60, 15)));
      for (let round = 0; round <= effort.rounds; round += 1) {
        const quiet = await relay();
        const ms: number[] = [];
        let isOver = false;
        const agent = (async () => {
          while (!isOver) ms.push((await caller.changeset(written, changesets.next())).ms);
        })();
        const busy = await relay();
        isOver = true;
        await agent;
        // The first round warms up.
        if (round === 0) continue;
        alone.push(quiet);
        beside.push(busy);
        answers.push(roundOf(ms));
      }
      for (const editor of [writer, reader]) editor.close();
      return [
        ...reached('one edit to one reader', medianRound(alone)),
        ...reached('the same, beside changesets to another document', medianRound(beside)),
        row('those changesets, durable, p50', medianRound(answers).p50, null),
      ];
    } finally {
      await ground.end();
    }
  },
};

const reached = (what: string, { p50, p95 }: Round): BenchRow[] => [
  row(`${what}, p50`, p50, { words: 'at most 4 ms', met: p50 <= 4 }),
  row(`${what}, p95`, p95, null),
];

const row = (what: string, ours: number, goal: BenchRow['goal']): BenchRow => ({ what, unit: 'ms', ours, baseline: null, goal });
