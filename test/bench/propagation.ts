/** The time from one editor's drop of an element to another's screen, and to the mark that says it is saved. */
import { setTimeout as sleep } from 'node:timers/promises';

import { boxId } from './drawing.ts';
import { drag, isAt, type LightEditor } from './light-editor.ts';
import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';
import { type BenchSide, sideBySide } from './side-by-side.ts';
import { median, medianRound, quantile, type Round, roundOf } from './statistics.ts';

/** Edits are further apart than frames of a screen, so each is shown separately; or closer, as those of a quick drag. */
const apartMs = 25;
const closeMs = 5;
const savingEditors = 50;

export const propagation: Bench = {
  name: 'propagation',
  title: 'Editor to editor, on a document of 1,000 elements',
  run: (effort) =>
    sideBySide(1_000, async ({ ours, hocuspocus, place }) => [
      ...(await reaching(effort, [ours, hocuspocus], place.tab)),
      ...(await dragging(effort, [ours, hocuspocus], place.tab)),
      ...(await savingAlone(effort, [ours, hocuspocus], place.tab)),
      ...(await saving(effort, [ours, hocuspocus], place.tab)),
    ]),
};

async function reaching(effort: BenchEffort, sides: readonly BenchSide[], tab: string): Promise<BenchRow[]> {
  const [ours, bare] = await roundsOf(effort, sides, 'counting', (writer, reader) =>
    reachTimes(writer, reader, tab, times(effort, 60, 15)),
  );
  const goal = { words: 'at most 1.2x Hocuspocus alone', met: ours.p50 <= 1.2 * bare.p50 };
  return [
    { what: 'one edit to one reader, p50', unit: 'ms', ours: ours.p50, baseline: { name, value: bare.p50 }, goal },
    { what: 'one edit to one reader, p99', unit: 'ms', ours: ours.p99, baseline: { name, value: bare.p99 }, goal: null },
  ];
}

/** Edits so close together that a server may batch them. */
async function dragging(effort: BenchEffort, sides: readonly BenchSide[], tab: string): Promise<BenchRow[]> {
  const [ours, bare] = await roundsOf(effort, sides, 'editing', (writer, reader) =>
    dragTimes(writer, reader, tab, times(effort, 200, 60)),
  );
  const goal = { words: 'at most 1.2x Hocuspocus alone', met: ours.p95 <= 1.2 * bare.p95 };
  return [
    { what: 'edits 5 ms apart to one reader, p50', unit: 'ms', ours: ours.p50, baseline: { name, value: bare.p50 }, goal: null },
    { what: 'edits 5 ms apart to one reader, p95', unit: 'ms', ours: ours.p95, baseline: { name, value: bare.p95 }, goal },
  ];
}

const name = 'Hocuspocus alone';

/** The median round of each side, measured between a writer and a reader. The sides take turns; the first round warms up. */
async function roundsOf(
  effort: BenchEffort,
  sides: readonly BenchSide[],
  how: 'counting' | 'editing',
  measure: (writer: LightEditor, reader: LightEditor) => Promise<number[]>,
): Promise<readonly [ours: Round, bare: Round]> {
  const pairs = await Promise.all(
    sides.map(async (side) => ({
      writer: await side.open('editing'),
      reader: await side.open(how),
      rounds: [] as Round[],
    })),
  );
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const { writer, reader, rounds } of pairs) {
      const ms = await measure(writer, reader);
      if (round > 0) rounds.push(roundOf(ms));
    }
  }
  for (const { writer, reader } of pairs) for (const editor of [writer, reader]) editor.close();
  const [ours, bare] = pairs.map(({ rounds }) => medianRound(rounds));
  if (ours === undefined || bare === undefined) throw new Error('two sides are compared');
  return [ours, bare];
}

export async function reachTimes(writer: LightEditor, reader: LightEditor, tab: string, count: number): Promise<number[]> {
  const { doc } = writer;
  if (doc === null) throw new Error('a writer needs a document');
  const ms: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(apartMs);
    const startedAt = performance.now();
    const reached = new Promise<void>((resolve) => {
      reader.onUpdate = resolve;
    });
    drag(doc, tab, boxId(index % 600), index, performance.now());
    await reached;
    ms.push(performance.now() - startedAt);
  }
  return ms;
}

