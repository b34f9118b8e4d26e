/**
 * laser-beam: what others see of a laser pointer, in the presence of its person: the latest points of the line that it draws.
 *
 * States are merged and may be skipped on their way, so each has some points that the one before had.
 */
import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

export type LaserBeam = {
  /** Another number for each line of a person. */
  readonly line: number;
  /** The place of the first point in the line. */
  readonly from: number;
  readonly points: readonly Point[];
};

/** With coordinates that are short and exact enough at any zoom. */
export const boundBeam = ({ line, from, points }: LaserBeam): LaserBeam => {
  const skipped = Math.max(0, points.length - limits.laserPoints);
  return { line, from: from + skipped, points: points.slice(skipped).map(([x, y]) => [tenths(x), tenths(y)]) };
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Null for anything that is not valid. */
export function beamOf(value: unknown): LaserBeam | null {
  if (typeof value !== 'object' || value === null) return null;
  const { line, from, points } = value as { readonly [name: string]: unknown };
  if (!isCount(line) || !isCount(from) || !Array.isArray(points) || points.length > limits.laserPoints) return null;
  return points.every(isPoint) ? { line, from, points } : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isPoint = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
