/** How long a node of other documents is stopped by a large one that is opened, read and written for the first time. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import * as Y from 'yjs';

import { drawDocument } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { inspectable, longestTurnMs } from './inspector.ts';
import { collabUrl, LightEditor } from './light-editor.ts';
import { type Bench, type BenchRow } from './row.ts';
import { median } from './statistics.ts';

const elements = 50_000;
const goalMs = 50;
/** How long the node decodes after the first editor has the stored state. */
const decodedMs = 3_000;

export const stops: Bench = {
  name: 'stops',
  title: `The longest turn of the event loop, a document of ${elements} elements on ${elements / 10_000} tabs, CPU`,
  async run({ rounds }) {
    const drawn = drawDocument(elements);
    const ground = await BenchGround.embedded();
    try {
      const { environment, port } = await inspectable();
      const node = await ground.node(environment);
      const caller = ground.caller(node);
      const ms = { open: [] as number[], read: [] as number[], write: [] as number[], apply: [] as number[] };
      // The first round warms the code up.
      for (let round = -1; round < Math.max(2, rounds); round += 1) {
        const [opened, read] = [await ground.put(drawn), await ground.put(drawn)];
        const once = {
          open: await longestTurnMs(port, async () => {
            const options = { url: collabUrl(node.url), documentId: opened.id, token: ground.person.token };
            const editor = await LightEditor.open(options);
            await editor.settled;
            await sleep(decodedMs);
            editor.close();
          }),
          read: await longestTurnMs(port, () => caller.call('GET', `/documents/${read.id}/tabs/${read.tab}`)),
          write: await longestTurnMs(port, () => caller.changeset(read, 'set b1 label=Written')),
          apply: applyMs(drawn.state),
        };
        if (round >= 0) for (const name of ['open', 'read', 'write', 'apply'] as const) ms[name].push(once[name]);
      }
      const row = (what: string, values: readonly number[]): BenchRow => ({
        what,
        unit: 'ms',
        ours: median(values),
        baseline: { name: 'Y.applyUpdate of the same bytes', value: median(ms.apply) },
        goal: { words: `at most ${goalMs} ms`, met: median(values) <= goalMs },
      });
      return [
        row('opened by its first editor', ms.open),
        row('a tab read over REST', ms.read),
        row('the first changeset of the tab', ms.write),
      ];
    } finally {
      await ground.end();
    }
  },
};

/** CPU of this thread. */
function applyMs(state: Uint8Array): number {
  const before = process.threadCpuUsage();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const { user, system } = process.threadCpuUsage(before);
  doc.destroy();
  return (user + system) / 1_000;
}