/** One message may bring several edits: the reader's copy shows which have arrived. */
async function dragTimes(writer: LightEditor, reader: LightEditor, tab: string, count: number): Promise<number[]> {
  const { doc } = writer;
  const { doc: copy } = reader;
  if (doc === null || copy === null) throw new Error('both need a document');
  const ms: number[] = [];
  const sentAt: number[] = [];
  const mark = performance.now();
  reader.onUpdate = () => {
    while (ms.length < sentAt.length && isAt(copy, tab, boxId(ms.length), mark + ms.length))
      ms.push(performance.now() - (sentAt[ms.length] ?? 0));
  };
  for (let index = 0; index < count; index += 1) {
    sentAt.push(performance.now());
    drag(doc, tab, boxId(index), mark + index, 0);
    await sleep(closeMs);
  }
  while (ms.length < count) await sleep(5);
  return ms;
}

async function savingAlone(effort: BenchEffort, sides: readonly BenchSide[], tab: string): Promise<BenchRow[]> {
  const editors = await Promise.all(sides.map(async (side) => ({ editor: await side.open('editing'), p50: [] as number[] })));
  for (let round = 0; round < Math.min(3, effort.rounds); round += 1) {
    for (const { editor, p50 } of editors) p50.push(median(await saveTimes([editor], tab, times(effort, 20, 8))));
  }
  for (const { editor } of editors) editor.close();
  const [ours, bare] = editors.map(({ p50 }) => median(p50));
  if (ours === undefined || bare === undefined) throw new Error('two sides are compared');
  return [
    {
      what: 'one editor, 5 edits per second: saved (ours: durable), p50',
      unit: 'ms',
      ours,
      baseline: { name: 'Hocuspocus alone, in memory', value: bare },
      goal: { words: 'at most 5 ms', met: ours <= 5 },
    },
  ];
}

/** Fifty editors of one document, each five edits a second. */
async function saving(effort: BenchEffort, sides: readonly BenchSide[], tab: string): Promise<BenchRow[]> {
  const crowds = await Promise.all(
    sides.map(async (side) => {
      const editors: LightEditor[] = [];
      for (let index = 0; index < savingEditors; index += 1) editors.push(await side.open('editing'));
      return { editors, p95: [] as number[] };
    }),
  );
  for (let round = 0; round < Math.min(3, effort.rounds); round += 1) {
    for (const { editors, p95 } of crowds) p95.push(quantile(await saveTimes(editors, tab, times(effort, 10, 5)), 0.95));
  }
  for (const { editors } of crowds) for (const editor of editors) editor.close();
  const [ours, bare] = crowds.map(({ p95 }) => median(p95));
  if (ours === undefined || bare === undefined) throw new Error('two sides are compared');
  return [
    {
      what: '50 editors, 5 edits per second each: saved (ours: durable), p95',
      unit: 'ms',
      ours,
      baseline: { name: 'Hocuspocus alone, in memory', value: bare },
      goal: { words: 'at most 30 ms', met: ours <= 30 },
    },
  ];
}

async function saveTimes(editors: readonly LightEditor[], tab: string, count: number): Promise<number[]> {
  const ms: number[] = [];
  const edit = async (editor: LightEditor, place: number): Promise<void> => {
    const sentAt: number[] = [];
    editor.onSaved = () => {
      const at = sentAt.shift();
      if (at !== undefined) ms.push(performance.now() - at);
    };
    await sleep((place * 200) / editors.length);
    for (let index = 0; index < count; index += 1) {
      sentAt.push(performance.now());
      if (editor.doc !== null) drag(editor.doc, tab, boxId(place), index, place);
      await sleep(200);
    }
    while (sentAt.length > 0) await sleep(5);
  };
  await Promise.all(editors.map(edit));
  return ms;
}
