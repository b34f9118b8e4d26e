/**
 * Where the label of an arrow could be, the best place first: on the middle of the line or of its roomiest part, elsewhere on the line,
 * beside it, and at last where the label covers a bend [LB2].
 */
import type { Point } from '#schema/element.ts';
import type { Size } from '#schema/tab.ts';

import { lengthOf, pointAt } from '../arrows/polyline.ts';

/** Pixels between a line and a label beside it: half the width of a head, and one more. */
const besideGap = 7;
/** Pixels of a line that are seen between its label and a bend. */
const bendRoom = 8;
const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] as const;
/** For labels beside the line. */
const endShares = [0.1, 0.9] as const;
const bendShares = [0.5, 0.35, 0.65] as const;
/** Of the longest part, for labels beside it. */
const outerShares = [0.2, 0.8, 0.1, 0.9] as const;
/** Of the way that a label can slide along its part in either direction. */
const slides = [0, -0.5, 0.5, -1, 1] as const;
/** Parts of an angled line, the longest first, that a label may be on and beside. */
const partsMax = 4;
const candidatesMax = 56;

type Part = { readonly from: Point; readonly to: Point; readonly length: number };

/** One list is filled again for each label, so that candidates cost no memory. */
export class LabelCandidates {
  readonly #xs = new Float64Array(candidatesMax);
  readonly #ys = new Float64Array(candidatesMax);
  readonly #beside = new Uint8Array(candidatesMax);
  #size = 0;
  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** The left edge of a candidate. */
  x(index: number): number {
    return this.#xs[index] ?? 0;
  }

  /** The upper edge of a candidate. */
  y(index: number): number {
    return this.#ys[index] ?? 0;
  }

  /** True if a candidate is beside the line. */
  isBeside(index: number): boolean {
    return this.#beside[index] === 1;
  }

  /** The first candidate alone: most labels need no other. False if the line has no points. */
  start(points: readonly Point[], label: Size, isAngled: boolean): boolean {
    this.#size = 0;
    const at = (isAngled ? roomiestMiddle(points, label) : null) ?? middleOf(points);
    if (at === null) return false;
    this.#add(at[0], at[1], label, false);
    return true;
  }

  /** Adds all others. */
  complete(points: readonly Point[], label: Size, isAngled: boolean): void {
    if (isAngled && points.length > 2) this.#alongParts(points, label);
    else this.#alongLine(points, label);
  }

  #add(x: number, y: number, { width, height }: Size, isBeside: boolean): void {
    if (this.#size === candidatesMax) return;
    this.#xs[this.#size] = x - width / 2;
    this.#ys[this.#size] = y - height / 2;
    this.#beside[this.#size] = isBeside ? 1 : 0;
    this.#size += 1;
  }

  #alongLine(points: readonly Point[], label: Size): void {
    for (const share of shares) {
      const at = share === 0.5 ? null : pointAt(points, share);
      if (at !== null) this.#add(at[0], at[1], label, false);
    }
    for (const share of [...shares, ...endShares]) {
      const at = pointAt(points, share);
      const [before, after] = [pointAt(points, share - 0.01), pointAt(points, share + 0.01)];
      if (at === null || before === null || after === null) continue;
      this.#besidePoint(at, after[0] - before[0], after[1] - before[1], label);
    }
  }

  /** On both sides of a line that goes on by `dx`, `dy` at a point. */
  #besidePoint([x, y]: Point, dx: number, dy: number, label: Size): void {
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const [normalX, normalY] = [-dy / length, dx / length];
    const away = (Math.abs(normalX) * label.width + Math.abs(normalY) * label.height) / 2 + besideGap;
    this.#add(x - normalX * away, y - normalY * away, label, true);
    this.#add(x + normalX * away, y + normalY * away, label, true);
  }

  #alongParts(points: readonly Point[], label: Size): void {
    const parts = longestParts(points);
    for (const { from, to, length } of parts) {
      const spare = length - extentAlong(from, to, label) - 2 * bendRoom;
      if (spare < 0) continue;
      for (const slide of slides) {
        const share = 0.5 + (slide * spare) / 2 / length;
        this.#add(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, label, false);
        if (spare === 0) break;
      }
    }
    for (const share of bendShares) {
      for (const { from, to } of parts) {
        const at: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        this.#besidePoint(at, to[0] - from[0], to[1] - from[1], label);
      }
    }
    const [longest] = parts;
    if (longest !== undefined) {
      const { from, to } = longest;
      for (const share of outerShares) {
        const at: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        this.#besidePoint(at, to[0] - from[0], to[1] - from[1], label);
      }
    }
    for (const share of bendShares) {
      const at = pointAt(points, share);
      if (at !== null) this.#add(at[0], at[1], label, false);
    }
  }
}

function longestParts(points: readonly Point[]): readonly Part[] {
  const parts: Part[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length > 0) parts.push({ from, to, length });
  }
  if (parts.length > 1) parts.sort((a, b) => b.length - a.length);
  return parts.length > partsMax ? parts.slice(0, partsMax) : parts;
}

const extentAlong = (from: Point, to: Point, { width, height }: Size): number => (from[1] === to[1] ? width : height);

/** The middle of a line; null if it has no points. */
function middleOf(points: readonly Point[]): Point | null {
  const [from, to] = points;
  if (points.length === 2 && from !== undefined && to !== undefined) return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return pointAt(points, 0.5);
}

/** The middle of the part of an angled line that has the most room for the label; null if the line's middle is as good. */
function roomiestMiddle(points: readonly Point[], label: Size): Point | null {
  if (points.length <= 2) return null;
  const half = lengthOf(points) / 2;
  let best: Point | null = null;
  let mostSpare = -1;
  let start = 0;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const spare = length - extentAlong(from, to, label) - 2 * bendRoom;
    // The middle of the line is on this part, and the label has room around it.
    if (half >= start && half <= start + length && spare >= 2 * Math.abs(start + length / 2 - half)) return null;
    if (spare >= 0 && spare > mostSpare) {
      best = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      mostSpare = spare;
    }
    start += length;
  }
  return best;
}
