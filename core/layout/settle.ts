/**
 * settle: puts a laid-out group on the tab, in its frame and out of everybody's way.
 * H1  The group's top-left corner stays where it is, in whole pixels; in a frame, what stuck out of it at the top or left
 *     is brought inside.
 * H2  What is in the way moves the group as a whole (clear-way.ts).
 * H3  The frame around it grows to the right and down until it holds the group, and so do the frames around that one.
 * H4  A frame that grew over others moves out of their way with everything that is in it.
 * H5  A frame that must grow and is locked, and anything locked that would be carried, refuse the layout (element_locked).
 */
import type { Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { bottom, hullOf, right, sameRect } from '../tab/rect.ts';
import { type RectChange, clearWay, type LayoutObstacles, isBlocked, isCrowded } from './clear-way.ts';
import type { Arrangement } from './graph.ts';
import type { Moves } from './moves.ts';
import type { Group, LayoutSelection } from './selection.ts';

export type Settling = {
  readonly group: Group;
  readonly selection: LayoutSelection;
  readonly planning: Planning;
  readonly moves: Moves;
};

/** Whether something lies where the arrangement, put at the group's corner, would. */
export function isInTheWay(arrangement: Arrangement, settling: Settling): boolean {
  return isBlocked(changesOf(arrangement, settling), groundOf(arrangement, settling));
}

/** Whether it would come nearer to something than the gap, in pixels. */
export function crowdsSomething(arrangement: Arrangement, gap: number, settling: Settling): boolean {
  return isCrowded(changesOf(arrangement, settling), gap, groundOf(arrangement, settling));
}

/** Puts the arrangement in the draft, moved as it must be. `arranged`: frames that another group will find a place for. */
export function settle(arrangement: Arrangement, settling: Settling, arranged: ReadonlySet<string>): Problem | null {
  const { selection, planning, moves } = settling;
  const corner = cornerOf(settling);
  const by = clearWay(changesOf(arrangement, settling), groundOf(arrangement, settling));
  for (const [id, rect] of arrangement) {
    const box = moves.boxOf(id);
    if (box === null) continue;
    const spot = { x: rect.x + corner.x + by.x, y: rect.y + corner.y + by.y };
    if (selection.isOpened(id)) moves.put(box, { ...rect, ...spot });
    else {
      const was = selection.extentOf(box, planning.draft);
      const refusal = carry([...selection.deepMembers(id), id], { x: spot.x - was.x, y: spot.y - was.y }, settling);
      if (refusal !== null) return refusal;
    }
    if (planning.work.exhausted) return null;
  }
  return growFrames(settling, arranged);
}

/** [H3] [H4] */
function growFrames({ group, selection, planning, moves }: Settling, arranged: ReadonlySet<string>): Problem | null {
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
    const ground = {
      tab: planning.draft,
      work: planning.work,
      container: moves.boxOf(outer[0] ?? ''),
      ignored: new Set([id, ...inside, ...outer]),
    };
    const carried = inside.map((member) => moves.boxOf(member)).filter((box) => box !== null);
    const by = clearWay([{ was: frame, is: grown }, ...carried.map((box) => ({ was: box, is: box }))], ground);
    const refusal = carry([id, ...inside], by, { group, selection, planning, moves });
    if (refusal !== null) return refusal;
    content = { ...grown, x: grown.x + by.x, y: grown.y + by.y };
  }
  return null;
}

/** Moves boxes by a distance, unless one of them is locked [H5]. */
function carry(ids: readonly string[], distance: SpotPoint, { planning, moves }: Settling): Problem | null {
  if (distance.x === 0 && distance.y === 0) return null;
  const refusal = planning.refuseLocked(ids.map((id) => moves.boxOf(id)).filter((box) => box !== null));
  if (refusal !== null) return refusal;
  for (const id of ids) {
    if (!planning.work.spend(carryCost)) return null;
    moves.moveBy(id, distance);
  }
  return null;
}

/** Units of work that moving one box is worth. */
const carryCost = 10;

function grownAround(content: Rect, frame: Rect): Rect {
  const width = Math.max(frame.width, right(content) + framePadding - frame.x);
  const height = Math.max(frame.height, bottom(content) + framePadding - frame.y);
  return { x: frame.x, y: frame.y, width, height };
}

/** [H1] */
function cornerOf(settling: Settling): SpotPoint {
  const { group, moves } = settling;
  const hull = hullOf(extentsOf(settling)) ?? { x: 0, y: 0 };
  const frame = group.container === null ? null : moves.boxOf(group.container.id);
  const x = frame !== null && hull.x < frame.x ? Math.ceil(frame.x + framePadding) : Math.round(hull.x);
  const y = frame !== null && hull.y < frame.y ? Math.ceil(frame.y + frameTop) : Math.round(hull.y);
  return { x: x + 0, y: y + 0 };
}

/** The group's outermost boxes as they are now, each with what it carries. */
function extentsOf({ group, selection, planning, moves }: Settling): Rect[] {
  const boxes = group.tops.map((id) => moves.boxOf(id)).filter((box) => box !== null);
  return boxes.map((box) => selection.extentOf(box, planning.draft));
}

/** Everything that the arrangement moves, one by one: those in frames, and those that frames carry, too. */
function changesOf(arrangement: Arrangement, { group, selection, planning, moves }: Settling): RectChange[] {
  const corner = cornerOf({ group, selection, planning, moves });
  const changes: RectChange[] = [];
  for (const [id, rect] of arrangement) {
    const was = moves.boxOf(id);
    if (was === null) continue;
    const spot = { x: rect.x + corner.x, y: rect.y + corner.y };
    if (selection.isOpened(id)) {
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

function groundOf(arrangement: Arrangement, { group, selection, planning, moves }: Settling): LayoutObstacles {
  const ignored = new Set(selection.around(group.container).map(({ id }) => id));
  for (const id of arrangement.keys()) {
    ignored.add(id);
    if (!selection.isOpened(id)) for (const inside of selection.deepMembers(id)) ignored.add(inside);
  }
  const container = group.container === null ? null : moves.boxOf(group.container.id);
  return { tab: planning.draft, work: planning.work, container, ignored };
}
