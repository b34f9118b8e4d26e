/**
 * The filled head at an end of a line.
 *
 * It points in the direction of the line there; a last segment that is shorter than half a head does not change the direction. The
 * head is larger on a thicker line, and smaller on a line that is hardly longer than its heads.
 */
import type { Point } from '#schema/element.ts';

import { lengthOf } from '../arrows/polyline.ts';
import { d } from '../shapes/path-data.ts';

/** The end of a line, its direction there (a unit vector), and the length of its head. */
export type Tip = { readonly at: Point; readonly towards: readonly [number, number]; readonly length: number };

/** The tip at the end of a path for a line of this width; null if the path has no length. */
export function tipOf(path: readonly Point[], width: number): Tip | null {
  const at = path.at(-1);
  if (at === undefined) return null;
  const length = Math.min(6 + 3 * width, Math.max(4, 0.38 * lengthOf(path)));
  let tip: Tip | null = null;
  for (let index = path.length - 2; index >= 0; index -= 1) {
    const from = path[index];
    if (from === undefined) continue;
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const distance = Math.hypot(dx, dy);
    if (distance < 0.01) continue;
    tip = { at, towards: [dx / distance, dy / distance], length };
    if (distance >= length / 2) break;
  }
  return tip;
}

/** The end of the line under its head, short of the tip, so the tip stays sharp. */
export const underHead = ({ at, towards, length }: Tip): Point => [
  at[0] - towards[0] * length * 0.7,
  at[1] - towards[1] * length * 0.7,
];

/** A triangle, as long as it is wide. */
export function headPath({ at, towards: [dx, dy], length }: Tip): string {
  const [baseX, baseY] = [at[0] - dx * length, at[1] - dy * length];
  const [asideX, asideY] = [(-dy * length) / 2, (dx * length) / 2];
  return d`M${at[0]} ${at[1]}L${baseX + asideX} ${baseY + asideY}L${baseX - asideX} ${baseY - asideY}Z`;
}
