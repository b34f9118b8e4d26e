/**
 * snap: where a moved or resized rectangle goes if it is near alignment with others.
 *
 * Its edges and its center snap to those of the neighbors within reach, on each axis separately. It also snaps to where its gaps
 * to two neighbors in its row or column are equal, or its gap to one equals the gap between two of them, across frames too. The nearest
 * wins; of equals an edge or center. Guides show every alignment that then holds, over everything that is aligned. The number of neighbors
 * that are considered is limited to the nearest.
 */
import type { Rect } from '#schema/tab.ts';

import { bottom, centreX, centreY, right } from '#core/tab/rect.ts';

/** A line of alignment, or a gap that equals another one. */
export type Guide =
  | { readonly kind: 'line'; readonly axis: 'x' | 'y'; readonly at: number; readonly from: number; readonly to: number }
  /** `at` is where the gap is shown, across its axis. */
  | { readonly kind: 'gap'; readonly axis: 'x' | 'y'; readonly at: number; readonly from: number; readonly to: number };

export type Snapped = { readonly dx: number; readonly dy: number; readonly guides: readonly Guide[] };

/** The edges that snap: all of a moved rectangle, those of the dragged side of a resized one. */
export type SnapLines = {
  readonly x: readonly ('start' | 'middle' | 'end')[];
  readonly y: readonly ('start' | 'middle' | 'end')[];
};

export const allLines: SnapLines = { x: ['start', 'middle', 'end'], y: ['start', 'middle', 'end'] };

/** The maximum number of neighbors that are considered. */
const neighboursMax = 160;
const closeEnough = 0.01;

/** How much further the rectangle moves to snap, and the guides that then hold. */
export function snap(rect: Rect, others: Iterable<Rect>, reach: number, lines: SnapLines = allLines): Snapped {
  const near = nearest(rect, others);
  const across = near.map(spanX);
  const down = near.map(spanY);
  const dx = bestShift(spanX(rect), across, lines.x, reach);
  const dy = bestShift(spanY(rect), down, lines.y, reach);
  const x = spanX({ ...rect, x: rect.x + (dx ?? 0), y: rect.y + (dy ?? 0) });
  const y = spanY({ ...rect, x: rect.x + (dx ?? 0), y: rect.y + (dy ?? 0) });
  const guides = [
    ...(dx === null ? [] : guidesOf(x, across, lines.x, 'x')),
    ...(dy === null ? [] : guidesOf(y, down, lines.y, 'y')),
  ];
  return { dx: dx ?? 0, dy: dy ?? 0, guides };
}

/** A rectangle along one axis, with its extent across it. */
type Span = { readonly start: number; readonly end: number; readonly low: number; readonly high: number };

const spanX = (rect: Rect): Span => ({ start: rect.x, end: right(rect), low: rect.y, high: bottom(rect) });
const spanY = (rect: Rect): Span => ({ start: rect.y, end: bottom(rect), low: rect.x, high: right(rect) });

const lineAt = ({ start, end }: Span, line: 'start' | 'middle' | 'end'): number =>
  line === 'start' ? start : line === 'end' ? end : (start + end) / 2;

function bestShift(moved: Span, others: readonly Span[], lines: SnapLines['x'], reach: number): number | null {
  let best: number | null = null;
  const offer = (shift: number): void => {
    if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best) - closeEnough)) best = shift;
  };
  for (const other of others) {
    for (const line of lines) {
      const at = lineAt(moved, line);
      for (const theirs of allLines.x) offer(lineAt(other, theirs) - at);
    }
  }
  if (lines.length === allLines.x.length) for (const shift of gapShifts(moved, others)) offer(shift);
  return best;
}

/** Shifts after which a gap equals another one. Only neighbors in the same row or column count. */
function* gapShifts(moved: Span, others: readonly Span[]): Generator<number> {
  const length = moved.end - moved.start;
  for (const row of rowsOf(moved, others)) {
    for (let index = 1; index < row.length; index += 1) {
      const [a, b] = [row[index - 1], row[index]];
      if (a === undefined || b === undefined || b.start <= a.end) continue;
      const gap = b.start - a.end;
      if (gap >= length) yield a.end + (gap - length) / 2 - moved.start;
      yield b.end + gap - moved.start;
      yield a.start - gap - length - moved.start;
    }
  }
}

