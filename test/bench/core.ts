/** Reading, planning and linting without a server. */
import { parseOperations } from '#core/changeset/parse.ts';
import { planChangeset } from '#core/changeset/plan.ts';
import { LintCache } from '#core/lint/incremental.ts';
import { lint } from '#core/lint/lint.ts';
import { newElementSuffix } from '#schema/ids.ts';

import { tabOf } from './drawing.ts';
import { lintingChangesets } from './lint-changesets.ts';
import { medianMs } from './median-ms.ts';
import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';
import { growthExponent } from './statistics.ts';

const lintSizes = [100, 1_000, 10_000] as const;

export const core: Bench = {
  name: 'core',
  title: 'Reading, planning and linting, in process',
  run: (effort) => Promise.resolve([parsing(effort), planning(effort), ...linting(effort), ...lintingChangesets(effort)]),
};

function parsing(effort: BenchEffort): BenchRow {
  const lines = Array.from({ length: 500 }, (_, index) =>
    index % 5 === 4
      ? `connect n${index - 4} -> n${index - 3} label="then ${index}"`
      : `add square id=n${index} label="Step ${index}" fill=blue at:${index * 10},${index}`,
  ).join('\n');
  const json = JSON.stringify(parsed(lines).map(({ operation }) => operation));
  const count = times(effort, 200, 50);
  const [bare, ours] = [medianMs(count, () => JSON.parse(json) as unknown), medianMs(count, () => parsed(lines))];
  return {
    what: 'reading 500 lines',
    unit: 'ms',
    ours,
    baseline: { name: 'JSON.parse of the same operations', value: bare },
    goal: { words: 'at most 1 ms', met: ours <= 1 },
  };
}

function parsed(lines: string) {
  const answer = parseOperations(lines);
  if ('errors' in answer) throw new Error(answer.errors[0]?.message);
  return answer.operations;
}

function planning(effort: BenchEffort): BenchRow {
  const tab = tabOf(1_000);
  const operations = parsed(
    Array.from(
      { length: 50 },
      (_, index) => `add square id=n${index} label="New ${index}" right-of:b${index * 9}\nset b${index * 9} label="Old ${index}"`,
    ).join('\n'),
  );
  const ours = medianMs(times(effort, 60, 20), () => {
    const plan = planChangeset(tab, operations, { newSuffix: newElementSuffix, selected: null, mayReference: () => false });
    if ('errors' in plan) throw new Error(plan.errors[0]?.message);
  });
  return {
    what: 'planning 100 operations on 1,000 elements',
    unit: 'ms',
    ours,
    baseline: null,
    goal: { words: 'at most 10 ms', met: ours <= 10 },
  };
}

function linting(effort: BenchEffort): BenchRow[] {
  const figures = lintSizes.map((size) => {
    const tab = tabOf(size);
    return [size, medianMs(times(effort, size > 5_000 ? 10 : 60, 5), () => lint(tab))] as const;
  });
  const bounds = new Map<number, number>([[1_000, 5], [10_000, 150]]); // prettier-ignore
  const exponent = growthExponent(figures);
  return [
    ...figures.map(([size, ours]): BenchRow => {
      const most = bounds.get(size);
      const goal = most === undefined ? null : { words: `at most ${most} ms`, met: ours <= most };
      return { what: `linting ${size} elements`, unit: 'ms', ours, baseline: null, goal };
    }),
    {
      what: 'linting, growth',
      unit: 'exponent',
      ours: exponent,
      baseline: null,
      goal: { words: 'at most 1.3', met: exponent <= 1.3 },
    },
    relinting(effort),
  ];
}

/** The cost of a changeset that touches one element of a large tab. */
function relinting(effort: BenchEffort): BenchRow {
  const tab = tabOf(10_000);
  const cache = new LintCache();
  cache.lint(tab);
  const boxes = [...tab.boxes()];
  const ours = medianMs(times(effort, 100, 20), (index) => {
    const box = boxes[(index * 37) % boxes.length];
    if (box === undefined) return;
    tab.update([{ id: box.id, element: { ...box, x: box.x + 1 } }]);
    cache.note([box.id]);
    cache.lint(tab);
  });
  return { what: 'linting 10,000 elements again after one moved', unit: 'ms', ours, baseline: null, goal: null };
}
