/**
 * connecting: a new arrow drawn from a box or from any point.
 *
 * It leaves the box that it begins on at the side that faces its other end; tie.ts says how the end is connected. A click on a
 * dot adds a box of the same kind beside it, connected. At the end of an arrow from a box to nothing a box is offered. An arrow shorter than a click is not added; an arrow back to its own box
 * only if it ends on another side.
 */
import { type ArrowEnd, type Box, type Element, isPinned, type Side } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { sideTowards } from '#core/arrows/sides.ts';

import { planChange } from '../changes/change.ts';
import { drawArrow, type Looks } from '../changes/draw.ts';
import { growFrom } from '../changes/grow-from.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import { type Tie, tieAt } from './tie.ts';

/** From a dot of a box. */
export function connectFrom(start: Pointer, box: Box, side: Side, looks: Looks = {}): Gesture {
  const gesture = connecting(start, { element: box.id }, looks, side);
  return {
    move: (pointer, ground) => gesture.move(pointer, ground),
    end(pointer, ground) {
      if (hasMoved(start, pointer)) return gesture.end(pointer, ground);
      let newId = '';
      const onAdded = (id: string): void => {
        newId = id;
      };
      return { change: growFrom(box.id, side, onAdded, looks), select: () => [newId], edit: () => newId };
    },
  };
}

/** By the arrow tool: from whatever is under the point where it begins. */
export const connectAnywhere = (start: Pointer, ground: GestureContext, looks: Looks = {}): Gesture =>
  connecting(start, tieAt(start.at, ground).end, looks);

function connecting(start: Pointer, from: ArrowEnd, looks: Looks, leaving?: Side): Gesture {
  const own = isPinned(from) ? from.element : null;
  const isArrowTo = ({ target, side }: Tie): boolean => target === null || target !== own || (side !== null && side !== leaving);
  const ends = (tie: Tie): [ArrowEnd, ArrowEnd] => {
    const isLoop = tie.target !== null && tie.target === own && leaving !== undefined && isPinned(from);
    return [isLoop ? { ...from, side: leaving } : from, tie.end];
  };
  return {
    move(pointer, ground) {
      const tie = tieAt(pointer.at, ground);
      if (!hasMoved(start, pointer) || !isArrowTo(tie)) return { target: tie.target, side: tie.side, cursor: 'crosshair' };
      const edits = planChange(ground.tab, drawArrow(...ends(tie), looks), { newSuffix: () => 'preview0' });
      const preview = new Map<string, Element>();
      if (!isProblem(edits)) for (const { id, after } of edits) if (after !== null) preview.set(id, after);
      return { preview, target: tie.target, side: tie.side, cursor: 'crosshair' };
    },
    end(pointer, ground) {
      const tie = tieAt(pointer.at, ground);
      if (!hasMoved(start, pointer)) return noOutcome;
      if (!isArrowTo(tie)) return noOutcome;
      let newId = '';
      const onAdded = (id: string): void => {
        newId = id;
      };
      const outcome = { change: drawArrow(...ends(tie), looks, onAdded), select: () => [newId], used: true };
      // From a box people go on to the next one; an arrow between two points is one of its own.
      if (tie.target !== null || !isPinned(from) || isPinned(tie.end)) return outcome;
      const { x, y } = tie.end;
      const step = `loose arrow to ${x}, ${y}`;
      const towards = sideTowards(x - start.at[0], y - start.at[1]);
      return { ...outcome, step, offer: () => ({ arrow: newId, at: [x, y], towards, step }) };
    },
  };
}
