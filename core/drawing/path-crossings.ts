/** Crossings of orthogonal paths. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { grown } from '../tab/rect.ts';

/** Parallel parts closer than `near` for more than `run` pixels look like one line: as bad as two crossings. */
const near = 3;
const run = 8;

/** Whether two lines cross or have a track in common. */
export const areCrossing = (a: readonly Point[], b: readonly Point[]): boolean => crossingsBetween(a, b, 1) > 0;

/** How often two lines cross, or about `most`; a common track counts as two crossings. */
export function crossingsBetween(a: readonly Point[], b: readonly Point[], most = Infinity): number {
  let count = 0;
  for (let i = 1; i < a.length; i += 1) {
    const [p, q] = [a[i - 1], a[i]];
    if (p === undefined || q === undefined) continue;
    for (let j = 1; j < b.length; j += 1) {
      const [r, s] = [b[j - 1], b[j]];
      if (r === undefined || s === undefined) continue;
      if ((p[0] === q[0]) !== (r[0] === s[0])) count += cross(p, q, r, s) ? 1 : 0;
      else if (shareTrack(p, q, r, s)) count += 2;
      if (count >= most) return count;
    }
  }
  return count;
}

function cross(p: Point, q: Point, r: Point, s: Point): boolean {
  const [u, v, k, m] = p[0] === q[0] ? [p, q, r, s] : [r, s, p, q];
  return u[0] > Math.min(k[0], m[0]) && u[0] < Math.max(k[0], m[0]) && k[1] > Math.min(u[1], v[1]) && k[1] < Math.max(u[1], v[1]);
}

/** The parts of `b` that run on a track of `a`, as rectangles around them. */
export function sharedTracks(a: readonly Point[], b: readonly Point[]): Rect[] {
  const shared: Rect[] = [];
  for (let j = 1; j < b.length; j += 1) {
    const [r, s] = [b[j - 1], b[j]];
    if (r === undefined || s === undefined) continue;
    for (let i = 1; i < a.length; i += 1) {
      const [p, q] = [a[i - 1], a[i]];
      if (p === undefined || q === undefined || (p[0] === q[0]) !== (r[0] === s[0]) || !shareTrack(p, q, r, s)) continue;
      shared.push(grown(boundsOf([r, s]), 1));
      break;
    }
  }
  return shared;
}

function shareTrack(p: Point, q: Point, r: Point, s: Point): boolean {
  const [axis, along] = p[0] === q[0] ? ([0, 1] as const) : ([1, 0] as const);
  if (Math.abs(p[axis] - r[axis]) >= near) return false;
  const start = Math.max(Math.min(p[along], q[along]), Math.min(r[along], s[along]));
  return Math.min(Math.max(p[along], q[along]), Math.max(r[along], s[along])) - start > run;
}
