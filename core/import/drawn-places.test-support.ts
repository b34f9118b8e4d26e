/** drawn-places: what a tab draws, and where, without ids: a line for each element. */
import { isArrow, isPinned } from '#schema/element.ts';

import type { TabIndex } from '../tab/tab-index.ts';

/** Coordinates are relative to the first corner. */
export function placesOf(tab: TabIndex): string[] {
  const elements = [...tab.elements()];
  const bounds = tab.bounds();
  const [left, top] = [Math.round(bounds?.x ?? 0), Math.round(bounds?.y ?? 0)];
  const nameOf = (id: string): string => {
    const box = tab.get(id);
    return box === undefined || isArrow(box)
      ? '?'
      : `${box.type} ${box.label ?? ''} ${Math.round(box.x) - left},${Math.round(box.y) - top}`;
  };
  return elements
    .map((element) => {
      const { id: _id, z: _z, origin: _origin, ...fields } = element;
      const ends = isArrow(element) ? [element.from, element.to].map((end) => (isPinned(end) ? nameOf(end.element) : '')) : [];
      const text = JSON.stringify(fields, (key, value: unknown) => (key === 'element' ? undefined : typeof value === 'number' ? Math.round(value * 10) / 10 : value)); // prettier-ignore
      return `${ends.join(' -> ')} ${sortedKeys(text)}`;
    })
    .toSorted();
}

const sortedKeys = (json: string): string => JSON.stringify(Object.entries(JSON.parse(json) as object).toSorted(([a], [b]) => (a < b ? -1 : 1))); // prettier-ignore
