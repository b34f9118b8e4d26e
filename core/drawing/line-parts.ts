/** The parts of all lines by place, for labels to keep off. A slanted part is cut into pieces, so that little else is within its rectangle. */
import RBush from 'rbush';

import type { Arrow, Point } from '#schema/element.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import { type Bounds, insertAll, someIn } from './bounds.ts';
import type { UndoLog } from './undo-log.ts';

/** Half the width of a head, in pixels: what is around the tip of a line belongs to it. */
export const tipReach = 6;
const pieceSize = 100;
const piecesMax = 16;

export type LinePart = Bounds & {
  readonly id: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Where the line has a head; NaN: not at this part. */
  readonly tipX: number;
  readonly tipY: number;
};

type Branch = Bounds & { readonly leaf: boolean; readonly children: readonly (Branch | LinePart)[] };

export class LineParts {
  readonly #tree = new RBush<LinePart>();
  readonly #parts = new Map<string, readonly LinePart[]>();
  readonly #open: Branch[] = [];

  of(id: string): readonly LinePart[] {
    return this.#parts.get(id) ?? [];
  }

  load(lines: Iterable<readonly [arrow: Arrow, points: readonly Point[]]>): void {
    const parts: LinePart[] = [];
    for (const [arrow, points] of lines) {
      const start = parts.length;
      addParts(arrow, points, parts);
      this.#parts.set(arrow.id, parts.slice(start));
    }
    insertAll(this.#tree, parts, true);
  }

  clear(): void {
    this.#tree.clear();
    this.#parts.clear();
  }

  /** Replaces the line of an arrow; null removes it. */
  replace(id: string, line: { readonly arrow: Arrow; readonly points: readonly Point[] } | null, undo?: UndoLog): void {
    const before = this.of(id);
    const after: LinePart[] = [];
    if (line !== null) addParts(line.arrow, line.points, after);
    this.#set(id, before, after);
    undo?.add(() => this.#set(id, after, before));
  }

  /** Collects the parts that touch an area; false if there are more than `most`. */
  collect(minX: number, minY: number, maxX: number, maxY: number, most: number, found: LinePart[]): boolean {
    found.length = 0;
    const open = this.#open;
    open.length = 0;
    open.push(this.#tree.toJSON() as Branch);
    for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
      for (const child of branch.children) {
        if (child.minX > maxX || child.maxX < minX || child.minY > maxY || child.maxY < minY) continue;
        if ('children' in child) open.push(child);
        else if (found.push(child) > most) return false;
      }
    }
    return true;
  }

  /** True if a part that touches the area passes the test. */
  some(area: Bounds, test: (part: LinePart) => boolean): boolean {
    return someIn(this.#tree, area, test);
  }

  #set(id: string, before: readonly LinePart[], after: readonly LinePart[]): void {
    for (const part of before) this.#tree.remove(part);
    for (const part of after) this.#tree.insert(part);
    if (after.length === 0) this.#parts.delete(id);
    else this.#parts.set(id, after);
  }
}

function addParts(arrow: Arrow, points: readonly Point[], parts: LinePart[]): void {
  const { heads, id } = arrow;
  const [start, end] = endHeadsOf(heads);
  const [hasStart, hasEnd] = [start !== 'none', end !== 'none'];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const pieces = Math.max(piecesOf(dx, dy), hasStart && hasEnd && points.length === 2 ? 2 : 1);
    for (let piece = 0; piece < pieces; piece += 1) {
      const [start, end] = [piece / pieces, (piece + 1) / pieces];
      const [x1, y1, x2, y2] = [from[0] + dx * start, from[1] + dy * start, from[0] + dx * end, from[1] + dy * end];
      const isFirst = hasStart && index === 1 && piece === 0;
      const isLast = hasEnd && index === points.length - 1 && piece === pieces - 1;
      const reach = isFirst || isLast ? tipReach : 0;
      parts.push({
        minX: Math.min(x1, x2) - reach,
        minY: Math.min(y1, y2) - reach,
        maxX: Math.max(x1, x2) + reach,
        maxY: Math.max(y1, y2) + reach,
        id,
        x1,
        y1,
        x2,
        y2,
        tipX: isLast ? x2 : isFirst ? x1 : NaN,
        tipY: isLast ? y2 : isFirst ? y1 : NaN,
      });
    }
  }
}

/** Into how many pieces a part of a line is cut. */
export function piecesOf(dx: number, dy: number): number {
  const across = Math.min(Math.abs(dx), Math.abs(dy));
  return across <= pieceSize ? 1 : Math.min(piecesMax, Math.ceil(across / pieceSize));
}
