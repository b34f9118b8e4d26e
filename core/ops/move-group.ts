/**
 * move-group: what moves as one: a box and, when it is a frame or lane, its members at any depth.
 */
import { type Box, type Element, isBox, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, deepMembersOf } from '../tab/membership.ts';
import { union } from '../tab/rect.ts';

export type MoveGroup = {
  readonly root: Box;
  /** The members that go along, by id; empty but for a frame or lane. */
  readonly descendants: readonly Box[];
};

/** The parties of these elements. A box that another one of them carries leads none; arrows have no party. */
export function partiesOf(elements: readonly Element[], planning: Planning): MoveGroup[] {
  const boxes = elements.filter(isBox);
  const containers = new Set(boxes.filter(isContainer).map(({ id }) => id));
  return boxes.filter((box) => !isCarried(box, containers, planning)).map((lead) => partyOf(lead, planning));
}

export function partyOf(lead: Box, { draft, work }: Planning): MoveGroup {
  const carried = isContainer(lead) ? deepMembersOf(lead, draft, work.spend).toSorted(byId) : [];
  return { root: lead, descendants: carried };
}

export const boxesOf = ({ root: lead, descendants: carried }: MoveGroup): Box[] => [lead, ...carried];

/** The rectangle around all of the party: its lead's, unless members stick out of that. */
export function rectOf({ root: lead, descendants: carried }: MoveGroup): Rect {
  const { x, y, width, height } = lead;
  return carried.reduce<Rect>((rect, box) => union(rect, box), { x, y, width, height });
}

function isCarried(box: Box, containers: ReadonlySet<string>, { draft, work }: Planning): boolean {
  if (containers.size === 0 || (containers.size === 1 && containers.has(box.id))) return false;
  return ancestorsOf(box, draft, work.spend).some(({ id }) => containers.has(id));
}

const byId = (a: Box, b: Box): number => (a.id < b.id ? -1 : 1);
