/**
 * update-placed: brings the places of a drawing whose source has places up to date.
 *
 * A box moves if its place changed in the source and not on the tab. New boxes are as far from the others as in the source.
 */
import { type Arrow, type Box, type Element, isArrow, isBox } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Problem } from '#schema/problem.ts';

import type { Diagram, DiagramEdge } from '../../import/diagram.ts';
import { type Hashes, hashesOf, isAsMade, type Made, madeOf, originId, originOf } from '../../import/origin.ts';
import { edgeFields } from '../../import/wanted-fields.ts';
import type { Planning } from '../../planning/planning.ts';
import { drawPlacedBox, drawPlacedEdge, type PlacedDrawing } from './draw-placed.ts';
import { perElement } from './new-elements.ts';
import { courseFields, fieldsOfPlaced, type PlacedBox, placedBoxes, type Shift, shiftBeside, shiftedRect, shiftKey } from './placed-parts.ts'; // prettier-ignore

export type PlacedUpdate = {
  readonly source: string;
  /** The elements of an earlier import. */
  readonly drawn: ReadonlyMap<string, Element>;
  /** Sets the fields that only the source changed; places are no fields. */
  readonly change: (existing: Element, id: string, made: Made) => Problem | null;
};

export function updatePlaced(diagram: Diagram, { source, drawn, change }: PlacedUpdate, planning: Planning): Problem | null {
  const boxes = placedBoxes(diagram);
  const before = new Map(Array.from(drawn.values(), (element) => [element.id, hashesBefore(element)]));
  const drawing: PlacedDrawing = { source, shift: shiftOf(boxes, drawn, diagram, planning), ids: new Map() };
  for (const box of boxes) {
    if (!planning.work.spend(perElement)) return null;
    const existing = drawn.get(`box ${originId(box.id)}`);
    if (existing !== undefined) drawing.ids.set(box.id, existing.id);
    const refusal =
      existing === undefined
        ? drawPlacedBox(box, diagram, drawing, planning)
        : (change(existing, box.id, fieldsOfPlaced(box, diagram)) ??
          moveBox(box, existing.id, before, diagram, drawing, planning));
    if (refusal !== null) return refusal;
  }
  for (const edge of diagram.edges) {
    if (!planning.work.spend(perElement)) return null;
    const existing = drawn.get(`arrow ${originId(edge.id)}`);
    const refusal =
      existing === undefined
        ? drawPlacedEdge(edge, diagram, drawing, planning)
        : (change(existing, edge.id, edgeFields(edge, diagram.losses)) ??
          rerouted(edge, existing.id, before, diagram, drawing, planning));
    if (refusal !== null) return refusal;
  }
  return null;
}

const hashesBefore = ({ origin }: Element): Hashes => (origin === undefined ? new Map() : madeOf(origin));

/** How far the drawing is from its source: as most boxes are whose place is the same there, else as most were drawn. */
function shiftOf(boxes: readonly PlacedBox[], drawn: ReadonlyMap<string, Element>, diagram: Diagram, planning: Planning): Shift {
  const existing = boxes.flatMap(({ id, spot }) => {
    const box = drawn.get(`box ${originId(id)}`);
    return box === undefined || !isBox(box) ? [] : [{ box, spot, hashes: hashesBefore(box) }];
  });
  const current = existing.filter(({ hashes, spot }) => isAsMade(hashes, 'spot', spot.rect));
  const shift =
    mostFrequent(current.map(({ box, spot }) => `${box.x - spot.rect.x},${box.y - spot.rect.y}`)) ??
    mostFrequent(existing.flatMap(({ hashes }) => hashes.get(shiftKey) ?? []));
  if (shift === null) return shiftBeside(diagram, planning);
  const [x = 0, y = 0] = shift.split(',').map(Number);
  return { x, y };
}

function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best: string | null = null;
  for (const [text, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = text;
  return best;
}

function moveBox(
  box: PlacedBox,
  elementId: string,
  before: ReadonlyMap<string, Hashes>,
  diagram: Diagram,
  { shift, source }: PlacedDrawing,
  planning: Planning,
): Problem | null {
  const element = planning.draft.get(elementId);
  const was = before.get(elementId);
  if (element === undefined || !isBox(element) || was === undefined) return null;
  const made = hashesOf(fieldsOfPlaced(box, diagram));
  const kept = (rect: Box | null): Box => {
    const { origin } = element;
    const current = origin === undefined ? made : madeOf(origin);
    const at = rect === null ? was.get('at') : hashesOf(new Map([['at', placeOf(rect)]])).get('at');
    const drawnBy = was.get(shiftKey);
    const hashes = new Map([
      ...current,
      ...(at === undefined ? [] : [['at', at] as const]),
      ...(drawnBy === undefined ? [] : [[shiftKey, drawnBy] as const]),
    ]);
    return { ...element, ...(rect === null ? {} : placeOf(rect)), origin: originOf(source, box.id, hashes) } as Box;
  };
  const isMoved = !isAsMade(was, 'at', placeOf(originalOf(element.id, planning) ?? element));
  if (isAsMade(was, 'spot', box.spot.rect)) return put(kept(isMoved ? null : element), element, planning);
  if (isMoved) {
    diagram.losses.drop(box.id, 'its new place', 'it was moved on the tab');
    return put(kept(null), element, planning);
  }
  return put(kept({ ...element, ...shiftedRect(box, shift) }), element, planning);
}

/** As it was before the update. */
function originalOf(id: string, { draft }: Planning): Box | null {
  const element = draft.base.get(id);
  return element !== undefined && isBox(element) ? element : null;
}

const placeOf = ({ x, y, width, height }: Box) => ({ x, y, width, height });

function put(changed: Element, element: Element, planning: Planning): Problem | null {
  if (jsonEqual(changed, element)) return null;
  const locked = planning.refuseLocked([element]);
  if (locked !== null) return locked;
  planning.target(element.id);
  planning.put(changed);
  return null;
}

/** An arrow whose course changed in the source follows it, unless its ends were changed on the tab. */
function rerouted(
  edge: DiagramEdge,
  elementId: string,
  before: ReadonlyMap<string, Hashes>,
  diagram: Diagram,
  { ids, shift }: PlacedDrawing,
  planning: Planning,
): Problem | null {
  const element = planning.draft.get(elementId);
  const was = before.get(elementId);
  if (element === undefined || !isArrow(element) || was === undefined) return null;
  const ends = `${originId(edge.from)}\n${originId(edge.to)}`;
  if (isAsMade(was, 'course', edge.course) && isAsMade(was, 'ends', ends)) return null;
  const course = courseFields(edge, ids, shift);
  if (course === null) return null;
  const { points: _, ...arrow } = element;
  return put({ ...arrow, ...course } as Arrow, element, planning);
}
