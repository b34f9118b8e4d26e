/**
 * paste: a clipping or a text put on a tab with its middle at a point.
 * P1  Pasting where the copied elements lie puts them a little further, so that they are seen.
 * P2  Lines that say no place lie where the engine puts them; those that do are brought to the point as a whole.
 */
import type { Point } from '#schema/element.ts';
import { isProblem, problem } from '#schema/problem.ts';

import type { Operation } from '#core/changeset/schema.ts';
import { moveBy } from '#core/ops/move-by.ts';
import { centreX, centreY } from '#core/tab/rect.ts';

import type { Change } from '../changes/change.ts';
import { extentOf, putCopies } from '../changes/copies.ts';
import { added } from '../changes/draw.ts';
import { hasPlace } from '../changes/move.ts';
import { onCanvas } from '../changes/set-label.ts';
import type { Clipping } from './clipping.ts';
import { applyOperations, type PastedText } from './pasted-text.ts';

/** Pixels by which what is pasted onto its original is put aside. */
export const asideBy = 20;

export function pasteClipping({ elements }: Clipping, middle: Point, made: (id: string) => void): Change {
  const extent = extentOf(elements);
  if (extent === null) return () => null;
  const shift = { dx: Math.round(middle[0] - centreX(extent)), dy: Math.round(middle[1] - centreY(extent)) };
  return putCopies(elements, shift, (_old, id) => made(id));
}

export function pasteText(pasted: PastedText, middle: Point, made: (id: string) => void): Change {
  if (pasted === null) return () => null;
  if (pasted.kind === 'operations') return pasteOperations(pasted, middle, made);
  return (planning) => {
    const { element } = pasted;
    const [width, height] = [Number(element['width'] ?? 0), Number(element['height'] ?? 0)];
    const place = { x: onCanvas(Math.round(middle[0] - width / 2)), y: onCanvas(Math.round(middle[1] - height / 2)) };
    const id = added({ ...element, ...place }, planning);
    if (isProblem(id)) return id;
    made(id);
    return null;
  };
}

/** [P2] */
const pasteOperations =
  ({ operations }: Extract<PastedText, { kind: 'operations' }>, middle: Point, made: (id: string) => void): Change =>
  (planning) => {
    const refusal = applyOperations(operations)(planning);
    if (refusal !== null) return refusal;
    const news = planning.draft.edits().flatMap(({ before, after }) => (before === null && after !== null ? [after] : []));
    if (news.length === 0) return problem('invalid_value', { detail: 'These lines make nothing.' });
    for (const { id } of news) made(id);
    const extent = operations.every(({ operation }) => isPlacedByItself(operation)) ? extentOf(news) : null;
    if (extent === null) return null;
    const shift = { dx: Math.round(middle[0] - centreX(extent)), dy: Math.round(middle[1] - centreY(extent)) };
    return shift.dx === 0 && shift.dy === 0 ? null : moveBy(news.filter(hasPlace), shift, planning);
  };

/** True of what says exactly where it lies, and of what follows from that. */
function isPlacedByItself(operation: Operation): boolean {
  if (operation.op !== 'add') return operation.op === 'connect';
  if ('element' in operation && operation.element !== undefined) return true;
  const { place } = operation as { place?: { rel: string } };
  return place?.rel === 'at';
}
