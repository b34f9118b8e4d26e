/**
 * beyond: finds the boxes that make room for a new element between two boxes: the box after it and everything further along the
 * flow, but not the box before it.
 */
import { type Box, isBox, isContainer, isPinned } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, type Container, deepMembersOf, parentOf } from '../tab/membership.ts';
import { far, middle, near } from '../planning/axis.ts';
import { type Gap, lineOf } from './between.ts';

export type Beyond = { readonly movedBoxes: readonly Box[]; readonly grown: readonly Container[] };

export function beyondOf(gap: Gap, ends: readonly Box[], planning: Planning): Beyond {
  const { direction, level, first, second } = gap;
  const line = lineOf(gap);
  const moved = new Map<string, Box>();
  const grown = new Map<string, Container>();
  const visit = (boxes: readonly Box[]): boolean => {
    let some = false;
    for (const box of boxes) {
      planning.work.spend(2);
      if (box.id === first?.id) continue;
      if (box.id !== second?.id && isContainer(box) && near(box, direction) < line && line < far(box, direction)) {
        if (!visit(membersOf(box, planning))) continue;
        grown.set(box.id, box);
      } else if (box.id === second?.id || middle(box, direction) > line) moved.set(box.id, box);
      else continue;
      some = true;
    }
    return some;
  };
  const some = visit(level === null ? connectedWith(ends, planning) : membersOf(level, planning));
  if (second !== null) moved.set(second.id, second);
  if (level !== null && (some || second !== null)) grown.set(level.id, level);
  return { movedBoxes: [...moved.values()].toSorted(byId), grown: [...grown.values()].toSorted(byId) };
}

/** The direct members of a frame or lane. */
function membersOf(frame: Container, { draft, work }: Planning): Box[] {
  const members: Box[] = [];
  for (const box of draft.boxesIn(frame)) {
    if (!work.spend(2)) break;
    if (box.id !== frame.id && parentOf(box, draft, work.spend)?.id === frame.id) members.push(box);
  }
  return members;
}

/** The outermost frames and boxes that arrows connect with these, directly or indirectly, including themselves. */
function connectedWith(ends: readonly Box[], planning: Planning): Box[] {
  const { draft, work } = planning;
  const outermost = new Map<string, Box>();
  const seen = new Set<string>();
  const open: Box[] = [];
  const reach = (box: Box): void => {
    if (seen.has(box.id)) return;
    seen.add(box.id);
    open.push(box);
  };
  ends.forEach(reach);
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    const top: Box = ancestorsOf(box, draft, work.spend).at(-1) ?? box;
    if (!outermost.has(top.id)) {
      outermost.set(top.id, top);
      reach(top);
      if (isContainer(top)) deepMembersOf(top, draft, work.spend).forEach(reach);
    }
    for (const arrow of draft.arrowsAt(box.id)) {
      if (!work.spend(5)) return [...outermost.values()];
      for (const end of [arrow.from, arrow.to]) {
        const other = isPinned(end) ? draft.get(end.element) : undefined;
        if (other !== undefined && isBox(other)) reach(other);
      }
    }
  }
  return [...outermost.values()];
}

const byId = (a: Box, b: Box): number => (a.id < b.id ? -1 : 1);
