/** How many trials the lint of a changeset makes, on tabs that have many findings already. */
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { SeededRandom } from '#test/harness/random.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { arrow, box, tabOf } from '../arrows/drawing.test-support.ts';
import { LintDrawing } from './drawing.ts';
import { FindingMemory, type RememberedFinding } from './finding-memory.ts';
import { Footprint } from './footprint.ts';
import { lint, Listing } from './lint.ts';

/** Counts the trials of all findings that are found again. */
class CountingMemory extends FindingMemory {
  trials = 0;

  override put(key: string, finding: RememberedFinding): void {
    this.trials += finding.trials.attempts.length;
    super.put(key, finding);
  }
}

/** The trials of a lint from scratch, and on average those of the lints after each of the changes. */
function trialsOf(elements: readonly Element[], changes: readonly (readonly Element[])[]): { first: number; repeated: number } {
  const tab = tabOf(elements);
  const drawing = LintDrawing.of(tab);
  const memory = new CountingMemory();
  expect(new Listing(drawing, tab, memory).lint.counts.warning).toBeGreaterThan(50);
  const first = memory.trials;
  for (const change of changes) {
    const footprint = new Footprint();
    tab.update(change.map((element) => ({ id: element.id, element })));
    drawing.update(tab, change.map(({ id }) => id), footprint); // prettier-ignore
    memory.forget(footprint);
    expect(new Listing(drawing, tab, memory).lint).toEqual(lint(tab));
  }
  return { first, repeated: (memory.trials - first) / changes.length };
}

describe('repeated trials', () => {
  test('on a tab with 100 findings, a changeset elsewhere and new labels everywhere lead to hardly any trial', () => {
    const units = Array.from({ length: 100 }, (_, at) => unit(`n${at}`, (at % 10) * 1_000, Math.floor(at / 10) * 400));
    const changes = units
      .slice(0, 20)
      .map((elements, at) => [
        ...elements.slice(0, 2).map((element) => ({ ...element, label: `New ${at}`, fill: 'blue' })),
        box(`new${at}`, 12_000, at * 200),
        arrow(`a${at}`, `new${at}`, `new${Math.max(0, at - 1)}`),
      ]);
    const { first, repeated } = trialsOf([...units.flat(), box('far', 13_000, 0), arrow('g', 'far', 'n0-a', { locked: true })], changes); // prettier-ignore
    expect(first).toBeGreaterThan(4);
    expect(repeated).toBeLessThan(0.5);
  });

  slowTest('in a crowd of boxes and long arrows, most changes repeat no trial of an overlap', () => {
    const random = new SeededRandom(1);
    const place = (): [number, number] => [random.integer(0, 3_000), random.integer(0, 3_000)];
    const boxes = Array.from({ length: 150 }, (_, at) => box(`b${at}`, ...place()));
    const arrows = boxes.slice(1).map((_, at) => arrow(`e${at}`, `b${at}`, `b${at + 1}`));
    const changes = Array.from({ length: 20 }, (_, at) => [
      box(`c${at}`, ...place()),
      box(`d${at}`, ...place()),
      arrow(`f${at}`, `c${at}`, `d${at}`),
      box(`b${random.integer(0, 149)}`, ...place()),
    ]);
    const { first, repeated } = trialsOf([...boxes, ...arrows], changes);
    expect(first).toBeGreaterThan(10);
    expect(repeated).toBeLessThan(first / 3);
  });
});

/** An arrow behind a box. */
const unit = (name: string, x: number, y: number): Element[] => [
  box(`${name}-a`, x, y),
  box(`${name}-b`, x + 200, y),
  box(`${name}-c`, x + 400, y),
  arrow(`${name}-e`, `${name}-a`, `${name}-c`),
  arrow(`${name}-f`, `${name}-a`, `${name}-b`),
];
