/**
 * placed-parts: the boxes and arrows of a diagram whose source has places, shifted from there to the tab.
 *
 * The origin of a box has a hash of its place in the source and one of its place on the tab: an update moves a box whose place changed
 * in the source, unless it was moved on the tab as well.
 */
import { type Arrow, type ArrowEnd, type Box, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Course, CourseEnd, Diagram, DiagramEdge, DiagramGroup, DiagramNode, Spot } from '../../import/diagram.ts';
import { hashesOf, type Made, originOf } from '../../import/origin.ts';
import { edgeFields, groupFields, nodeFields } from '../../import/wanted-fields.ts';
import type { Planning } from '../../planning/planning.ts';
import { hullOf } from '../../tab/rect.ts';
import { cornerBeside, newElement, typeOf } from './new-elements.ts';

export type PlacedBox = (DiagramNode | DiagramGroup) & { readonly spot: Spot };
export type Shift = { readonly x: number; readonly y: number };

/** Boxes and groups, from the lowest in the stack. */
export const placedBoxes = ({ nodes, groups }: Diagram): PlacedBox[] =>
  [...groups, ...nodes].flatMap((box) => (box.spot === undefined ? [] : [{ ...box, spot: box.spot }])).toSorted((a, b) => a.spot.rank - b.spot.rank); // prettier-ignore

/** From the source to a place beside what is on the tab. */
export function shiftBeside(diagram: Diagram, planning: Planning): Shift {
  const points = diagram.edges.flatMap(({ course }) => (course === undefined ? [] : pointsOf(course)));
  const hull = hullOf([...placedBoxes(diagram).map(({ spot }) => spot.rect), ...points.map(([x, y]) => ({ x, y, width: 0, height: 0 }))]); // prettier-ignore
  const corner = cornerBeside(planning);
  return { x: Math.round(corner.x - (hull?.x ?? 0)), y: Math.round(corner.y - (hull?.y ?? 0)) };
}

const pointsOf = ({ points, from, to }: Course): Point[] => [
  ...points,
  ...[from, to].flatMap((end): Point[] => ('x' in end ? [[end.x, end.y]] : [])),
];

export const isGroup = (box: PlacedBox): box is DiagramGroup & { readonly spot: Spot } => !('size' in box) && 'direction' in box;

export const fieldsOfPlaced = (box: PlacedBox, { losses }: Diagram): Made =>
  isGroup(box) ? groupFields(box, losses) : nodeFields(box, losses);

/** With the hash of its place on the tab. */
export const withPlace = (made: Made, at: Rect): Made => new Map([...made, ['at', rectOf(at)]]);
const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

export const shiftedRect = ({ spot: { rect } }: PlacedBox, { x, y }: Shift): Rect => ({ ...rect, x: rect.x + x, y: rect.y + y });

/** In the hashes of an origin, the shift itself. */
export const shiftKey = 'shift';

/** A box without an id. */
export function placedBox(box: PlacedBox, diagram: Diagram, shift: Shift, source: string, planning: Planning): Box {
  const made = fieldsOfPlaced(box, diagram);
  const rect = shiftedRect(box, shift);
  const type = isGroup(box) ? (box.kind ?? 'frame') : typeOf(box);
  const element = newElement(box.id, type, made, source, planning) as Box;
  const hashes = new Map([...hashesOf(withPlace(made, rect)), [shiftKey, `${shift.x},${shift.y}`] as const]);
  return { ...element, ...rect, origin: originOf(source, box.id, hashes) } as Box;
}

/** The ends and points of an arrow. Null if an end leads to what is not there. */
export function courseFields(
  { from, to, course }: DiagramEdge,
  ids: ReadonlyMap<string, string>,
  { x, y }: Shift,
): Pick<Arrow, 'from' | 'to' | 'points'> | null {
  const endOf = (id: string, end: CourseEnd | undefined): ArrowEnd | null => {
    const element = ids.get(id);
    if (element !== undefined) return { element, ...(end !== undefined && !('x' in end) && end) };
    return end !== undefined && 'x' in end ? { x: end.x + x, y: end.y + y } : null;
  };
  const [start, finish] = [endOf(from, course?.from), endOf(to, course?.to)];
  if (start === null || finish === null) return null;
  const points = course?.points.map(([px, py]): Point => [px + x, py + y]) ?? [];
  return { from: start, to: finish, ...(points.length > 0 && { points }) };
}

/** An arrow without an id. */
export function placedArrow(edge: DiagramEdge, diagram: Diagram, source: string, planning: Planning): Arrow {
  return newElement(edge.id, 'arrow', edgeFields(edge, diagram.losses), source, planning) as Arrow;
}
