/** trail-path: the outline of a trail that is wide at its head and thin at its tail, as path data: a capsule for each step. */
import type { Point } from '#schema/element.ts';

/** A point in the window, and half the width of the trail there. */
export type TrailStep = { readonly at: Readonly<Point>; readonly half: number };

export function trailPath(steps: readonly TrailStep[]): string {
  let path = '';
  let before: TrailStep | null = null;
  for (const step of steps) {
    path += circle(step);
    if (before !== null) path += between(before, step);
    before = step;
  }
  return path;
}

/** All parts turn the same way, so that none is cut out of another. */
const circle = ({ at: [x, y], half }: TrailStep): string =>
  `M${n(x - half)} ${n(y)}a${n(half)} ${n(half)} 0 1 0 ${n(2 * half)} 0a${n(half)} ${n(half)} 0 1 0 ${n(-2 * half)} 0z`;

function between({ at: [x, y], half }: TrailStep, { at: [toX, toY], half: toHalf }: TrailStep): string {
  const length = Math.hypot(toX - x, toY - y);
  if (length === 0) return '';
  const [across, down] = [-(toY - y) / length, (toX - x) / length];
  const corner = (atX: number, atY: number, by: number): string => `${n(atX + across * by)} ${n(atY + down * by)}`;
  return `M${corner(x, y, half)}L${corner(toX, toY, toHalf)}L${corner(toX, toY, -toHalf)}L${corner(x, y, -half)}z`;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);
