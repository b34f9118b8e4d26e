/**
 * The head at an end of a line.
 *
 * It points in the direction of the line there; a last segment that is shorter than half a head does not change the direction. The
 * head is larger on a thicker line, and smaller on a line that is hardly longer than its heads.
 */
import type { Point } from '#schema/element.ts';
import type { EndHead } from '#schema/heads.ts';

import { lengthOf } from '../arrows/polyline.ts';
import { d } from '../shapes/path-data.ts';

export type Head = Exclude<EndHead, 'none'>;
/** The end of a line, its direction there (a unit vector), its head and the length of the usual head. */
export type Tip = {
  readonly at: Point;
  readonly towards: readonly [number, number];
  readonly length: number;
  readonly head: Head;
};
/** A part of a head: `solid` in the color of the line, `hollow` in that of the background, `open` a line alone. */
export type HeadPart = { readonly path: string; readonly fill: 'solid' | 'hollow' | 'open' };

/** The tip at the end of a path for a line of this width; null if the path has no length or the end no head. */
export function tipOf(path: readonly Point[], width: number, head: EndHead): Tip | null {
  const at = path.at(-1);
  if (at === undefined || head === 'none') return null;
  const length = Math.min(6 + 3 * width, Math.max(4, 0.38 * lengthOf(path)));
  let tip: Tip | null = null;
  for (let index = path.length - 2; index >= 0; index -= 1) {
    const from = path[index];
    if (from === undefined) continue;
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const distance = Math.hypot(dx, dy);
    if (distance < 0.01) continue;
    tip = { at, towards: [dx / distance, dy / distance], length, head };
    if (distance >= length / 2) break;
  }
  return tip;
}

/** Where the line ends under its head, as a share of the usual head's length: short of the tip, so that it stays sharp. */
const lineEnds: Readonly<Record<Head, number>> = {
  arrow: 0.7,
  triangle: 1.35,
  diamond: 1.7,
  'diamond-filled': 1.6,
  open: 0.08,
  one: 0,
  many: 0,
  'zero-one': 0,
  'zero-many': 0,
  'one-many': 0,
};

export const underHead = (tip: Tip): Point => pointAt(tip, lineEnds[tip.head], 0);

/** The parts of the head, drawn in their order. */
export function headParts(tip: Tip): HeadPart[] {
  switch (tip.head) {
    case 'arrow':
      return [{ path: closed(tip, [0, 0], [1, 0.5], [1, -0.5]), fill: 'solid' }];
    case 'triangle':
      return [{ path: closed(tip, [0, 0], [1.35, 0.75], [1.35, -0.75]), fill: 'hollow' }];
    case 'diamond':
      return [{ path: closed(tip, [0, 0], [0.85, 0.5], [1.7, 0], [0.85, -0.5]), fill: 'hollow' }];
    case 'diamond-filled':
      return [{ path: closed(tip, [0, 0], [0.85, 0.5], [1.7, 0], [0.85, -0.5]), fill: 'solid' }];
    case 'open':
      return [{ path: open(tip, [1.1, 0.6], [0, 0], [1.1, -0.6]), fill: 'open' }];
    case 'one':
      return [bar(tip, 0.7), bar(tip, 1.1)];
    case 'many':
      return [foot(tip)];
    case 'zero-one':
      return [bar(tip, 0.6), ring(tip, 1.25)];
    case 'zero-many':
      return [foot(tip), ring(tip, 1.6)];
    case 'one-many':
      return [foot(tip), bar(tip, 1.35)];
  }
}

/** A place on the head: how far from its tip, and how far beside the line, as shares of the usual head's length. */
type Place = readonly [back: number, aside: number];

function pointAt({ at, towards: [dx, dy], length }: Tip, back: number, aside: number): Point {
  return [at[0] - dx * length * back - dy * length * aside, at[1] - dy * length * back + dx * length * aside];
}

function open(tip: Tip, ...places: readonly Place[]): string {
  const points = places.map(([back, aside]) => pointAt(tip, back, aside));
  return points.map(([x, y], index) => (index === 0 ? d`M${x} ${y}` : d`L${x} ${y}`)).join('');
}

const closed = (tip: Tip, ...places: readonly Place[]): string => `${open(tip, ...places)}Z`;

const bar = (tip: Tip, back: number): HeadPart => ({ path: open(tip, [back, 0.6], [back, -0.6]), fill: 'open' });

/** A crow's foot: its toes are at the box. */
const foot = (tip: Tip): HeadPart => ({ path: open(tip, [0, 0.65], [1.1, 0], [0, -0.65]), fill: 'open' });

function ring(tip: Tip, back: number): HeadPart {
  const r = tip.length * 0.42;
  const [x, y] = pointAt(tip, back, 0);
  return { path: d`M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}Z`, fill: 'hollow' };
}
