/**
 * grow-from: a new box like another one, placed beside it where there is room, with an arrow to it.
 *
 * It has the kind, the size and the style of the first one and no text; a kind that cannot be drawn empty becomes a square. Its
 * place is that of the engine's `right-of:` and the like, which overlaps nothing.
 */
import { type Box, isBox, type Side } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import type { PlaceRelation } from '#core/notation/place.ts';

import { type Change, elementsOf } from './change.ts';
import { addElement, type Looks } from './draw.ts';

const relations: Readonly<Record<Side, PlaceRelation>> = { right: 'right-of', left: 'left-of', top: 'above', bottom: 'below' };
const gap = 80;

/** `connected` adds the arrow too; rows of stickies have none. */
export const growFrom =
  (id: string, side: Side, made: (id: string) => void, how: 'connected' | 'beside' = 'connected'): Change =>
  (planning) => {
    const [box] = elementsOf([id], planning).filter(isBox);
    if (box === undefined) return null;
    const place = { rel: relations[side], ref: id, gap: how === 'connected' ? gap : 20 };
    const like = addElement(likeness(box), planning, undefined, place);
    if (isProblem(like)) return like;
    made(like);
    if (how === 'beside') return null;
    const arrow = addElement({ type: 'arrow', from: { element: id }, to: { element: like } }, planning);
    return isProblem(arrow) ? arrow : null;
  };

function likeness(box: Box): Looks {
  const { width, height, fill, stroke, textColor, border, text, font, opacity } = box;
  const looks = Object.entries({ width, height, fill, stroke, textColor, border, text, font, opacity });
  const fields = Object.fromEntries(
    looks.filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined),
  );
  if (box.type === 'sticky') {
    const { fill: _fill, ...rest } = fields;
    return { ...rest, type: 'sticky', ...(box.color !== undefined && { color: box.color }) };
  }
  if (box.type === 'annotation') return { ...fields, type: 'annotation', number: Math.min(9_999, (box.number ?? 0) + 1) };
  if (box.type === 'shape' && box.shape !== 'plan-board' && box.shape !== 'plan-sheet')
    return { ...fields, type: 'shape', shape: box.shape };
  return { type: 'shape', shape: 'square', width: 160, height: 80 };
}
