/**
 * tab-content: what a tab's lines say, as values: its elements by slug, from back to front.
 *
 * Ends of arrows name slugs. A width or height that follows from the label is left out, as it is in the lines, so that two people may
 * change the label and the size of a box independently. Stacking keys, suffixes of ids, and what the engine notes for itself
 * (`unplacedAt`, `lifeline`, `origin`) are no part of it.
 */
import { type ArrowEnd, type Box, type Element, type ElementType, isBox, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { TabSettings, TabState } from '#schema/tab.ts';

import { layerPlaces } from '../render/layer-places.ts';
import { namedTypes } from '../fields/kinds.ts';
import type { Json } from '../notation/json.ts';
import { newSize } from '../ops/new-size.ts';
import { byStacking, keysBetween } from '../tab/stacking.ts';
import type { TabView } from '../tab/view.ts';
import { uniqueSlugs } from '../views/unique-slugs.ts';

export type ContentElement = {
  readonly type: ElementType;
  /** By stored name. */
  readonly fields: Readonly<Record<string, Json>>;
};

/** By slug, in drawing order. */
export type TabContent = ReadonlyMap<string, ContentElement>;

/** The content of a tab. */
export function contentOf(tab: TabView): TabContent {
  const elements = [...tab.elements()];
  const slugs = uniqueSlugs(elements);
  const placeOf = shownPlaces(tab.settings);
  const stack = elements.toSorted((a, b) => placeOf(a) - placeOf(b) || byStacking(a, b));
  return new Map(stack.map((element) => [slugs.get(element.id) ?? slugOf(element.id), contentElement(element, slugs)]));
}

/** The position of an element's layer, whether it is hidden or not. */
export function shownPlaces({ layers }: Pick<TabSettings, 'layers'>): (element: Pick<Element, 'layer'>) => number {
  const placeOf = layerPlaces(layers.map((layer) => ({ ...layer, hidden: false })));
  return (element) => placeOf(element) ?? 0;
}

function contentElement(element: Element, slugs: ReadonlyMap<string, string>): ContentElement {
  const fields = new Map(Object.entries(element) as [string, Json][]);
  for (const name of notSaid) fields.delete(name);
  if (element.type === 'arrow') {
    fields.set('from', renamedEnd(element.from, slugs));
    fields.set('to', renamedEnd(element.to, slugs));
  } else if (hasNaturalSize(element)) {
    const natural = newSize(element, new Set(), anyTab);
    if (element.width === natural.width) fields.delete('width');
    if (element.height === natural.height) fields.delete('height');
  }
  return { type: element.type, fields: Object.fromEntries(fields) };
}

/** Content is measured as on a clean tab, wherever it is: it says each size that is another one. */
const anyTab = {};

const notSaid = ['id', 'type', 'z', 'unplacedAt', 'lifeline', 'origin'];

const renamedEnd = (end: ArrowEnd, names: ReadonlyMap<string, string>): Json =>
  isPinned(end) ? { ...end, element: names.get(end.element) ?? end.element } : { ...end };

/** True if the lines leave out a size that follows from what the box shows. */
const hasNaturalSize = ({ type }: Box): boolean => type === 'shape' || namedTypes.some((name) => name === type);

/** The full id that a slug stands for where no other is known. */
export const provisionalId = (slug: string): string => `${slug}~00000000`;

/** The element that the content says, with its size, under this id. `idOf` gives the ids of ends. */
export function elementOf(content: ContentElement, id: string, z: string, idOf: (slug: string) => string): Element {
  const { type, fields } = content;
  const said = { ...fields, id, type, z } as unknown as Element;
  if (!isBox(said)) return { ...said, from: boundEnd(said.from, idOf), to: boundEnd(said.to, idOf) };
  const given = new Set(['width', 'height'].filter((name) => Object.hasOwn(fields, name)));
  return { ...said, ...newSize(said, given, anyTab) };
}

const boundEnd = (end: ArrowEnd, idOf: (slug: string) => string): ArrowEnd =>
  isPinned(end) ? { ...end, element: idOf(end.element) } : end;

/** A tab with this content. */
export function stateOf(content: TabContent, settings: TabSettings): TabState {
  const keys = keysBetween(null, null, content.size) ?? [];
  const elements = [...content].map(([slug, element], index) => {
    const id = provisionalId(slug);
    return [id, elementOf(element, id, keys[index] ?? 'a0', provisionalId)] as const;
  });
  return { ...settings, elements: new Map(elements), skipped: [] };
}

/** The content with other slugs, in keys and ends. What is not named keeps its slug. */
export function renamedContent(content: TabContent, names: ReadonlyMap<string, string>): TabContent {
  const end = (value: Json | undefined): Json =>
    typeof value === 'object' && value !== null && 'element' in value && typeof value.element === 'string'
      ? { ...value, element: names.get(value.element) ?? value.element }
      : (value ?? null);
  return new Map(
    [...content].map(([slug, element]) => {
      const { type, fields } = element;
      const renamed =
        type === 'arrow' ? { type, fields: { ...fields, from: end(fields['from']), to: end(fields['to']) } } : element;
      return [names.get(slug) ?? slug, renamed] as const;
    }),
  );
}
