/** draw-placed: draws a diagram whose source has places as it is there, beside what is on the tab. */
import { isProblem, type Problem } from '#schema/problem.ts';

import type { Diagram, DiagramEdge } from '../../import/diagram.ts';
import { kindOf } from '../../notation/naming.ts';
import type { Planning } from '../../planning/planning.ts';
import { parentsOf } from '../../tab/membership.ts';
import { keyOnTop } from '../../tab/stacking.ts';
import { newElementId } from '../new-id.ts';
import { perElement } from './new-elements.ts';
import { courseFields, placedArrow, type PlacedBox, placedBox, placedBoxes, type Shift, shiftBeside } from './placed-parts.ts';

export type PlacedDrawing = { readonly source: string; readonly shift: Shift; readonly ids: Map<string, string> };

export function drawPlaced(diagram: Diagram, source: string, planning: Planning): Problem | null {
  const drawing: PlacedDrawing = { source, shift: shiftBeside(diagram, planning), ids: new Map() };
  for (const box of placedBoxes(diagram)) {
    if (!planning.work.spend(perElement)) return null;
    const refusal = drawPlacedBox(box, diagram, drawing, planning);
    if (refusal !== null) return refusal;
  }
  listOutside(diagram, drawing, planning);
  for (const edge of diagram.edges) {
    if (!planning.work.spend(perElement)) return null;
    const refusal = drawPlacedEdge(edge, diagram, drawing, planning);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** What is in a container of the source, but not in its frame. */
function listOutside({ nodes, groups, losses }: Diagram, { ids }: PlacedDrawing, { draft, work }: Planning): void {
  const members = [...groups, ...nodes].filter(({ parent }) => parent !== null);
  if (members.length === 0 || !work.spend(2 * draft.size)) return;
  const parents = parentsOf(draft);
  for (const { id, parent } of members) {
    const frame = ids.get(parent ?? '');
    let at = parents.get(ids.get(id) ?? '');
    while (at !== undefined && at.id !== frame && work.spend(1)) at = parents.get(at.id);
    if (at === undefined) losses.tally(id, 'the container that it is in', 'a box is in the smallest frame around its center');
  }
  losses.listTallies();
}

export function drawPlacedBox(
  box: PlacedBox,
  diagram: Diagram,
  { source, shift, ids }: PlacedDrawing,
  planning: Planning,
): Problem | null {
  const element = placedBox(box, diagram, shift, source, planning);
  const id = newElementId(planning, undefined, box.label === '' ? kindOf(element) : box.label, kindOf(element));
  if (isProblem(id)) return id;
  planning.put({ ...element, id, z: keyOnTop(planning.draft) });
  ids.set(box.id, id);
  return null;
}

export function drawPlacedEdge(
  edge: DiagramEdge,
  diagram: Diagram,
  { source, shift, ids }: PlacedDrawing,
  planning: Planning,
): Problem | null {
  const course = courseFields(edge, ids, shift);
  if (course === null) {
    diagram.losses.drop(edge.id, 'an arrow', 'one of its ends is not there');
    return null;
  }
  const id = newElementId(planning, undefined, edge.label === '' ? 'arrow' : edge.label, 'arrow');
  if (isProblem(id)) return id;
  planning.put({ ...placedArrow(edge, diagram, source, planning), id, ...course, z: keyOnTop(planning.draft) });
  return null;
}
