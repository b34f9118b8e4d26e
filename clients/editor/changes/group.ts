/**
 * group: selected elements become a group, or groups are dissolved, within the group that a person has entered.
 *
 * Groups within the new one stay, if several of the elements are in them. Only the outermost of the selected groups are dissolved.
 */
import { limits } from '#schema/limits.ts';
import { problem } from '#schema/problem.ts';

import { groupAround, groupsAround, isInGroup, joined, nameOfGroup, withGroup } from '#core/tab/group-paths.ts';

import type { Unit } from '../state/groups.ts';
import { canvasTexts } from '../strings/canvas.ts';
import { type Change, freeElements } from './change.ts';

/** Refuses groups that are nested too deep. */
export const groupElements =
  (ids: Iterable<string>, entered: string | null): Change =>
  (planning) => {
    const elements = freeElements(ids, planning);
    const around = entered !== null && elements.every((element) => isInGroup(element, entered)) ? entered : null;
    const within = elements.map(({ group }) => groupsWithin(group, around));
    const counts = new Map<string, number>();
    for (const group of within.flat()) counts.set(group, (counts.get(group) ?? 0) + 1);
    const name = joined(around, `group-${planning.context.newSuffix()}`);
    for (const [index, element] of elements.entries()) {
      const shared = (within[index] ?? []).filter((group) => (counts.get(group) ?? 0) > 1);
      const path = [name, ...shared.map(nameOfGroup)].join('/');
      if (groupsAround(path).length > limits.groupDepth)
        return problem('invalid_value', { detail: canvasTexts.groupsTooDeep(limits.groupDepth), field: 'group' });
      planning.put(withGroup(element, path));
    }
    return null;
  };

/** Dissolves the groups of the units. */
export const ungroupElements =
  (units: readonly Unit[]): Change =>
  (planning) => {
    for (const { group, ids } of units) {
      if (group === null) continue;
      for (const element of freeElements(ids, planning)) {
        const kept = groupsWithin(element.group, group).map(nameOfGroup);
        const path = [groupAround(group) ?? [], kept].flat().join('/');
        planning.put(withGroup(element, path === '' ? null : path));
      }
    }
    return null;
  };

/** The groups of a path that are within this one, the outermost first. */
const groupsWithin = (path: string | undefined, around: string | null): string[] =>
  groupsAround(path).filter((group) => around === null || group.length > around.length);
