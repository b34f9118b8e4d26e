/** move-group: boxes that move as one: a box and, if it is a frame or lane, its members at any depth. */
import { type Box, type Element, isBox, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import { ancestorsOf, deepMembersOf } from '../tab/membership.ts';
import { union } from '../tab/rect.ts';

export type MoveGroup = {
  readonly root: Box;
  /** The members that move along, by id; empty unless the root is a frame or lane. */
  readonly descendants: readonly Box[];
};

/** The groups of these elements. A box inside another one of them belongs to its group; arrows have none. */
export function moveGroupsOf(elements: readonly Element[], planning: Planning): MoveGroup[] {
  const boxes = elements.filter(isBox);
  const containers = new Set(boxes.filter(isContainer).map(({ id }) => id));
  return boxes.filter((box) => !isCarried(box, containers, planning)).map((root) => moveGroupOf(root, planning));
}

export function moveGroupOf(root: Box, { draft, work }: Planning): MoveGroup {
  const descendants = isContainer(root) ? deepMembersOf(root, draft, work.spend).toSorted(byId) : [];
  return { root, descendants };
}

export const boxesOf = ({ root, descendants }: MoveGroup): Box[] => [root, ...descendants];

/** The rectangle around the whole group: its root's, unless members stick out of it. */
export function rectOf({ root, descendants }: MoveGroup): Rect {
  const { x, y, width, height } = root;
  return descendants.reduce<Rect>((rect, box) => union(rect, box), { x, y, width, height });
}

function isCarried(box: Box, containers: ReadonlySet<string>, { draft, work }: Planning): boolean {
  if (containers.size === 0 || (containers.size === 1 && containers.has(box.id))) return false;
  return ancestorsOf(box, draft, work.spend).some(({ id }) => containers.has(id));
}

const byId = (a: Box, b: Box): number => (a.id < b.id ? -1 : 1);
