/**
 * item-of: elements of a tab as an item of a shape library, and items as elements that can be placed.
 *
 * An item has whole elements as `add` in a changeset takes them: with slugs for ids, in stacking order, placed from its top-left
 * corner. Layers, locks, stacking keys and origins belong to the tab, and stay with it.
 */
import { type ArrowEnd, type Element, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { LibraryItem } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import type { TabView } from '#core/tab/view.ts';

import { extentOf, takenAlong } from '../changes/copies.ts';
import { looseTab } from './loose-tab.ts';

/** Null without anything to keep. `untitled`: its title if none of the elements has a label. */
export function itemOf(ids: Iterable<string>, tab: TabView, untitled: string): LibraryItem | null {
  return itemFrom(takenAlong(ids, tab), untitled);
}

/** `elements`: in stacking order; their arrows connect only them. */
export function itemFrom(elements: readonly Element[], title: string): LibraryItem | null {
  const extent = extentOf(elements);
  if (extent === null) return null;
  return {
    id: crypto.randomUUID(),
    title: titleOf(elements) ?? title,
    width: Math.ceil(extent.width),
    height: Math.ceil(extent.height),
    elements: elements.map((element) => partOf(element, extent)),
  };
}

/** The elements of an item, in stacking order. */
export const elementsOfItem = ({ elements }: LibraryItem): readonly Element[] => [
  ...looseTab(elements, 'light').elements.values(),
];

/** The first line of the label of the largest labelled box; null if no box has a label. */
function titleOf(elements: readonly Element[]): string | null {
  const labelled = elements.filter(isBox).filter(({ label = '' }) => label.trim() !== '');
  const [largest] = labelled.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const [line = ''] = largest?.label?.trim().split('\n') ?? [];
  return line === '' ? null : line.slice(0, limits.nameCharacters);
}

type Part = LibraryItem['elements'][number];

function partOf(element: Element, { x: left, y: top }: Rect): Part {
  const { id, z: _z, layer: _layer, locked: _locked, origin: _origin, ...rest } = element;
  if (!isArrow(element)) return { ...rest, id: slugOf(id), x: element.x - left, y: element.y - top };
  const end = (at: ArrowEnd): ArrowEnd =>
    isPinned(at) ? { ...at, element: slugOf(at.element) } : { x: at.x - left, y: at.y - top };
  const { from, to, points } = element;
  const moved = points?.map(([x, y]): Point => [x - left, y - top]);
  return { ...rest, id: slugOf(id), from: end(from), to: end(to), ...(moved !== undefined && { points: moved }) };
}
