/**
 * groups: what is selected together, and the group that a person has entered.
 *
 * A *unit* is what a click selects: the outermost group of the element within the entered one, or the element alone. A group with one
 * member left is no unit. Members on hidden layers are left out; locked members are a unit apart from the others, because
 * what is locked is not moved. The entered group is always the innermost one, of those that were entered, that has the whole selection.
 */
import type { Element } from '#schema/element.ts';

import { GroupMembers } from '#core/tab/group-members.ts';
import { groupAround, groupsAround, isInGroup } from '#core/tab/group-paths.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';

import { hiddenLayersOf, isHidden } from './neighbors.ts';
import type { Readable } from './signal.ts';

/** `group` is null for an element alone. */
export type Unit = { readonly group: string | null; readonly ids: readonly string[] };

export function unitOf(element: Element, entered: string | null, tab: TabView): Unit {
  const around = innermost(entered, [element]);
  for (const group of groupsAround(element.group)) {
    if (around !== null && group.length <= around.length) continue;
    const ids = membersLike(element, group, tab);
    if (ids.length > 1) return { group, ids };
  }
  return { group: null, ids: [element.id] };
}

/** The units of the elements, each once. */
export function unitsOf(ids: Iterable<string>, entered: string | null, tab: TabView): Unit[] {
  const units: Unit[] = [];
  const seen = new Set<string>();
  for (const id of ids) {
    const element = tab.get(id);
    if (element === undefined || seen.has(id)) continue;
    const unit = unitOf(element, entered, tab);
    units.push(unit);
    for (const one of unit.ids) seen.add(one);
  }
  return units;
}

/** The elements with all others of their units. */
export const withUnits = (ids: Iterable<string>, entered: string | null, tab: TabView): string[] =>
  unitsOf(ids, entered, tab).flatMap((unit) => unit.ids);

/** The group that is selected as a whole, and nothing else; null otherwise. */
export function selectedGroup(selected: ReadonlySet<string>, entered: string | null, tab: TabView): string | null {
  const [id = ''] = selected;
  const element = tab.get(id);
  if (element === undefined || selected.size < 2) return null;
  const { group, ids } = unitOf(element, entered, tab);
  return ids.length === selected.size && ids.every((one) => selected.has(one)) ? group : null;
}

/** True if the elements are a group, and all of it. */
export const isWholeGroup = (selected: ReadonlySet<string>, tab: TabView): boolean => {
  const [id = ''] = selected;
  return [null, ...groupsAround(tab.get(id)?.group)].some((around) => selectedGroup(selected, around, tab) !== null);
};

/** The innermost group in which an element is seen to be; null if there is none. */
export const groupToEnter = (element: Element, tab: TabView): string | null =>
  groupsAround(element.group).findLast((group) => membersLike(element, group, tab).length > 1) ?? null;

/** The innermost group, of the entered one and those around it, that all elements are in. */
function innermost(entered: string | null, elements: readonly Element[]): string | null {
  for (let group = entered; group !== null; group = groupAround(group))
    if (elements.every((element) => isInGroup(element, group ?? ''))) return group;
  return null;
}

/** Members of the group that are seen, and locked or not as the element is. */
function membersLike(element: Element, group: string, tab: TabView): string[] {
  const hidden = hiddenLayersOf(tab.settings);
  const locked = lockedLayersOf(tab.settings);
  const isLike = (other: Element | undefined): boolean =>
    other !== undefined && !isHidden(other, hidden) && isLocked(other, locked) === isLocked(element, locked);
  return [...tab.follow(GroupMembers).of(group)].filter((id) => id === element.id || isLike(tab.get(id)));
}

type Entered = Readable<string | null> & { set(group: string | null): void };
type Selected = Readable<ReadonlySet<string>>;

/** Leaves groups that do not have the whole selection. Called again when elements change. */
export function leaveLeftGroups(entered: Entered, selection: Selected, tab: TabView): void {
  if (entered.get() === null) return;
  const elements = [...selection.get()].map((id) => tab.get(id)).filter((element) => element !== undefined);
  entered.set(elements.length === 0 ? null : innermost(entered.get(), elements));
}
