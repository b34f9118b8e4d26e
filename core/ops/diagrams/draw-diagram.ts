/**
 * draw-diagram: draws a diagram beside what is on the tab, as a part of an operation.
 *
 * Boxes are as large as their labels need, frames are around their members, and all is laid out along the arrows. What is on the
 * tab stays where it is.
 */
import { type Arrow, type Box, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import { layOutBoxes } from '../layout.ts';
import type { LayoutOptions } from '../layout-options.ts';
import { kindOf } from '../../notation/naming.ts';
import { drawPlaced } from './draw-placed.ts';
import { drawSequence } from './draw-sequence.ts';
import { newElementId } from '../new-id.ts';
import { titleWidth } from '../../placement/enclose.ts';
import type { Planning } from '../../planning/planning.ts';
import type { Container } from '../../tab/membership.ts';
import { keyOnTop } from '../../tab/stacking.ts';
import { asUnplaced } from '../../tab/unplaced.ts';
import type { Diagram, DiagramEdge, DiagramGroup } from '../../import/diagram.ts';
import { innerFirst, provisionalPlaces } from '../../import/provisional-places.ts';
import { edgeFields, groupFields } from '../../import/wanted-fields.ts';
import { cornerBeside, newElement, newNode, perElement } from './new-elements.ts';

export function drawDiagram(diagram: Diagram, source: string, planning: Planning): Problem | null {
  const { nodes, groups, edges, losses, rows } = diagram;
  const count = nodes.length + groups.length + edges.length;
  if (planning.draft.size + count > limits.elementsPerTab) return tooMany();
  if (diagram.isPlaced === true) return drawPlaced(diagram, source, planning);
  if (rows !== undefined) return drawSequence({ ...diagram, rows }, source, new Map(), planning);
  const frames: Unplaced[] = [];
  for (const group of groups) {
    if (!planning.work.spend(perElement)) return null;
    const frame = newElement(group.id, 'frame', groupFields(group, losses), source, planning) as Container;
    frames.push({ ...group, box: { ...frame, width: titleWidth(frame) } });
  }
  const boxes: Unplaced[] = [];
  for (const node of nodes) {
    if (!planning.work.spend(perElement)) return null;
    boxes.push({ ...node, box: newNode(node, source, planning, losses) });
  }
  const turned = turnedGroups(diagram);
  const ids = putBeside([...frames, ...boxes], placesOf(boxes, frames, diagram, turned), planning);
  if (isProblem(ids)) return ids;
  for (const edge of edges) {
    if (!planning.work.spend(perElement)) return null;
    const refusal = drawEdge(edge, diagram, { ids, source }, planning);
    if (refusal !== null) return refusal;
  }
  return layOut(diagram, turned, ids, planning);
}

type Unplaced = { readonly id: string; readonly parent: string | null; readonly box: Box };

const sized = ({ id, parent, box: { width, height } }: Unplaced) => ({ id, parent, width, height });

function placesOf(
  boxes: readonly Unplaced[],
  frames: readonly Unplaced[],
  { groups, direction }: Diagram,
  turned: readonly DiagramGroup[],
): Map<string, Rect> {
  const flows = new Map<string | null, Diagram['direction']>([[null, direction]]);
  const own = new Map(turned.map((group) => [group.id, group.direction]));
  for (const { id, parent } of innerFirst(groups).toReversed()) flows.set(id, own.get(id) ?? flows.get(parent) ?? direction);
  return provisionalPlaces(boxes.map(sized), frames.map(sized), (frame) => flows.get(frame) ?? direction);
}

/** Puts the boxes to the right of what is on the tab. Returns their ids by those of the source. */
function putBeside(
  boxes: readonly Unplaced[],
  places: ReadonlyMap<string, Rect>,
  planning: Planning,
): Map<string, string> | Problem {
  const corner = cornerBeside(planning);
  const ids = new Map<string, string>();
  for (const { id, box } of boxes) {
    const rect = places.get(id) ?? box;
    const elementId = newElementId(planning, undefined, id, kindOf(box));
    if (isProblem(elementId)) return elementId;
    const placed = { ...box, id: elementId, ...rect, x: rect.x + corner.x, y: rect.y + corner.y };
    planning.put(asUnplaced({ ...placed, z: keyOnTop(planning.draft) }));
    ids.set(id, elementId);
  }
  return ids;
}

export type DrawnIds = { readonly ids: ReadonlyMap<string, string>; readonly source: string };

export function drawEdge(
  edge: DiagramEdge,
  { style, losses }: Diagram,
  { ids, source }: DrawnIds,
  planning: Planning,
): Problem | null {
  const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
  if (from === undefined || to === undefined) {
    losses.drop(edge.id, 'an arrow', 'one of its ends is not there');
    return null;
  }
  const id = newElementId(planning, undefined, edge.id, 'arrow');
  if (isProblem(id)) return id;
  const arrow = newElement(edge.id, 'arrow', edgeFields(edge, losses), source, planning) as Arrow;
  const line = style === 'mindmap' ? 'curved' : 'angled';
  planning.put({ ...arrow, id, line, from: { element: from }, to: { element: to }, z: keyOnTop(planning.draft) });
  return null;
}

/** Groups with a direction of their own are laid out first, and then moved as a whole. */
function layOut(
  diagram: Diagram,
  turned: readonly DiagramGroup[],
  ids: ReadonlyMap<string, string>,
  planning: Planning,
): Problem | null {
  const { nodes, groups, style, direction } = diagram;
  const form = (along: Diagram['direction']): LayoutOptions => ({ style, direction: along, line: null });
  const settled = new Set<string>();
  const boxOf = (id: string): Box[] => {
    const box = planning.draft.get(ids.get(id) ?? '');
    return box !== undefined && isBox(box) ? [box] : [];
  };
  const parents = new Map([...groups, ...nodes].map(({ id, parent }) => [id, parent]));
  for (const group of innerFirst(turned)) {
    const within = [...groups, ...nodes].filter(({ id }) => !settled.has(id) && isWithin(id, group.id, parents, planning));
    const refusal = layOutBoxes(within.flatMap(({ id }) => boxOf(id)), form(group.direction ?? direction), planning); // prettier-ignore
    if (refusal !== null || planning.work.exhausted) return refusal;
    for (const { id } of within) settled.add(id);
  }
  const rest = [...groups, ...nodes].filter(({ id }) => !settled.has(id)).flatMap(({ id }) => boxOf(id));
  return rest.length === 0 ? null : layOutBoxes(rest, form(direction), planning);
}

function isWithin(id: string, group: string, parents: ReadonlyMap<string, string | null>, planning: Planning): boolean {
  for (let at = parents.get(id) ?? null; at !== null && planning.work.spend(1); at = parents.get(at) ?? null)
    if (at === group) return true;
  return false;
}

/** Groups whose own direction counts: no arrow leads from a member to what is outside. */
function turnedGroups({ groups, nodes, edges, direction, losses }: Diagram): DiagramGroup[] {
  const wanted = groups.filter((group) => group.direction !== null && group.direction !== direction);
  if (wanted.length === 0) return [];
  const parents = new Map([...groups, ...nodes].map(({ id, parent }) => [id, parent]));
  const around = (id: string): Set<string> => {
    const found = new Set<string>();
    for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) found.add(at);
    return found;
  };
  const crossed = new Set<string>();
  for (const { from, to } of edges) {
    const [ofFrom, ofTo] = [around(from), around(to)];
    for (const id of ofFrom) if (!ofTo.has(id)) crossed.add(id);
    for (const id of ofTo) if (!ofFrom.has(id)) crossed.add(id);
  }
  return wanted.filter(({ id }) => {
    if (crossed.has(id)) losses.drop(id, 'a direction of its own', 'arrows lead into it or out of it');
    return !crossed.has(id);
  });
}

const tooMany = (): Problem =>
  problem('too_large', {
    detail: `A tab holds at most ${limits.elementsPerTab} elements.`,
    hint: 'Import the diagram in parts, onto several tabs.',
    limit: limits.elementsPerTab,
  });
