/**
 * Counts the arrows that each arrow merges with [LT14]. Arrows that are attached to the same box may run together.
 *
 * Only counts are kept, as in overlaps.ts. Parts are indexed by place, and slanted parts in pieces, so that the cost of a line is that
 * of what is near it.
 */
import RBush from 'rbush';

import type { Arrow, Point } from '#schema/element.ts';

import { pinsOf } from '../tab/tab-index.ts';
import { type NamedPairs, pairOf } from './named-pairs.ts';

const distanceMax = 2;
/** A little less than 16, because sums of lengths are not exact. */
const lengthMin = 16 - 1e-6;
/** Lines that diverge faster than this, in pixels across for each pixel along, can be distinguished. */
const slopeMax = 0.05;
const partsMax = 20_000;
const meetingsMax = 200_000;
/** A slanted part is cut into pieces about as high and wide as this, so that little else is within its rectangle. */
const pieceSize = 100;
const piecesMax = 16;

/** Of a line that merges with more others the list is not kept. */
const keptMost = 100;

export type MergeLine = { readonly arrow: Arrow; readonly points: readonly Point[] };

/** From one point on, along a unit vector. */
type Part = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
  readonly line: IndexedLine;
};
type IndexedLine = {
  readonly id: string;
  readonly pins: readonly string[];
  readonly points: readonly Point[];
  readonly size: number;
  /** Null while it is not in the index. */
  parts: readonly Part[] | null;
};
type Meetings = { readonly count: number; readonly merged: readonly string[] };

/** True if merges are checked among lines with this many parts that meet this often [LT15]; null if the meetings decide and are not known. */
export function areMergesChecked(parts: number, meetings: number | null): boolean | null {
  if (parts > partsMax) return false;
  return meetings === null ? null : meetings <= meetingsMax;
}

export class Merges {
  readonly #lines = new Map<string, IndexedLine>();
  readonly #index = new RBush<Part>();
  /** Whether they are in the index or not. */
  #size = 0;
  /** By id of an arrow that merges with any. */
  readonly #counts = new Map<string, number>();
  /** By id, what an arrow merges with; kept until that changes. */
  readonly #merged = new Map<string, readonly string[]>();
  #pairs = 0;
  /** How often parts of different lines meet; a lower bound if merges are not checked. */
  #meetings = 0;
  #isCurrent = false;
  #isIndexed = false;

  /** How many pairs merge; 0 if merges are not checked [LT15]. */
  get pairs(): number {
    return this.#pairs;
  }

  /** Parts of all lines, with slanted ones in pieces. */
  get parts(): number {
    return this.#size;
  }

  /** How often parts of different lines meet; null if that is not known because merges are not checked. */
  get meetings(): number | null {
    return this.#isCurrent ? this.#meetings : null;
  }

