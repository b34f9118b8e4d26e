/** A freehand line, smoothed through the midpoints of its segments. */
import type { Point, Stroke } from '#schema/element.ts';

import { type Markup, node } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import { outlineAttributes, strokeOf } from '../paint.ts';
import type { Scene } from '../scene.ts';

export const strokeWidth = ({ thickness }: Pick<Stroke, 'thickness'>): number => thickness ?? 3;

export function stroke(box: Stroke, { theme }: Scene): Markup {
  const line = outlineAttributes(box, strokeOf(box.stroke, theme) ?? theme.ink, strokeWidth(box));
  return node('path', { d: smooth(box), fill: 'none', ...line });
}

function smooth({ x, y, points }: Stroke): string {
  const at = (point: Point): Point => [x + point[0], y + point[1]];
  const [first, ...others] = points.map(at);
  if (first === undefined) return 'M0 0';
  const [second] = others;
  // A single point is a dot: a line without length has only its round ends.
  if (second === undefined) return d`M${first[0]} ${first[1]}h0.01`;
  let path = d`M${first[0]} ${first[1]}`;
  for (const [index, point] of others.entries()) {
    const next = others[index + 1];
    path +=
      next === undefined
        ? d`L${point[0]} ${point[1]}`
        : d`Q${point[0]} ${point[1]} ${(point[0] + next[0]) / 2} ${(point[1] + next[1]) / 2}`;
  }
  return path;
}
