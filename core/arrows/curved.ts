/**
 * Cubic curves between the ends of an arrow, and their flattening.
 *
 * A curve is a list of 3n + 1 points: on the line, two controls, on the line, … It leaves a side at a right angle.
 */
import type { Point, Side } from '#schema/element.ts';

import { outward } from './sides.ts';

const partsPerCurve = 16;

/** A curve through all points. `out` and `into`: the sides of the first and last point, null for a free end. */
export function curveThrough(points: readonly Point[], out: Side | null, into: Side | null): Point[] {
  const [first] = points;
  if (first === undefined) return [];
  const controls: Point[] = [first];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1] ?? first, points[index] ?? first];
    const pull = Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.4;
    const before = index === 1 && out !== null ? outward[out] : tangent(points, index - 1);
    const after = index === points.length - 1 && into !== null ? turned(outward[into]) : tangent(points, index);
    controls.push(
      [from[0] + before[0] * pull, from[1] + before[1] * pull],
      [to[0] - after[0] * pull, to[1] - after[1] * pull],
      to,
    );
  }
  return controls;
}

/** The curve as short segments, 16 for each cubic. */
export function flattenCurve(curve: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (let index = 0; index < curve.length; index += 3) {
    const [p0, c1, c2, p1] = [curve[index - 3], curve[index - 2], curve[index - 1], curve[index]];
    if (p1 === undefined) continue;
    if (p0 === undefined || c1 === undefined || c2 === undefined) {
      points.push(p1);
      continue;
    }
    for (let part = 1; part < partsPerCurve; part += 1) points.push(cubicAt(p0, c1, c2, p1, part / partsPerCurve));
    points.push(p1);
  }
  return points;
}

function cubicAt(p0: Point, c1: Point, c2: Point, p1: Point, t: number): Point {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [a * p0[0] + b * c1[0] + c * c2[0] + d * p1[0], a * p0[1] + b * c1[1] + c * c2[1] + d * p1[1]];
}

/** The direction at a point: from the previous one to the next one (Catmull and Rom). */
function tangent(points: readonly Point[], index: number): readonly [number, number] {
  const [from, to] = [points[Math.max(0, index - 1)], points[Math.min(points.length - 1, index + 1)]];
  if (from === undefined || to === undefined) return [0, 0];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return length === 0 ? [0, 0] : [dx / length, dy / length];
}

const turned = ([x, y]: readonly [number, number]): readonly [number, number] => [-x, -y];
