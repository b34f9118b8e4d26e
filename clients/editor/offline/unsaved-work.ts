/**
 * unsaved-work: the difference between two copies of a document, as plain values that a person can save: whole elements, cards
 * and sheets that differ, and the ids of removed ones.
 */
import * as Y from 'yjs';

import { readTabs } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { jsonEqual } from '#schema/json-equal.ts';

type UnsavedEntries = Readonly<Record<string, unknown>>;

export type Difference = { readonly changed: UnsavedEntries; readonly removed: readonly string[] };

export type UnsavedWork = {
  readonly tabs: readonly {
    readonly id: string;
    readonly name: string;
    readonly elements: Difference;
    readonly settings: UnsavedEntries;
  }[];
  readonly cards: Difference;
  readonly sheets: Difference;
};

/** Null if `theirs` has everything in `mine`. */
export function unsavedWork(mine: Y.Doc, theirs: Y.Doc): UnsavedWork | null {
  const names = new Map(readTabs(mine).map(({ id, name }) => [id, name]));
  const tabs = keysOf(rootMap(mine, 'tabs')).flatMap((id) => {
    const [own, other] = [mapIn(rootMap(mine, 'tabs'), id), mapIn(rootMap(theirs, 'tabs'), id)];
    const elements = difference(mapIn(own, 'elements'), mapIn(other, 'elements'));
    const { changed } = difference(own, other, ['elements']);
    if (isEmpty(elements) && Object.keys(changed).length === 0) return [];
    return [{ id, name: names.get(id) ?? '', elements, settings: changed }];
  });
  const cards = difference(rootMap(mine, 'items'), rootMap(theirs, 'items'));
  const sheets = difference(rootMap(mine, 'sheets'), rootMap(theirs, 'sheets'));
  return tabs.length === 0 && isEmpty(cards) && isEmpty(sheets) ? null : { tabs, cards, sheets };
}

function difference(mine: Y.Map<unknown> | null, theirs: Y.Map<unknown> | null, without: readonly string[] = []): Difference {
  const changed: [string, unknown][] = [];
  for (const key of keysOf(mine)) {
    if (without.includes(key)) continue;
    const value = plainOf(mine?.get(key));
    if (!jsonEqual(value, plainOf(theirs?.get(key)))) changed.push([key, value]);
  }
  const removed = keysOf(theirs).filter((key) => !without.includes(key) && mine?.has(key) !== true);
  return { changed: Object.fromEntries(changed), removed };
}

const plainOf = (value: unknown): unknown => (value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value);
const keysOf = (map: Y.Map<unknown> | null): string[] => (map === null ? [] : [...map.keys()].toSorted());
const isEmpty = ({ changed, removed }: Difference): boolean => Object.keys(changed).length === 0 && removed.length === 0;
