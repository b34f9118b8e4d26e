import { describe, expect, test } from 'vitest';

import { type Point, type Shape, type ShapeKind, shapeKinds, sides } from '#schema/element.ts';

import { anchorOf } from '../../arrows/anchor.ts';
import { outlineOf } from './outline.ts';

type OutlinedKind = Exclude<ShapeKind, 'plan-board' | 'plan-sheet'>;
const kinds = shapeKinds.filter((kind): kind is OutlinedKind => kind !== 'plan-board' && kind !== 'plan-sheet');
const rect = { x: 100, y: 40, width: 180, height: 120 };

/** The corners of a path of straight parts; null when it has others. */
function cornersOf(path: string): Point[] | null {
  if (/[ACQ]/.test(path)) return null;
  const corners: Point[] = [];
  for (const [, command = '', values = ''] of path.matchAll(/([MLHV])([-\d. ]+)/g)) {
    const [first = 0, second = 0] = values.split(' ').map(Number);
    const [x, y] = corners.at(-1) ?? [0, 0];
    corners.push(command === 'H' ? [first, y] : command === 'V' ? [x, first] : [first, second]);
  }
  return corners;
}

function distance([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - dx * share, y - a[1] - dy * share);
}

describe.each(kinds)('the outline of %s', (kind) => {
  const { body, behind = [], lines = '' } = outlineOf(kind, rect);
  const path = typeof body === 'number' ? '' : body;

  test('[O1] lies within the rectangle', () => {
    for (const part of [path, ...behind, lines]) {
      // The end points of all parts; radii and flags of arcs are left out.
      const ends = part.replaceAll(/A[-\d.]+ [-\d.]+ 0 [01] [01] /g, 'L');
      for (const [, command = '', values = ''] of ends.matchAll(/([MLHVCQ])([-\d. ]+)/g)) {
        const numbers = values.trim().split(/ +/).map(Number);
        const isUpright = (index: number): boolean => command === 'V' || (command !== 'H' && index % 2 === 1);
        for (const [index, value] of numbers.entries()) {
          const [low, high] = isUpright(index) ? [rect.y, rect.y + rect.height] : [rect.x, rect.x + rect.width];
          // The control points of the waved edge of a sheet may lie a little beyond.
          const slack = command === 'C' ? 12 : 0.02;
          expect(value >= low - slack && value <= high + slack, `${command}${values}`).toBe(true);
        }
      }
    }
  });

  test('[O2] is where arrows end', () => {
    const corners = cornersOf(path);
    if (corners === null || corners.length === 0) return;
    const shape: Shape = { type: 'shape', shape: kind, id: 's~00000000', z: 'a0', ...rect };
    for (const side of sides) {
      for (const offset of kind === 'cross' ? [0] : [-15, 0, 15]) {
        const at = anchorOf(shape, side, offset);
        const apart = corners.map((corner, index) => distance(at, corner, corners[(index + 1) % corners.length]!));
        expect([side, offset, Math.min(...apart) < 3]).toEqual([side, offset, true]);
      }
    }
  });
});
