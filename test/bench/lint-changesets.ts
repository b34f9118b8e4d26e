/** What the lint of a changeset costs on a tab with many findings, next to the same changesets on a clean one. */
import { parseOperations } from '#core/changeset/parse.ts';
import { planChangeset } from '#core/changeset/plan.ts';
import { LintCache } from '#core/lint/incremental.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { newElementSuffix } from '#schema/ids.ts';

import { SeededRandom } from '../harness/random.ts';
import { boxesAmong, elementsOf, tabWith } from './drawing.ts';
import { CrowdingAgent, faultyElements } from './faulty-drawing.ts';
import { type BenchEffort, type BenchRow, times } from './row.ts';
import { TenOperations } from './ten-operations.ts';

const elements = 1_000;

export function lintingChangesets(effort: BenchEffort): BenchRow[] {
  const clean = new LintedTab(tabWith(elementsOf(elements)), new TenOperations('c', boxesAmong(elements)));
  const faulty = new LintedTab(tabWith(faultyElements(elements, 100)), new TenOperations('c', boxesAmong(elements)));
  const crowd = new LintedTab(tabWith([]), new CrowdingAgent(new SeededRandom(1), 4_000));
  for (let index = 0; index < 60; index += 1) crowd.change();
  const sums = [clean, faulty, crowd].map((tab) => ({ tab, ms: 0 }));
  const count = times(effort, 200, 40);
  for (let index = 0; index < 2 * count; index += 1) {
    // The tabs take turns, so that each has the same share of what else the machine does.
    for (const sum of sums) {
      const ms = sum.tab.change();
      if (index >= count) sum.ms += ms;
    }
  }
  const [without = NaN, withFindings = NaN, inCrowd = NaN] = sums.map(({ ms }) => ms / count);
  const baseline = { name: 'the same on a clean tab', value: without };
  return [
    {
      what: 'linting a changeset, 1,000 elements with 100 findings',
      unit: 'ms',
      ours: withFindings,
      baseline,
      goal: { words: 'at most 1.3x the clean tab', met: withFindings <= 1.3 * without },
    },
    {
      what: 'linting a changeset in a crowd that grows from 300 elements',
      unit: 'ms',
      ours: inCrowd,
      baseline: { ...baseline, name: 'a changeset on a clean tab of 1,000' },
      goal: null,
    },
  ];
}

/** A tab that is changed and linted again and again. */
class LintedTab {
  readonly #tab: TabIndex;
  readonly #changesets: { next(): string };
  readonly #cache = new LintCache();

  constructor(tab: TabIndex, changesets: { next(): string }) {
    this.#tab = tab;
    this.#changesets = changesets;
  }

  /** Applies the next changeset. Returns how long its lint took, in milliseconds. */
  change(): number {
    const parsed = parseOperations(this.#changesets.next());
    if ('errors' in parsed) throw new Error(parsed.errors[0]?.message);
    const context = { newSuffix: newElementSuffix, selected: null, mayReference: () => false };
    const plan = planChangeset(this.#tab, parsed.operations, context);
    if ('errors' in plan) throw new Error(plan.errors[0]?.message);
    const startedAt = performance.now();
    this.#cache.change(this.#tab, plan);
    const ms = performance.now() - startedAt;
    this.#tab.update(plan.edits.map(({ id, after }) => ({ id, element: after })));
    this.#cache.note(plan.edits.map(({ id }) => id));
    return ms;
  }
}