  /** The ids of the arrows that merge with others, sorted. */
  ids(): string[] {
    return [...this.#counts.keys()].toSorted();
  }

  /** The ids of the arrows that this one merges with, sorted. */
  of(id: string): readonly string[] {
    const line = this.#lines.get(id);
    if (line === undefined || !this.#counts.has(id)) return [];
    const merged = this.#merged.get(id) ?? this.#meetingsOf(line).merged.toSorted();
    if (merged.length <= keptMost) this.#merged.set(id, merged);
    return merged;
  }

  /** Adds lines that are not there yet. */
  load(lines: Iterable<MergeLine>): void {
    for (const line of lines) this.#note(line);
    this.#forget();
    this.#meetings = 0;
    this.refresh();
  }

  put(line: MergeLine): void {
    const noted = this.#note(line);
    if (!this.#isIndexed) return;
    noted.parts = partsOf(noted);
    for (const part of noted.parts) this.#index.insert(part);
    if (this.#isCurrent) this.#count(noted, 1);
    else if (this.#meetings > 0) this.#meetings += this.#meetingsOf(noted).count;
    if (this.#meetings > meetingsMax) this.#forget();
  }

  /** Removes a line; `lost` gets the names of its pairs. */
  remove(id: string, lost?: NamedPairs): void {
    const line = this.#lines.get(id);
    if (line === undefined) return;
    if (this.#isCurrent) for (const other of this.#count(line, -1)) lost?.add(pairOf(id, other));
    else if (this.#meetings > 0) this.#meetings -= this.#meetingsOf(line).count;
    this.#lines.delete(id);
    this.#size -= line.size;
    for (const part of line.parts ?? []) this.#index.remove(part);
    this.#counts.delete(id);
    this.#merged.delete(id);
  }

  #note({ arrow, points }: MergeLine): IndexedLine {
    const line = { id: arrow.id, pins: pinsOf(arrow), points, size: sizeOf(points), parts: null };
    this.#lines.set(arrow.id, line);
    this.#size += line.size;
    if (this.#size > partsMax && this.#isIndexed) this.#clear();
    return line;
  }

  /** Empties the index. */
  #clear(): void {
    this.#index.clear();
    this.#isIndexed = false;
    for (const line of this.#lines.values()) line.parts = null;
    this.#meetings = 0;
    this.#forget();
  }

  /** Puts every line that is not there into the index. */
  #fill(): void {
    const parts: Part[] = [];
    for (const line of this.#lines.values()) {
      if (line.parts !== null) continue;
      line.parts = partsOf(line);
      for (const part of line.parts) parts.push(part);
    }
    this.#index.load(parts);
    this.#isIndexed = true;
  }

  /** Checks for merges again if the limits were exceeded and no longer are [LT15]. Called after every change of lines. */
  refresh(): void {
    if (this.#isCurrent || this.#size > partsMax || this.#meetings > meetingsMax) return;
    this.#fill();
    this.#forget();
    this.#meetings = 0;
    for (const line of this.#lines.values()) {
      // Every pair is met twice. The margin keeps a drawing near the limit from being checked over and over.
      const { count, merged } = this.#meetingsOf(line);
      this.#meetings += count / 2;
      if (this.#meetings > 1.5 * meetingsMax) return this.#forget();
      if (merged.length > 0) this.#counts.set(line.id, merged.length);
      this.#pairs += merged.length / 2;
    }
    if (this.#meetings > meetingsMax) this.#forget();
    else this.#isCurrent = true;
  }

  #forget(): void {
    this.#isCurrent = false;
    this.#counts.clear();
    this.#merged.clear();
    this.#pairs = 0;
  }

  /** Counts the line in or out, and returns what it merges with. */
  #count(line: IndexedLine, by: 1 | -1): readonly string[] {
    const { count, merged } = this.#meetingsOf(line);
    this.#meetings += by * count;
    for (const other of merged) {
      this.#change(other, by);
      this.#change(line.id, by);
      this.#pairs += by;
    }
    return merged;
  }

  #change(id: string, by: 1 | -1): void {
    this.#merged.delete(id);
    const count = (this.#counts.get(id) ?? 0) + by;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
  }

  #meetingsOf(line: IndexedLine): Meetings {
    const lengths = new Map<string, number>();
    let count = 0;
    for (const part of line.parts ?? []) {
      for (const other of this.#index.search(part)) {
        if (other.line === line) continue;
        count += 1;
        const { id, pins } = other.line;
        const [first, second] = id < line.id ? [other, part] : [part, other];
        const length = lengthTogether(first, second);
        if (length > 0 && !sharesPin(pins, line.pins)) lengths.set(id, (lengths.get(id) ?? 0) + length);
      }
    }
    return { count, merged: [...lengths].filter(([, length]) => length >= lengthMin).map(([id]) => id) };
  }
}

const sharesPin = (pins: readonly string[], others: readonly string[]): boolean => pins.some((pin) => others.includes(pin));

const piecesOf = ([x1, y1]: Point, [x2, y2]: Point): number =>
  Math.min(piecesMax, Math.max(1, Math.ceil(Math.min(Math.abs(x2 - x1), Math.abs(y2 - y1)) / pieceSize)));

/** How many parts a line has. */
function sizeOf(points: readonly Point[]): number {
  let size = 0;
  for (let at = 1; at < points.length; at += 1) size += piecesOf(points[at - 1] ?? [0, 0], points[at] ?? [0, 0]);
  return size;
}

function partsOf(line: IndexedLine): Part[] {
  const parts: Part[] = [];
  for (let at = 1; at < line.points.length; at += 1) {
    const [from, to] = [line.points[at - 1], line.points[at]];
    if (from === undefined || to === undefined) continue;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    const pieces = piecesOf(from, to);
    for (let piece = 0; piece < pieces; piece += 1) {
      const [x, y] = [from[0] + (dx * piece) / pieces, from[1] + (dy * piece) / pieces];
      parts.push(partFrom(x, y, { ux: dx / length, uy: dy / length, length: length / pieces, line }));
    }
  }
  return parts;
}

/** Its rectangle reaches half the distance to what may merge with it. */
function partFrom(x: number, y: number, rest: Pick<Part, 'ux' | 'uy' | 'length' | 'line'>): Part {
  const [endX, endY] = [x + rest.ux * rest.length, y + rest.uy * rest.length];
  return {
    minX: Math.min(x, endX) - distanceMax / 2,
    minY: Math.min(y, endY) - distanceMax / 2,
    maxX: Math.max(x, endX) + distanceMax / 2,
    maxY: Math.max(y, endY) + distanceMax / 2,
    x,
    y,
    ...rest,
  };
}

/** How much of the first part the second one runs along [LT14]. */
function lengthTogether(first: Part, second: Part): number {
  const { ux, uy } = first;
  const cosine = ux * second.ux + uy * second.uy;
  const slope = (ux * second.uy - uy * second.ux) / cosine;
  if (!(Math.abs(slope) <= slopeMax)) return 0;
  const [x, y] = [second.x - first.x, second.y - first.y];
  const [along, away] = [x * ux + y * uy, y * ux - x * uy];
  const end = along + cosine * second.length;
  const [low, high] = [Math.max(0, Math.min(along, end)), Math.min(first.length, Math.max(along, end))];
  if (slope === 0) return Math.abs(away) <= distanceMax ? Math.max(0, high - low) : 0;
  const [a, b] = [along + (-distanceMax - away) / slope, along + (distanceMax - away) / slope];
  return Math.max(0, Math.min(high, Math.max(a, b)) - Math.max(low, Math.min(a, b)));
}