/** What is in its row, in order: boxes, in whatever frames they are; and, where there are frames, what is in none. */
function rowsOf(moved: Span, others: readonly Span[]): readonly (readonly Span[])[] {
  const row = inRow(moved, others).filter((other) => !holds(other, moved));
  const boxes = row.filter((span) => !row.some((other) => holds(span, other)));
  if (boxes.length === row.length) return [row];
  return [boxes, row.filter((span) => !row.some((other) => holds(other, span)))];
}

const holds = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start &&
  outer.end >= inner.end &&
  outer.low <= inner.low &&
  outer.high >= inner.high &&
  (outer.end - outer.start > inner.end - inner.start || outer.high - outer.low > inner.high - inner.low);

const inRow = (moved: Span, others: readonly Span[]): Span[] =>
  others.filter(({ low, high }) => low < moved.high && high > moved.low).toSorted((a, b) => a.start - b.start || a.end - b.end);

function guidesOf(moved: Span, others: readonly Span[], lines: SnapLines['x'], axis: 'x' | 'y'): Guide[] {
  const guides: Guide[] = [];
  for (const line of lines) {
    const at = lineAt(moved, line);
    const on = others.filter((other) => allLines.x.some((theirs) => Math.abs(lineAt(other, theirs) - at) < closeEnough));
    if (on.length === 0) continue;
    const [from, to] = [least([moved, ...on].map(({ low }) => low)), -least([moved, ...on].map(({ high }) => -high))];
    if (!guides.some((guide) => Math.abs(guide.at - at) < closeEnough)) guides.push({ kind: 'line', axis, at, from, to });
  }
  // If both edges are aligned, the center adds nothing.
  if (guides.length === 3) guides.splice(1, 1);
  if (lines.length === allLines.x.length) {
    const equal = rowsOf(moved, others).map((row) => gapGuides(moved, row, axis));
    guides.push(...(equal.find((pair) => pair.length > 0) ?? []));
  }
  return guides;
}

/** The gaps that are equal, on both sides of the moved rectangle or next to one of its neighbors. */
function gapGuides(moved: Span, inItsRow: readonly Span[], axis: 'x' | 'y'): Guide[] {
  const row = inItsRow.filter((other) => other.end <= moved.start + closeEnough || other.start >= moved.end - closeEnough);
  const before = row.findLast(({ end }) => end <= moved.start + closeEnough);
  const after = row.find(({ start }) => start >= moved.end - closeEnough);
  const guide = (a: Span, b: Span): Guide => {
    const at = (Math.max(a.low, b.low) + Math.min(a.high, b.high)) / 2;
    return { kind: 'gap', axis, at, from: a.end, to: b.start };
  };
  if (before !== undefined && after !== undefined && same(moved.start - before.end, after.start - moved.end)) {
    return [guide(before, moved), guide(moved, after)];
  }
  const next = before === undefined ? undefined : row.findLast((other) => other.end <= before.start + closeEnough);
  if (before !== undefined && next !== undefined && same(moved.start - before.end, before.start - next.end)) {
    return [guide(next, before), guide(before, moved)];
  }
  const beyond = after === undefined ? undefined : row.find((other) => other.start >= after.end - closeEnough);
  if (after !== undefined && beyond !== undefined && same(after.start - moved.end, beyond.start - after.end)) {
    return [guide(moved, after), guide(after, beyond)];
  }
  return [];
}

const same = (a: number, b: number): boolean => a > closeEnough && Math.abs(a - b) < closeEnough;

function nearest(rect: Rect, others: Iterable<Rect>): Rect[] {
  const all = [...others];
  if (all.length <= neighboursMax) return all;
  const away = (other: Rect): number =>
    Math.abs(centreX(other) - centreX(rect)) + Math.abs(centreY(other) - centreY(rect)) - (other.width + other.height) / 2;
  return all
    .map((other) => ({ other, far: away(other) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, neighboursMax)
    .map(({ other }) => other);
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);
