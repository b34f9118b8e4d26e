/**
 * clipping: what copying puts on the clipboard, and what pasting reads from it.
 *
 * Our own format has the elements as they are stored. As another page may have written it, its values are coerced, left out and
 * limited as those of a hostile document. Plain text is the changeset lines that make the same drawing, for agents, mails and
 * other tools.
 */
import { type Element, elementSchemas } from '#schema/element.ts';
import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Layer } from '#schema/tab.ts';
import { isValid } from '#schema/validate.ts';

import type { Json } from '#core/notation/json.ts';
import { parsedJson } from '#core/notation/parsed-json.ts';
import { lines } from '#core/views/lines.ts';
import type { TabView } from '#core/tab/view.ts';

import { aside, takenAlong } from '../changes/copies.ts';
import { storableIn } from '../changes/text.ts';

/** The media type of our own format. */
export const clippingType = 'application/x-atelier-elements+json';

export type Clipping = { readonly elements: readonly Element[] };

/** What copying the elements puts on the clipboard, by type; null if there is nothing to copy. */
export function clip(ids: Iterable<string>, tab: TabView): ReadonlyMap<string, string> | null {
  const elements = takenAlong(ids, tab);
  if (elements.length === 0) return null;
  return new Map([
    [clippingType, JSON.stringify({ version: 1, elements })],
    ['text/plain', asLines(elements, tab.settings.layers)],
  ]);
}

/** The elements as lines of the changeset language. */
export const asLines = (elements: readonly Element[], layers: readonly Layer[] = []): string =>
  lines(aside(elements.map(unlocked), { layers: [...layers] })).trimEnd();

/** The contents of a text in our own format; null if it is none. */
export function readClipping(text: string): Clipping | null {
  if (text.length > limits.changesetBodyBytes) return null;
  const value = parsedJson(text);
  if (value === null || typeof value !== 'object' || !('elements' in value) || !Array.isArray(value.elements)) return null;
  const elements = new Map<string, Element>();
  for (const entry of value.elements.slice(0, limits.elementsPerTab)) {
    const element = elementOf(entry);
    if (element !== null) elements.set(element.id, element);
  }
  return elements.size === 0 ? null : { elements: [...elements.values()] };
}

function elementOf(value: unknown): Element | null {
  if (value === null || typeof value !== 'object' || !('type' in value) || !('id' in value)) return null;
  const { type, id } = value;
  if (typeof type !== 'string' || typeof id !== 'string' || !isElementId(id) || !Object.hasOwn(elementSchemas, type)) return null;
  return isValid(elementSchemas[type as Element['type']], value) ? (storableIn(value as Json) as Element) : null;
}

function unlocked(element: Element): Element {
  if (element.locked === undefined) return element;
  const { locked: _locked, ...rest } = element;
  return rest;
}
