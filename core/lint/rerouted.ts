/** Arrows whose routes changed, although a changeset touched neither them nor a box at their ends. */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow, isBox, type Point } from '#schema/element.ts';

import { sameRect } from '../tab/rect.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { DrawnLine } from './arrow-lines.ts';

/** A route that nowhere moved further is the same to a reader. */
const distanceMax = 8;

/** Ids of the re-routed arrows, sorted. `before` has the lines of arrows that were drawn again. */
export function reroutedArrows(
  before: ReadonlyMap<string, DrawnLine>,
  lineOf: (id: string) => DrawnLine | undefined,
  touched: ReadonlySet<string>,
): string[] {
  const ids: string[] = [];
  for (const [id, line] of before) {
    const now = lineOf(id);
    if (now === undefined || touched.has(id) || pinsOf(line.arrow).some((pin) => touched.has(pin))) continue;
    if (isFurther(line.points, now.points) || isFurther(now.points, line.points)) ids.push(id);
  }
  return ids.toSorted();
}

/** The elements that a changeset names or moves; a new arrow names what it connects. */
export function touchedBy(edits: readonly Edit[], targets: Iterable<string>): Set<string> {
  const touched = new Set(targets);
  for (const { id, before, after } of edits) {
    if (isMoved(before, after)) touched.add(id);
    for (const element of [before, after]) {
      if (element === null || !isArrow(element)) continue;
      touched.add(id);
      for (const pin of pinsOf(element)) touched.add(pin);
    }
  }
  return touched;
}

const isMoved = (before: Element | null, after: Element | null): boolean =>
  before === null || after === null || (isBox(before) && isBox(after) && !sameRect(before, after));

/** True if a corner of one line is away from the other line. */
function isFurther(line: readonly Point[], other: readonly Point[]): boolean {
  return line.some((point) => {
    let nearest = other.length === 1 ? away(point, other[0] ?? point, other[0] ?? point) : Infinity;
    for (let at = 1; at < other.length && nearest > distanceMax; at += 1) {
      nearest = Math.min(nearest, away(point, other[at - 1] ?? point, other[at] ?? point));
    }
    return nearest > distanceMax;
  });
}

/** The distance of a point from a part of a line. */
function away([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
