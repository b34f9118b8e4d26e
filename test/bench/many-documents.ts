/** A hundred active documents with five editors each. */
import { setTimeout as sleep } from 'node:timers/promises';

import * as Y from 'yjs';

import { startBaseline } from './baseline/start.ts';
import type { BenchTab } from './caller.ts';
import { boxId, drawDocument } from './drawing.ts';
import { BenchGround } from './ground.ts';
import { collabUrl, drag, LightEditor } from './light-editor.ts';
import { cpuDuring } from './process-cost.ts';
import { type Bench, times } from './row.ts';
import { stateFile } from './state-file.ts';
import { median } from './statistics.ts';

const documents = 100;
const editorsEach = 5;
const updatesPerSecond = 1_000;
const elements = 50;

type Crowd = {
  readonly pid: number;
  readonly writers: readonly LightEditor[];
  readonly all: readonly LightEditor[];
  readonly micros: number[];
};

export const manyDocuments: Bench = {
  name: 'many-documents',
  title: '100 documents x 5 editors, 1,000 updates per second',
  async run(effort) {
    const drawn = drawDocument(elements);
    const [tab = ''] = drawn.tabs;
    const file = stateFile(drawn.state);
    const ground = await BenchGround.embedded();
    const bare = await startBaseline('hocuspocus', { STATE: file.path });
    try {
      const places: BenchTab[] = [];
      for (let index = 0; index < documents; index += 1) places.push(await ground.put(drawn));
      const node = await ground.node();
      const crowds = [
        await gather(node.pid, collabUrl(node.url), places, ground.person.token),
        await gather(bare.pid, bare.webSocketUrl, places, ground.person.token),
      ];
      const updates = times(effort, 2_000, 1_000);
      for (let round = 0; round <= Math.min(4, effort.rounds); round += 1) {
        for (const crowd of crowds) {
          const ms = await cpuDuring(crowd.pid, () => edit(crowd, tab, updates));
          if (round > 0) crowd.micros.push((ms * 1_000) / updates);
        }
      }
      for (const { all } of crowds) for (const editor of all) editor.close();
      const [ours = 0, stock = 0] = crowds.map(({ micros }) => median(micros));
      return [
        {
          what: 'server CPU per update (ours: durable)',
          unit: 'µs',
          ours,
          baseline: { name: 'Hocuspocus alone, in memory', value: stock },
          goal: { words: 'under Hocuspocus without storage', met: ours < stock },
        },
      ];
    } finally {
      await bare.stop();
      await ground.end();
      file.remove();
    }
  },
};

async function gather(pid: number, url: string, places: readonly BenchTab[], token: string): Promise<Crowd> {
  const writers: LightEditor[] = [];
  const all: LightEditor[] = [];
  for (const { id: documentId } of places) {
    const writer = await LightEditor.open({ url, documentId, token, doc: new Y.Doc() });
    writers.push(writer);
    all.push(writer);
    for (let index = 1; index < editorsEach; index += 1) all.push(await LightEditor.open({ url, documentId, token }));
  }
  return { pid, writers, all, micros: [] };
}

/** Each update goes to the next document, evenly distributed over time. */
async function edit({ writers }: Crowd, tab: string, updates: number): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < updates; index += 1) {
    const dueMs = startedAt + (index * 1_000) / updatesPerSecond - performance.now();
    if (dueMs > 1) await sleep(dueMs);
    const doc = writers[index % writers.length]?.doc;
    if (doc !== undefined && doc !== null) drag(doc, tab, boxId(index % 30), index, Math.random() * 1_000);
  }
  await sleep(200);
}
