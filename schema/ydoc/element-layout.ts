/**
 * Maps between an element and its Y.Map (SPEC.md).
 *
 * The Y.Map has `type` and `z`; for a box `at: [x, y]` and `size: [width, height]`, each written whole so that a drag is one
 * small write; and every other field under its own name as a plain value, only when it is set. The id is the map's key.
 */
import * as Y from 'yjs';

import { type Element, elementSchemas, type ElementType, elementTypes } from '../element.ts';
import { isElementId } from '../ids.ts';
import { type Coerce, coercerOf } from './coerce.ts';
import { firstOrderKey, isOrderKey } from './order-key.ts';

export type ElementReading =
  | { readonly element: Element; /** Fields that were coerced or left out. */ readonly coerced: readonly string[] }
  | { readonly skipped: string };

/** The entries of an element's map, in a document or copied from one. */
export type Entries = {
  get(name: string): unknown;
  forEach(use: (value: unknown, name: string) => void): void;
};

/** Reads a value of a tab's `elements` map. */
export function readElement(id: string, value: unknown): ElementReading {
  return value instanceof Y.Map ? readEntries(id, value) : { skipped: unreadable(id, value) ?? notAMap };
}

export function readEntries(id: string, map: Entries): ElementReading {
  const reason = unreadableReason(id, map);
  if (reason !== null) return { skipped: reason };
  const layout = layouts.get(map.get('type')) as Layout;
  const fields: Record<string, unknown> = { id, type: layout.type };
  const coerced: string[] = [];
  const report = (name: string): void => void coerced.push(name);
  if (layout.box) {
    readPair(map.get('at'), 'at', placement, fields, report);
    readPair(map.get('size'), 'size', extent, fields, report);
  }
  const z = map.get('z');
  fields['z'] = isOrderKey(z) ? z : firstOrderKey;
  if (fields['z'] !== z) report('z');
  map.forEach((stored, name) => {
    const coerce = layout.fields.get(name);
    if (coerce === undefined) return;
    const usable = coerce(stored);
    if (usable !== stored) report(name);
    if (usable !== undefined) fields[name] = usable;
  });
  for (const [name, fallback] of layout.fallbacks) {
    if (fields[name] !== undefined) continue;
    if (!coerced.includes(name)) report(name);
    fields[name] = fallback();
  }
  return { element: fields as Element, coerced };
}

/** Why a value is not an element; null if `readElement` returns one. */
export function unreadable(id: string, value: unknown): string | null {
  if (!isElementId(id)) return badId;
  return value instanceof Y.Map ? unreadableReason(id, value) : notAMap;
}

const badId = 'its id is not an element id';
const notAMap = 'it is not a map';

function unreadableReason(id: string, map: Entries): string | null {
  if (!isElementId(id)) return badId;
  const layout = layouts.get(map.get('type'));
  if (layout === undefined) return 'its type is not known';
  for (const [name, coerce] of layout.essential) {
    if (coerce(map.get(name)) === undefined) return `its ${name} cannot be read`;
  }
  return null;
}

/** The entries of an element's Y.Map. Undefined fields are absent. */
export function elementEntries(element: Element): Map<string, unknown> {
  const entries = new Map<string, unknown>([
    ['type', element.type],
    ['z', element.z],
  ]);
  if (element.type !== 'arrow') {
    entries.set('at', [element.x, element.y]);
    entries.set('size', [element.width, element.height]);
  }
  for (const [name, value] of Object.entries(element)) {
    if (!storedApart.has(name) && value !== undefined) entries.set(name, value);
  }
  return entries;
}

/** The fields of an element that are stored under a key of its map. */
export const fieldsUnder = (key: string): readonly string[] => (pairs.get(key) ?? { names: [key] }).names;

/** Fields that are not stored under their own name, or that `elementEntries` writes itself. */
const storedApart: ReadonlySet<string> = new Set(['id', 'type', 'z', 'x', 'y', 'width', 'height']);

type Pair = { readonly names: readonly [string, string]; readonly coerce: Coerce; readonly fallback: readonly [number, number] };
type Layout = {
  readonly type: ElementType;
  readonly box: boolean;
  readonly fields: ReadonlyMap<string, Coerce>;
  readonly essential: readonly (readonly [string, Coerce])[];
  readonly fallbacks: readonly (readonly [string, () => unknown])[];
};

const boxProperties = elementSchemas.text.properties;
const placement: Pair = { names: ['x', 'y'], coerce: coercerOf(boxProperties.x), fallback: [0, 0] };
const extent: Pair = { names: ['width', 'height'], coerce: coercerOf(boxProperties.width), fallback: [120, 80] };

const pairs: ReadonlyMap<string, Pair> = new Map([
  ['at', placement],
  ['size', extent],
]);

/** Required fields without a fallback are essential: the element means nothing without them. */
const fallbacks: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['shape', () => 'square'],
  ['columns', () => ['']],
  ['rows', () => []],
]);

const layouts: ReadonlyMap<unknown, Layout> = new Map(elementTypes.map((type) => [type, layoutOf(type)]));

function layoutOf(type: ElementType): Layout {
  const schema = elementSchemas[type];
  const own = Object.entries(schema.properties).filter(([name]) => !storedApart.has(name));
  const fields = new Map(own.map(([name, property]) => [name, coercerOf(property)] as const));
  const required = (schema.required as readonly string[]).filter((name) => fields.has(name));
  return {
    type,
    box: type !== 'arrow',
    fields,
    essential: [...fields].filter(([name]) => required.includes(name) && !fallbacks.has(name)),
    fallbacks: [...fallbacks].filter(([name]) => required.includes(name)),
  };
}

function readPair(
  value: unknown,
  key: string,
  pair: Pair,
  fields: Record<string, unknown>,
  report: (name: string) => void,
): void {
  const stored: readonly unknown[] = Array.isArray(value) ? value : [];
  let changed = stored.length !== 2;
  for (const index of [0, 1] as const) {
    const usable = pair.coerce(stored[index]);
    changed ||= usable !== stored[index];
    fields[pair.names[index]] = usable ?? pair.fallback[index];
  }
  if (changed) report(key);
}
