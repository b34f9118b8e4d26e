/**
 * copies: elements put on a tab again, or from another one, as paste and duplicate do.
 *
 * Copies get new ids, from their labels. Connections among them stay; ends that were connected to other elements become free in
 * place. Copies of groups are groups of their own, within the group that a person has entered. Copies are in front of everything, in their own order, without locks and without layers that the tab does not have.
 * Elements that the document cannot show (a sheet of another document) are left out, and arrows to them too.
 */
import { type Arrow, type ArrowEnd, type Element, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rect, TabState } from '#schema/tab.ts';

import { freeEndsFrom } from '#core/arrows/free-ends.ts';
import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { Json } from '#core/notation/json.ts';
import type { Planning } from '#core/planning/planning.ts';
import type { Offset } from '#core/placement/follow.ts';
import { addExact } from '#core/tab/exact.ts';
import { groupsOfCopies, withGroup } from '#core/tab/group-paths.ts';
import { comesAfter } from '#core/ops/restack.ts';
import { union } from '#core/tab/rect.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';

import type { Change } from './change.ts';
import { addElement, type Looks } from './draw.ts';

/** What is copied with these elements: themselves, in stacking order, with free ends where they were connected to others. */
export function takenAlong(ids: Iterable<string>, tab: TabView): Element[] {
  const selected = new Map<string, Element>();
  for (const id of ids) {
    const element = tab.get(id);
    if (element !== undefined) selected.set(id, element);
  }
  return [...selected.values()]
    .toSorted((a, b) => (comesAfter(a, b) ? 1 : -1))
    .map((element) => (isArrow(element) ? withoutOthers(element, selected, tab) : element));
}

function withoutOthers(arrow: Arrow, selected: ReadonlyMap<string, Element>, tab: TabView): Arrow {
  const others = new Map<string, Element>();
  for (const end of [arrow.from, arrow.to]) {
    const other = isPinned(end) && !selected.has(end.element) ? tab.get(end.element) : undefined;
    if (other !== undefined) others.set(other.id, other);
  }
  return others.size === 0 ? arrow : freeEndsFrom(others, arrow, routeOf(arrow, tab)).arrow;
}

/** The rectangle around elements that are on no tab yet; null if there are none. */
export function extentOf(elements: readonly Element[]): Rect | null {
  const tab = aside(elements);
  return elements.reduce<Rect | null>((around, element) => {
    const rect = isBox(element) ? element : boundsOf(routeOf(element, tab));
    return around === null ? { x: rect.x, y: rect.y, width: rect.width, height: rect.height } : union(around, rect);
  }, null);
}

/** Elements alone, as a tab without anything else. */
export function aside(elements: readonly Element[], settings: Partial<TabState> = {}): TabIndex {
  const bare = {
    id: '',
    name: '',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: 'a0',
    layers: [],
    pages: [],
    skipped: [],
  } as const;
  return TabIndex.of({ ...bare, ...settings, elements: new Map(elements.map((element) => [element.id, element])) });
}

/**
 * Puts copies of the elements on the tab, shifted. `made` is called with the new id of each. `entered` is the group in which a person
 * copies what is in it.
 */
export const putCopies =
  (
    elements: readonly Element[],
    shift: Offset,
    made: (old: string, id: string) => void = () => undefined,
    entered: string | null = null,
  ): Change =>
  (planning) => {
    const ids = new Map<string, string>();
    const groups = groupsOfCopies(elements, entered, () => planning.context.newSuffix());
    // Boxes first, so that the arrows find them; an arrow then gets its place in the stack of the copies.
    for (const element of [...elements.filter(isBox), ...elements.filter(isArrow)]) {
      if (planning.work.exhausted) return null;
      const copy = isArrow(element) ? arrowCopy(element, ids, shift) : boxCopy(element, shift);
      if (copy === null) continue;
      const group = groups.get(element.group ?? '') ?? null;
      const id = addElement(withGroup(withLayerOf(copy, planning), group), planning, slugOf(element.id));
      if (isProblem(id)) {
        if (id.code === 'invalid_value' || id.code === 'invalid_result') continue;
        return id;
      }
      ids.set(element.id, id);
      made(element.id, id);
    }
    restackLike(elements, ids, planning);
    return null;
  };

function boxCopy(element: Exclude<Element, Arrow>, { dx, dy }: Offset): Looks {
  const { id: _id, z: _z, locked: _locked, ...rest } = element;
  const placed: Looks = { ...(rest as Looks), x: addExact(element.x, dx), y: addExact(element.y, dy) };
  if (element.type !== 'sticky') return placed;
  const { fill: _fill, ...sticky } = placed;
  return sticky;
}

function arrowCopy(arrow: Arrow, ids: ReadonlyMap<string, string>, { dx, dy }: Offset): Looks | null {
  const { id: _id, z: _z, locked: _locked, from, to, points, ...rest } = arrow;
  const end = (at: ArrowEnd): Json | null => {
    if (!isPinned(at)) return { x: addExact(at.x, dx), y: addExact(at.y, dy) };
    const element = ids.get(at.element);
    return element === undefined ? null : { ...at, element };
  };
  const [start, finish] = [end(from), end(to)];
  if (start === null || finish === null) return null;
  const moved = (points ?? []).map(([x, y]): Point => [addExact(x, dx), addExact(y, dy)]);
  return { ...(rest as Looks), from: start, to: finish, ...(points === undefined ? {} : { points: moved }) };
}

/** Keeps a layer that the tab has and that is not locked. */
function withLayerOf({ layer, ...rest }: Looks, planning: Planning): Looks {
  const target = planning.draft.settings.layers.find(({ id }) => id === layer);
  return target === undefined || target.locked ? rest : { ...rest, layer: target.id };
}

/** Gives the copies stacking keys in the order of the originals. Frames stay behind their contents. */
function restackLike(elements: readonly Element[], ids: ReadonlyMap<string, string>, planning: Planning): void {
  const copies = elements.map(({ id }) => planning.draft.get(ids.get(id) ?? '')).filter((element) => element !== undefined);
  const loose = copies.filter(({ type }) => type !== 'frame' && type !== 'lane');
  const keys = loose.map(({ z }) => z).toSorted();
  loose.forEach((element, index) => planning.put({ ...element, z: keys[index] ?? element.z }));
}
