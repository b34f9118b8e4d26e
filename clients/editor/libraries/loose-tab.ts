/**
 * loose-tab: elements that are in no document, as a tab that can be drawn.
 *
 * The elements are written as a changeset's `add` takes them: an `id` is a slug or missing, arrows name slugs, stacking is the
 * order of the list. What cannot be drawn is left out; invalid values are coerced as those of a document's elements.
 */
import type { Element } from '#schema/element.ts';
import { isSlug } from '#schema/ids.ts';
import type { TabState } from '#schema/tab.ts';
import { elementEntries, readEntries } from '#schema/ydoc/element-layout.ts';
import { firstOrderKey, orderKeys } from '#schema/ydoc/order-key.ts';

type Raw = Readonly<Record<string, unknown>>;

export function looseTab(elements: readonly Raw[], theme: string): TabState {
  const keys = orderKeys(elements.length);
  const ids = new Map<string, string>();
  for (const [place, { id }] of elements.entries()) if (typeof id === 'string') ids.set(id, idAt(place, id));
  const drawn = new Map<string, Element>();
  for (const [place, raw] of elements.entries()) {
    const id = idAt(place, raw['id']);
    const ends = { ...pinned('from', raw['from'], ids), ...pinned('to', raw['to'], ids) };
    // The reader checks what the cast claims.
    const reading = readEntries(id, elementEntries({ ...raw, ...ends, id, z: keys[place] ?? firstOrderKey } as Element));
    if ('element' in reading) drawn.set(id, reading.element);
  }
  const settings = { name: 'Loose', mode: 'canvas', theme, locked: false, order: firstOrderKey, layers: [], pages: [] } as const;
  return { id: 'tab_loose', ...settings, elements: drawn, skipped: [] };
}

/** A full id that is unique in the list. */
function idAt(place: number, named: unknown): string {
  const slug = typeof named === 'string' && isSlug(named) ? named : 'element';
  return `${slug}~${place.toString(36).padStart(8, '0')}`;
}

/** The end of an arrow, with the full id of the element whose slug it names. */
function pinned(end: 'from' | 'to', value: unknown, ids: ReadonlyMap<string, string>): Raw {
  if (typeof value !== 'object' || value === null || !('element' in value)) return {};
  const id = typeof value.element === 'string' ? ids.get(value.element) : undefined;
  return id === undefined ? {} : { [end]: { ...value, element: id } };
}
