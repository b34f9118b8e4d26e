/**
 * paste: puts a clipping or a text on a tab, centered on a point, on whole pixels. What was pasted there before stays in sight.
 *
 * Lines that draw something on their own are drawn aside and pasted like a clipping, so that they can be pasted twice; lines that
 * name elements of the tab are applied to the tab.
 */
import { isBox, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { centreX, centreY } from '#core/tab/rect.ts';

import { type Change, planChange } from '../changes/change.ts';
import { aside as emptyTab, extentOf, putCopies } from '../changes/copies.ts';
import { addElement } from '../changes/draw.ts';
import { aside } from '../changes/free-place.ts';
import { onCanvas } from '../changes/set-label.ts';
import type { Clipping } from './clipping.ts';
import { applyOperations, type PastedText } from './pasted-text.ts';

export function pasteClipping({ elements }: Clipping, middle: Point, made: (id: string) => void): Change {
  const extent = extentOf(elements);
  if (extent === null) return () => null;
  const wanted = { dx: Math.round(middle[0] - centreX(extent)), dy: Math.round(middle[1] - centreY(extent)) };
  return (planning) => {
    const [first] = elements.filter(isBox);
    const place = first === undefined ? null : { ...first, x: first.x + wanted.dx, y: first.y + wanted.dy };
    const free = place === null ? null : aside(planning.draft, place);
    const by = free === null || place === null ? 0 : free.x - place.x;
    return putCopies(elements, { dx: wanted.dx + by, dy: wanted.dy + by }, (_old, id) => made(id))(planning);
  };
}

export function pasteText(pasted: PastedText, middle: Point, made: (id: string) => void): Change {
  if (pasted === null) return () => null;
  if (pasted.kind === 'operations') return pasteOperations(pasted, middle, made);
  return (planning) => {
    const { element } = pasted;
    const [width, height] = [Number(element['width'] ?? 0), Number(element['height'] ?? 0)];
    const { x, y } = aside(planning.draft, {
      x: Math.round(middle[0] - width / 2),
      y: Math.round(middle[1] - height / 2),
      width,
      height,
    });
    const place = { x: onCanvas(x), y: onCanvas(y) };
    const id = addElement({ ...element, ...place }, planning);
    if (isProblem(id)) return id;
    made(id);
    return null;
  };
}

const pasteOperations =
  ({ operations }: Extract<PastedText, { kind: 'operations' }>, middle: Point, made: (id: string) => void): Change =>
  (planning) => {
    const { layers } = planning.draft.settings;
    const drawn = planChange(emptyTab([], { layers: [...layers] }), applyOperations(operations), planning.context);
    if (!isProblem(drawn)) {
      const elements = drawn.flatMap(({ after }) => (after === null ? [] : [after]));
      return pasteClipping({ elements }, middle, made)(planning);
    }
    const refusal = applyOperations(operations)(planning);
    if (refusal !== null) return refusal;
    for (const { id, before } of planning.draft.edits()) if (before === null) made(id);
    return null;
  };
