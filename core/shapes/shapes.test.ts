import { describe, expect, test } from 'vitest';

import { type Shape, sides } from '#schema/element.ts';
import { type ShapeKind, shapeKinds } from '#schema/shape-kinds.ts';

import { anchorOf } from '../arrows/anchor.ts';
import { distanceTo, linesOfPath, linesOfRect } from './outline-points.test-support.ts';
import { shapes } from './shape-list.ts';

/** An icon has no outline (icon-figure.ts). */
type OutlinedKind = Exclude<ShapeKind, 'plan-board' | 'plan-sheet' | 'icon'>;
const kinds = shapeKinds.filter(
  (kind): kind is OutlinedKind => kind !== 'plan-board' && kind !== 'plan-sheet' && kind !== 'icon',
);
const rect = { x: 100, y: 40, width: 180, height: 120 };

describe.each(kinds)('the outline of %s', (kind) => {
  const { body, behind = [], lines = '' } = shapes[kind].outline(rect);
  const path = typeof body === 'number' ? '' : body;

  test('lies within the rectangle', () => {
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

  test('is where arrows end', () => {
    const lines = [...(typeof body === 'number' ? linesOfRect(rect, body) : linesOfPath(body)), ...behind.flatMap(linesOfPath)];
    const shape: Shape = { type: 'shape', shape: kind, id: 's~00000000', z: 'a0', ...rect };
    // Beside an actor's name there is no outline, and the corners of clouds are followed less closely.
    const reach = new Map<ShapeKind, number>([['actor', 0.2], ['document', 0.6], ['documents', 0.4]]).get(kind) ?? 0.8; // prettier-ignore
    const near = kind === 'cloud' || kind === 'callout' ? 5 : 1;
    for (const side of sides) {
      if (kind === 'actor' && side === 'bottom') continue;
      for (let t = -reach; t <= reach + 0.01; t += 0.1) {
        const half = (side === 'left' || side === 'right' ? rect.height : rect.width) / 2;
        const apart = distanceTo(lines, anchorOf(shape, side, t * half));
        expect([side, t, apart < (Math.abs(t) < 0.01 ? 1 : near), apart]).toEqual([side, t, true, apart]);
      }
    }
  });
});
