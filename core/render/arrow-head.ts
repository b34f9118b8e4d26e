/**
 * arrow-head: the filled head at an end of a line.
 *
 * H1  It points the way the line goes there; a last part that is shorter than half a head does not turn it.
 * H2  It is larger on a thicker line, and smaller on a line that is hardly longer than its heads.
 */
import type { Point } from '#schema/element.ts';

import { lengthOf } from '../arrows/polyline.ts';
import { d } from '../shapes/path-data.ts';

/** Where a line ends, the direction in which it gets there (a unit vector), and the length of its head in pixels. */
export type Tip = { readonly at: Point; readonly towards: readonly [number, number]; readonly length: number };

/** The tip at the end of a way for a line so many pixels wide; null when the way has no length. */
export function tipOf(way: readonly Point[], width: number): Tip | null {
  const at = way.at(-1);
  if (at === undefined) return null;
  const length = Math.min(6 + 3 * width, Math.max(4, 0.38 * lengthOf(way)));
  let found: Tip | null = null;
  for (let index = way.length - 2; index >= 0; index -= 1) {
    const from = way[index];
    if (from === undefined) continue;
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const distance = Math.hypot(dx, dy);
    if (distance < 0.01) continue;
    found = { at, towards: [dx / distance, dy / distance], length };
    if (distance >= length / 2) break;
  }
  return found;
}

/** Where the line ends under its head, so that the tip stays sharp. */
export const underHead = ({ at, towards, length }: Tip): Point => [
  at[0] - towards[0] * length * 0.7,
  at[1] - towards[1] * length * 0.7,
];

/** A triangle as long as it is wide. */
export function headPath({ at, towards: [dx, dy], length }: Tip): string {
  const [baseX, baseY] = [at[0] - dx * length, at[1] - dy * length];
  const [asideX, asideY] = [(-dy * length) / 2, (dx * length) / 2];
  return d`M${at[0]} ${at[1]}L${baseX + asideX} ${baseY + asideY}L${baseX - asideX} ${baseY - asideY}Z`;
}
