/**
 * grow-from: a new box like another one, placed beside it where there is room, with an arrow to it.
 *
 * It has the kind, the size and the style of the first one and no text; a kind that cannot be drawn empty becomes a square. Its
 * place is that of the engine's `right-of:` and the like, which overlaps nothing.
 */
import { type Box, isArrow, isBox, isPinned, type Side } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { outward } from '#core/arrows/sides.ts';
import type { Json } from '#core/notation/json.ts';
import type { PlaceRelation } from '#core/notation/place.ts';

import { type Change, elementsOf } from './change.ts';
import type { LooseEnd } from '../gestures/gesture.ts';
import type { DrawnShape } from '../state/tools.ts';
import { addElement, defaultSize, type Looks } from './draw.ts';
import { roundLength } from './resize.ts';
import { onCanvas } from './set-label.ts';

const relations: Readonly<Record<Side, PlaceRelation>> = { right: 'right-of', left: 'left-of', top: 'above', bottom: 'below' };
const gap = 80;

/** `arrow`: the fields of the arrow; null for none, as in rows of stickies. */
export const growFrom =
  (id: string, side: Side, made: (id: string) => void, arrow: Looks | null = {}): Change =>
  (planning) => {
    const [box] = elementsOf([id], planning).filter(isBox);
    if (box === undefined) return null;
    const place = { rel: relations[side], ref: id, gap: arrow === null ? 20 : gap };
    const like = addElement(likeness(box), planning, undefined, place);
    if (isProblem(like)) return like;
    made(like);
    if (arrow === null) return null;
    const added = addElement({ ...arrow, type: 'arrow', from: { element: id }, to: { element: like } }, planning);
    return isProblem(added) ? added : null;
  };

/**
 * A box of a kind at the loose end of an arrow, which is connected to it: it begins where the arrow ends, and looks as the box from
 * which the arrow comes.
 */
export const growAtEnd =
  ({ arrow: id, at: [x, y], towards }: LooseEnd, shape: DrawnShape, made: (id: string) => void): Change =>
  (planning) => {
    const [arrow] = elementsOf([id], planning).filter(isArrow);
    if (arrow === undefined) return null;
    const [source] = isPinned(arrow.from) ? elementsOf([arrow.from.element], planning).filter(isBox) : [];
    const isAlike = source?.type === 'shape' && source.shape === shape;
    const { width: _width, height: _height, ...looks } = source === undefined ? {} : likeness(source);
    const { width, height } = isAlike ? source : defaultSize({ type: 'shape', shape });
    const [outX, outY] = outward[towards];
    const place = { x: x + (outX * width) / 2 - width / 2, y: y + (outY * height) / 2 - height / 2 };
    const added = addElement(
      {
        ...(source?.type === 'shape' ? looks : {}),
        type: 'shape',
        shape,
        x: onCanvas(roundLength(place.x)),
        y: onCanvas(roundLength(place.y)),
        width,
        height,
      },
      planning,
    );
    if (isProblem(added)) return added;
    made(added);
    planning.put({ ...arrow, to: { element: added } });
    return null;
  };

const inherited: ReadonlySet<string> = new Set([
  'width', 'height', 'fill', 'stroke', 'textColor', 'border', 'strokeWidth', 'text', 'font', 'bold', 'italic', 'strike', 'textAlign', 'verticalAlign', 'opacity',
]); // prettier-ignore

function likeness(box: Box): Looks {
  const entries = Object.entries(box) as [string, Json][];
  const fields = Object.fromEntries(entries.filter(([name, value]) => inherited.has(name) && value !== undefined));
  if (box.type === 'sticky') {
    const { fill: _fill, ...rest } = fields;
    return { ...rest, type: 'sticky', ...(box.color !== undefined && { color: box.color }) };
  }
  if (box.type === 'annotation') return { ...fields, type: 'annotation', number: Math.min(9_999, (box.number ?? 0) + 1) };
  if (box.type === 'shape' && box.shape !== 'plan-board' && box.shape !== 'plan-sheet')
    return { ...fields, type: 'shape', shape: box.shape };
  return { type: 'shape', shape: 'square', width: 160, height: 80 };
}
