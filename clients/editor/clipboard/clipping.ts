/**
 * clipping: what copy puts on the clipboard and paste takes from it.
 * P1  In the form of our own it is exact: the elements as they are stored. What another page may have written there is
 *     mended or left out as a hostile document's elements are, and bounded.
 * P2  As plain text it is the changeset lines that would make the same drawing, for agents, mails and other tools.
 */
import { type Element, elementSchemas } from '#schema/element.ts';
import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Layer } from '#schema/tab.ts';
import { isValid } from '#schema/validate.ts';

import type { Json } from '#core/notation/json.ts';
import { lines } from '#core/views/lines.ts';
import type { TabView } from '#core/tab/view.ts';

import { aside, takenAlong } from '../changes/copies.ts';
import { storableIn } from '../changes/text.ts';

/** The clipboard's name for our own form. */
export const clippingType = 'application/x-atelier-elements+json';

export type Clipping = { readonly elements: readonly Element[] };

/** What copying the elements puts on the clipboard, by type; null when there is nothing to copy. */
export function clip(ids: Iterable<string>, tab: TabView): ReadonlyMap<string, string> | null {
  const elements = takenAlong(ids, tab);
  if (elements.length === 0) return null;
  return new Map([
    [clippingType, JSON.stringify({ version: 1, elements })],
    ['text/plain', asLines(elements, tab.settings.layers)],
  ]);
}

/** The elements as lines of the changeset language [P2]. */
export const asLines = (elements: readonly Element[], layers: readonly Layer[] = []): string =>
  lines(aside(elements.map(unlocked), { layers: [...layers] })).trimEnd();

/** What a text of our own form holds; null when it is none [P1]. */
export function readClipping(text: string): Clipping | null {
  if (text.length > limits.changesetBodyBytes) return null;
  const value = jsonOf(text);
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unlocked(element: Element): Element {
  if (element.locked === undefined) return element;
  const { locked: _locked, ...rest } = element;
  return rest;
}
