/**
 * arranged-units: what is aligned, distributed and tidied as one.
 *
 * The boxes of a group are a unit, and a frame with its members is. If all boxes are in the same group, its inner groups and its boxes are.
 */
import { type Box, isBox } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { moveGroupsOf } from '#core/ops/move-group.ts';
import type { Offset } from '#core/placement/follow.ts';
import { groupsAround } from '#core/tab/group-paths.ts';
import { union } from '#core/tab/rect.ts';

import { type Change, freeElements } from './change.ts';
import { moveEach } from './move.ts';

/** `id`: that of its first box. */
export type ArrangedUnit = Rect & { readonly id: string; readonly boxes: readonly Box[] };

export function arrangedUnits(ids: Iterable<string>, planning: Parameters<Change>[0]): ArrangedUnit[] {
  const boxes = moveGroupsOf(freeElements(ids, planning).filter(isBox), planning).map(({ root }) => root);
  const paths = boxes.map(({ group }) => groupsAround(group));
  const [first = []] = paths;
  const shared = first.filter((group) => paths.every((path) => path.includes(group))).length;
  const units = new Map<string, Box[]>();
  for (const [index, box] of boxes.entries()) {
    const group = paths[index]?.[shared];
    const key = group === undefined ? box.id : `group ${group}`;
    units.set(key, [...(units.get(key) ?? []), box]);
  }
  return [...units.values()].flatMap((members) => {
    const [one, ...others] = members;
    if (one === undefined) return [];
    const { x, y, width, height } = others.reduce<Rect>(union, one);
    return [{ id: one.id, boxes: members, x, y, width, height }];
  });
}

/** Moves all boxes of each unit by its distance, which is found by the id of the unit. */
export const moveUnits = (units: readonly ArrangedUnit[], shifts: ReadonlyMap<string, Offset>): Change =>
  moveEach(
    new Map(
      units.flatMap((unit) => {
        const shift = shifts.get(unit.id);
        return shift === undefined ? [] : unit.boxes.map(({ id }) => [id, shift] as const);
      }),
    ),
  );
