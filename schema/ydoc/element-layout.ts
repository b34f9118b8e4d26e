/**
 * element-layout: how one element lies in its Y.Map, written and read.
 *
 * `type`, `z`; of a box `at: [x, y]` and `size: [width, height]`, each written whole so that a drag is one small write;
 * every other field under its own name as a plain value, and only when it is set. The id is the map's key.
 * E1  Reading never throws and what it yields satisfies the schema of its type.
 * E2  Required fields that are missing or unusable get a stand-in (place 0,0, size 120 by 80, shape square), but for
 *     those without which the element means nothing: an arrow's ends, an image's id, a video's address, a stroke's points.
 * E3  Fields that its type does not know are left alone: they stay in the map and are not read.
 */
import * as Y from 'yjs';

import { type Element, elementSchemas, type ElementType, elementTypes } from '../element.ts';
import { isElementId } from '../ids.ts';
import { type Coerce, coercerOf } from './coerce.ts';
import { firstOrderKey, isOrderKey } from './order-key.ts';

export type ElementReading =
  | { readonly element: Element; /** Fields that were mended or left out. */ readonly mended: readonly string[] }
  | { readonly skipped: string };

/** What lies in an element's map, whether that is still in a document or a copy from before. */
export type Entries = {
  get(name: string): unknown;
  forEach(use: (value: unknown, name: string) => void): void;
};

/** The element that a value of a tab's `elements` map means. */
export function readElement(id: string, value: unknown): ElementReading {
  return value instanceof Y.Map ? readEntries(id, value) : { skipped: unreadable(id, value) ?? notAMap };
}

/** The element that these entries mean. */
export function readEntries(id: string, map: Entries): ElementReading {
  const fault = faultOf(id, map);
  if (fault !== null) return { skipped: fault };
  const layout = layouts.get(map.get('type')) as Layout;
  const fields: Record<string, unknown> = { id, type: layout.type };
  const mended: string[] = [];
  const tell = (name: string): void => void mended.push(name);
  if (layout.box) {
    readPair(map.get('at'), 'at', placement, fields, tell);
    readPair(map.get('size'), 'size', extent, fields, tell);
  }
  const z = map.get('z');
  fields['z'] = isOrderKey(z) ? z : firstOrderKey;
  if (fields['z'] !== z) tell('z');
  map.forEach((stored, name) => {
    const mend = layout.fields.get(name);
    if (mend === undefined) return;
    const usable = mend(stored);
    if (usable !== stored) tell(name);
    if (usable !== undefined) fields[name] = usable;
  });
  for (const [name, standIn] of layout.standIns) {
    if (fields[name] !== undefined) continue;
    if (!mended.includes(name)) tell(name);
    fields[name] = standIn();
  }
  return { element: fields as Element, mended };
}

/** Why a value is no element at all; null when `readElement` yields one. */
export function unreadable(id: string, value: unknown): string | null {
  if (!isElementId(id)) return badId;
  return value instanceof Y.Map ? faultOf(id, value) : notAMap;
}

const badId = 'its id is not an element id';
const notAMap = 'it is not a map';

function faultOf(id: string, map: Entries): string | null {
  if (!isElementId(id)) return badId;
  const layout = layouts.get(map.get('type'));
  if (layout === undefined) return 'its type is not known';
  for (const [name, mend] of layout.essential) {
    if (mend(map.get(name)) === undefined) return `its ${name} cannot be read`;
  }
  return null;
}

/** What an element's Y.Map holds: keys and plain values. Fields that are undefined are absent. */
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
    if (!apart.has(name) && value !== undefined) entries.set(name, value);
  }
  return entries;
}

/** The fields of an element that lie under a key of its map. */
export const fieldsUnder = (key: string): readonly string[] => (pairs.get(key) ?? { names: [key] }).names;

/** Fields that do not lie in the map under their own name. */
const apart: ReadonlySet<string> = new Set(['id', 'type', 'z', 'x', 'y', 'width', 'height']);

type Pair = { readonly names: readonly [string, string]; readonly mend: Coerce; readonly standIn: readonly [number, number] };
type Layout = {
  readonly type: ElementType;
  readonly box: boolean;
  readonly fields: ReadonlyMap<string, Coerce>;
  readonly essential: readonly (readonly [string, Coerce])[];
  readonly standIns: readonly (readonly [string, () => unknown])[];
};

const boxProperties = elementSchemas.text.properties;
const placement: Pair = { names: ['x', 'y'], mend: coercerOf(boxProperties.x), standIn: [0, 0] };
const extent: Pair = { names: ['width', 'height'], mend: coercerOf(boxProperties.width), standIn: [120, 80] };

const pairs: ReadonlyMap<string, Pair> = new Map([
  ['at', placement],
  ['size', extent],
]);

const standIns: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['shape', () => 'square'],
  ['columns', () => ['']],
  ['rows', () => []],
]);

const layouts: ReadonlyMap<unknown, Layout> = new Map(elementTypes.map((type) => [type, layoutOf(type)]));

function layoutOf(type: ElementType): Layout {
  const schema = elementSchemas[type];
  const own = Object.entries(schema.properties).filter(([name]) => !apart.has(name));
  const fields = new Map(own.map(([name, property]) => [name, coercerOf(property)] as const));
  const required = (schema.required as readonly string[]).filter((name) => fields.has(name));
  return {
    type,
    box: type !== 'arrow',
    fields,
    essential: [...fields].filter(([name]) => required.includes(name) && !standIns.has(name)),
    standIns: [...standIns].filter(([name]) => required.includes(name)),
  };
}

function readPair(value: unknown, key: string, pair: Pair, fields: Record<string, unknown>, tell: (name: string) => void): void {
  const stored: readonly unknown[] = Array.isArray(value) ? value : [];
  let mended = stored.length !== 2;
  for (const index of [0, 1] as const) {
    const usable = pair.mend(stored[index]);
    mended ||= usable !== stored[index];
    fields[pair.names[index]] = usable ?? pair.standIn[index];
  }
  if (mended) tell(key);
}
