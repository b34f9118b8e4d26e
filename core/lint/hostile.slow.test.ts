import process from 'node:process';

import { beforeAll, expect, test } from 'vitest';

import type { Box, Element } from '#schema/element.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { arrow, box, frame, tabOf } from '../arrows/drawing.test-support.ts';
import { elementViews } from '../views/elements.ts';
import { lint } from './lint.ts';

const half = 5_000;
const each = <T>(make: (index: number) => T): T[] => Array.from({ length: half }, (_, index) => make(index));
const joined = (boxes: Box[], next: (index: number) => number): Element[] => [
  ...boxes,
  ...each((index) => arrow(`e${index}`, `b${index}`, `b${next(index) % half}`, { line: 'angled', label: 'then' })),
];

type Times = { readonly lint: number; readonly view: number };

/** Milliseconds of CPU time. */
function timesOf(name: string, elements: Element[]): Times {
  const tab = tabOf(elements);
  const before = threadMs();
  lint(tab);
  const linted = threadMs();
  elementViews(tab);
  const times = { lint: linted - before, view: threadMs() - linted };
  if (process.env['SHOW_TIMES'] !== undefined) process.stderr.write(`lint ${times.lint.toFixed(0)} ms, view ${times.view.toFixed(0)} ms: ${name}\n`);
  return times;
} // prettier-ignore

let ordinary: Times;
beforeAll(() => {
  const grid = each((index) => box(`b${index}`, (index % 70) * 200, Math.floor(index / 70) * 150));
  const drawing = joined(grid, (index) => index + 71);
  timesOf('warm-up', drawing);
  ordinary = timesOf('ordinary', drawing);
});

/** Where these took at most 350 ms, checking every box for every arrow took 2 to 4 s. */
test.each<[string, Element[]]>([
  ['all boxes on one spot', joined(each((index) => box(`b${index}`, 0, 0)), (index) => index + 1)],
  ['boxes that overlap all others', joined(each((index) => box(`b${index}`, (index * 37) % 2_000, (index * 91) % 2_000, 5_000, 5_000)), (index) => index + 7)],
  ['a wall of boxes without a gap', joined(each((index) => box(`b${index}`, (index % 70) * 90, Math.floor(index / 70) * 90, 89.9, 89.9)), (index) => index + 72)],
  ['boxes within boxes', joined(each((index) => box(`b${index}`, index, index, 20_000 - 2 * index, 20_000 - 2 * index)), (index) => index + 9)],
  ['frames within frames', [...each((index) => frame(`f${index}`, index, index, 20_000 - 2 * index, 20_000 - 2 * index)), ...each((index) => box(`b${index}`, 9_990 + (index % 20), 9_990, 10, 10))]],
  ['all arrows through one point', [...each((index) => box(`b${index}`, Math.round(8_000 * Math.cos(index)), Math.round(8_000 * Math.sin(index)), 4, 4)), ...each((index) => arrow(`e${index}`, { x: -9_000, y: index }, { x: 9_000, y: -index }))]],
  ['all arrows between two boxes', [box('a', 0, 0), box('b', 500, 300), ...each((index) => arrow(`e${index}`, 'a', 'b', { line: 'angled', label: 'x' }))]],
])('10,000 elements, %s, are linted and read in a moment', (name, elements) => {
  const { lint: linted, view } = timesOf(name, elements);
  expect(linted).toBeLessThan(5 * ordinary.lint);
  expect(view).toBeLessThan(5 * ordinary.view);
}); // prettier-ignore
