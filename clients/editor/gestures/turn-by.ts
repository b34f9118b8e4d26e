/**
 * turn-by: the selection rotated by its handle.
 *
 * Shift rotates by steps of 15 degrees; otherwise an angle near a step snaps to it. One box rotates around its center, several
 * around the center of the rectangle around them.
 */
import { type Box, type Element, isBox, type Point } from '#schema/element.ts';

import { union } from '#core/tab/rect.ts';
import type { Rect } from '#schema/tab.ts';

import { mayTurn, turnedBy, turnElements } from '../changes/rotate.ts';
import { centreOf, outerRect } from '../changes/turned.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';

const stepDeg = 15;
const sticksDeg = 3;

export function turnBy(start: Pointer, ids: ReadonlySet<string>, { tab }: GestureContext): Gesture {
  const boxes = [...ids].map((id) => tab.get(id)).filter((element) => element !== undefined && isBox(element)) as Box[];
  const turning = boxes.filter(mayTurn);
  const [only] = turning;
  const about: Point =
    turning.length === 1 && only !== undefined
      ? centreOf(only)
      : centreOf(turning.reduce<Rect | null>((rect, box) => (rect === null ? outerRect(box) : union(rect, outerRect(box))), null) ?? { x: 0, y: 0, width: 0, height: 0 }); // prettier-ignore
  const base = turning.length === 1 ? (only?.rotation ?? 0) : 0;

  const angleTo = (pointer: Pointer): number => {
    const turned = base + angleOf(about, pointer.at) - angleOf(about, start.at);
    const step = Math.round(turned / stepDeg) * stepDeg;
    const angle = pointer.shift || (!pointer.mod && Math.abs(turned - step) <= sticksDeg) ? step : turned;
    return Math.round((angle - base) * 10) / 10;
  };

  return {
    move(pointer) {
      if (!hasMoved(start, pointer)) return {};
      const angle = angleTo(pointer);
      const preview = new Map<string, Element>(turning.map((box) => [box.id, turnedBy(box, angle, about)]));
      const shown = preview.size === 1 && only !== undefined ? ((preview.get(only.id) as Box).rotation ?? 0) : angle;
      return { preview, words: `${Math.round(shown)}°`, cursor: 'grabbing' };
    },
    end: (pointer) => (hasMoved(start, pointer) ? { change: turnElements(ids, angleTo(pointer), about) } : noOutcome),
  };
}

const angleOf = ([x, y]: Point, [atX, atY]: Point): number => (Math.atan2(atY - y, atX - x) * 180) / Math.PI;
