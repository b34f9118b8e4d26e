/** Puts a laid-out group on the tab: at its corner, in its frame, and away from other boxes (SPEC.md). */
import type { Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { bottom, hullOf, right, sameRect } from '../tab/rect.ts';
import { type RectChange, relocationOf, type LayoutObstacles, isBlocked, isCrowded } from './relocation.ts';
import type { Arrangement } from './graph.ts';
import type { Moves } from './moves.ts';
import type { Group, LayoutSelection } from './selection.ts';

export type PlacementContext = {
  readonly group: Group;
  readonly selection: LayoutSelection;
  readonly planning: Planning;
  readonly moves: Moves;
};

/** Whether the arrangement, at the group's corner, overlaps boxes that the group did not overlap before. */
export function overlapsOthers(arrangement: Arrangement, context: PlacementContext): boolean {
  return isBlocked(changesOf(arrangement, context), obstaclesOf(arrangement, context));
}

/** Whether it is closer to other boxes than the gap and than before. */
export function crowdsOthers(arrangement: Arrangement, gap: number, context: PlacementContext): boolean {
  return isCrowded(changesOf(arrangement, context), gap, obstaclesOf(arrangement, context));
}

/** Puts the arrangement into the draft. `arranged`: frames that are placed with another group. */
export function placeGroup(arrangement: Arrangement, context: PlacementContext, arranged: ReadonlySet<string>): Problem | null {
  const { selection, planning, moves } = context;
  const corner = cornerOf(context);
  const by = relocationOf(changesOf(arrangement, context), obstaclesOf(arrangement, context));
  for (const [id, rect] of arrangement) {
    const box = moves.boxOf(id);
    if (box === null) continue;
    const spot = { x: rect.x + corner.x + by.x, y: rect.y + corner.y + by.y };
    if (selection.hasInnerLayout(id)) moves.put(box, { ...rect, ...spot });
    else {
      const was = selection.extentOf(box, planning.draft);
      const refusal = carry([...selection.deepMembers(id), id], { x: spot.x - was.x, y: spot.y - was.y }, context);
      if (refusal !== null) return refusal;
    }
    if (planning.work.exhausted) return null;
  }
  return growFrames(context, arranged);
}

/** Grows the frames around the group to fit, and moves a frame that grew over others away from them. */
function growFrames({ group, selection, planning, moves }: PlacementContext, arranged: ReadonlySet<string>): Problem | null {
  let content = hullOf(extentsOf({ group, selection, planning, moves }));
  const frames = selection.around(group.container).map(({ id }) => id);
  for (const [index, id] of frames.entries()) {
    const frame = moves.boxOf(id);
    if (frame === null || content === null) return null;
    const grown = grownAround(content, frame);
    if (sameRect(grown, frame)) return null;
    const locked = planning.refuseLocked([frame]);
    if (locked !== null) return locked;
    const inside = selection.deepMembers(id);
    moves.put(frame, grown);
    if (arranged.has(id)) return null;
    const outer = frames.slice(index + 1);
    const obstacles = {
      tab: planning.draft,
      work: planning.work,
      container: moves.boxOf(outer[0] ?? ''),
      ignored: new Set([id, ...inside, ...outer]),
    };
    const carried = inside.map((member) => moves.boxOf(member)).filter((box) => box !== null);
    const by = relocationOf([{ was: frame, is: grown }, ...carried.map((box) => ({ was: box, is: box }))], obstacles);
    const refusal = carry([id, ...inside], by, { group, selection, planning, moves });
    if (refusal !== null) return refusal;
    content = { ...grown, x: grown.x + by.x, y: grown.y + by.y };
  }
  return null;
}

/** Moves boxes by a distance, unless one of them is locked. */
function carry(ids: readonly string[], distance: SpotPoint, { planning, moves }: PlacementContext): Problem | null {
  if (distance.x === 0 && distance.y === 0) return null;
  const refusal = planning.refuseLocked(ids.map((id) => moves.boxOf(id)).filter((box) => box !== null));
  if (refusal !== null) return refusal;
  for (const id of ids) {
    if (!planning.work.spend(carryCost)) return null;
    moves.moveBy(id, distance);
  }
  return null;
}

/** Units of work for moving one box. */
const carryCost = 10;

function grownAround(content: Rect, frame: Rect): Rect {
  const width = Math.max(frame.width, right(content) + framePadding - frame.x);
  const height = Math.max(frame.height, bottom(content) + framePadding - frame.y);
  return { x: frame.x, y: frame.y, width, height };
}

/** The group's top-left corner in whole pixels; in a frame, no further left or up than its padding. */
function cornerOf(context: PlacementContext): SpotPoint {
  const { group, moves } = context;
  const hull = hullOf(extentsOf(context)) ?? { x: 0, y: 0 };
  const frame = group.container === null ? null : moves.boxOf(group.container.id);
  const x = frame !== null && hull.x < frame.x ? Math.ceil(frame.x + framePadding) : Math.round(hull.x);
  const y = frame !== null && hull.y < frame.y ? Math.ceil(frame.y + frameTop) : Math.round(hull.y);
  return { x: x + 0, y: y + 0 };
}

/** The group's outermost boxes, each with the boxes that it carries. */
function extentsOf({ group, selection, planning, moves }: PlacementContext): Rect[] {
  const boxes = group.tops.map((id) => moves.boxOf(id)).filter((box) => box !== null);
  return boxes.map((box) => selection.extentOf(box, planning.draft));
}

/** All boxes that the arrangement moves, including those in frames and those that frames carry. */
function changesOf(arrangement: Arrangement, { group, selection, planning, moves }: PlacementContext): RectChange[] {
  const corner = cornerOf({ group, selection, planning, moves });
  const changes: RectChange[] = [];
  for (const [id, rect] of arrangement) {
    const was = moves.boxOf(id);
    if (was === null) continue;
    const spot = { x: rect.x + corner.x, y: rect.y + corner.y };
    if (selection.hasInnerLayout(id)) {
      changes.push({ was, is: { ...rect, ...spot } });
      continue;
    }
    const extent = selection.extentOf(was, planning.draft);
    for (const carried of [id, ...selection.deepMembers(id)].map((inside) => moves.boxOf(inside))) {
      if (carried === null) continue;
      const { x, y, width, height } = carried;
      changes.push({ was: carried, is: { x: x + spot.x - extent.x, y: y + spot.y - extent.y, width, height } });
    }
  }
  return changes;
}

function obstaclesOf(arrangement: Arrangement, { group, selection, planning, moves }: PlacementContext): LayoutObstacles {
  const ignored = new Set(selection.around(group.container).map(({ id }) => id));
  for (const id of arrangement.keys()) {
    ignored.add(id);
    if (!selection.hasInnerLayout(id)) for (const inside of selection.deepMembers(id)) ignored.add(inside);
  }
  const container = group.container === null ? null : moves.boxOf(group.container.id);
  return { tab: planning.draft, work: planning.work, container, ignored };
}
