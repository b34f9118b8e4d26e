/**
 * paste: puts a clipping or a text on a tab, on whole pixels, centered on a point or near it, so that it hides nothing.
 *
 * Lines that draw something on their own are drawn aside and pasted like a clipping, so that they can be pasted twice; lines that
 * name elements of the tab are applied to the tab.
 */
import { isProblem } from '#schema/problem.ts';

import type { Planning } from '#core/planning/planning.ts';
import { fitSize } from '#core/text/fit-size.ts';
import { tabFont } from '#core/text/tab-font.ts';

import { type Change, planChange } from '../changes/change.ts';
import { aside as emptyTab, extentOf, putCopies } from '../changes/copies.ts';
import { addElement, type Looks } from '../changes/draw.ts';
import { type NewPlace, placeFor } from '../changes/free-place.ts';
import { onCanvas } from '../changes/set-label.ts';
import type { Clipping } from './clipping.ts';
import { applyOperations, type PastedText } from './pasted-text.ts';

export function pasteClipping({ elements }: Clipping, wanted: NewPlace, made: (id: string) => void): Change {
  const extent = extentOf(elements);
  if (extent === null) return () => null;
  return (planning) => {
    const { x, y } = placeFor(planning.draft, wanted, extent);
    const shift = { dx: Math.round(x - extent.x), dy: Math.round(y - extent.y) };
    return putCopies(elements, shift, (_old, id) => made(id))(planning);
  };
}

export function pasteText(pasted: PastedText, wanted: NewPlace, made: (id: string) => void): Change {
  if (pasted === null) return () => null;
  if (pasted.kind === 'operations') return pasteOperations(pasted, wanted, made);
  return (planning) => {
    const element = sizedText(pasted.element, planning);
    const size = { width: Number(element['width'] ?? 0), height: Number(element['height'] ?? 0) };
    const { x, y } = placeFor(planning.draft, wanted, size);
    const place = { x: onCanvas(x), y: onCanvas(y) };
    const id = addElement({ ...element, ...place }, planning);
    if (isProblem(id)) return id;
    made(id);
    return null;
  };
}

/** A text is as large as its words in the font of the tab. */
function sizedText(element: Looks, { draft }: Planning): Looks {
  const { type, label } = element;
  if (type !== 'text' || typeof label !== 'string') return element;
  return { ...element, ...fitSize('text', 'text', label, undefined, tabFont(draft.settings)) };
}

const pasteOperations =
  ({ operations }: Extract<PastedText, { kind: 'operations' }>, wanted: NewPlace, made: (id: string) => void): Change =>
  (planning) => {
    const { layers, look } = planning.draft.settings;
    const settings = { layers: [...layers], ...(look !== undefined && { look }) };
    const drawn = planChange(emptyTab([], settings), applyOperations(operations), planning.context);
    if (!isProblem(drawn)) {
      const elements = drawn.flatMap(({ after }) => (after === null ? [] : [after]));
      return pasteClipping({ elements }, wanted, made)(planning);
    }
    const refusal = applyOperations(operations)(planning);
    if (refusal !== null) return refusal;
    for (const { id, before } of planning.draft.edits()) if (before === null) made(id);
    return null;
  };
