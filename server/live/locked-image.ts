/**
 * locked-image: how locked things lay before an update that could not know of their lock, so that they can be put back.
 *
 * An editor that was offline, or whose edit crossed a lock on the wire, is honest: its update is taken whole and what
 * it did to locked things is undone by the server. Anything else would lose all of its work for one element.
 */
import * as Y from 'yjs';

import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import type { LockTouch } from './guard/verdict.ts';

/** Path below `tabs` → the value there as plain JSON; undefined: nothing was there. */
export type LockedImage = ReadonlyMap<string, { readonly path: readonly string[]; readonly value: unknown }>;

export function lockedImage(doc: Y.Doc, touched: ReadonlyMap<string, LockTouch>): LockedImage {
  const image = new Map<string, { path: readonly string[]; value: unknown }>();
  const keep = (...path: string[]): void => {
    const value = valueAt(doc, path);
    image.set(path.join('/'), { path, value: value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value });
  };
  for (const [tabId, touch] of touched) {
    if (touch.whole) keep(tabId);
    for (const id of touch.elements) keep(tabId, 'elements', id);
    for (const id of touch.layers) keep(tabId, 'layers', id);
  }
  return image;
}

/** Puts everything back as the image has it. Writes only what differs. */
export function restoreImage(doc: Y.Doc, image: LockedImage): void {
  const tabs = rootMap(doc, 'tabs');
  for (const { path, value } of image.values()) {
    const key = path.at(-1);
    const parent = path.slice(0, -1).reduce<Y.Map<unknown> | null>((map, name) => mapIn(map, name), tabs);
    if (parent !== null && key !== undefined) restore(parent, key, value);
  }
}

function valueAt(doc: Y.Doc, path: readonly string[]): unknown {
  const key = path.at(-1) ?? '';
  return path
    .slice(0, -1)
    .reduce<Y.Map<unknown> | null>((map, name) => mapIn(map, name), rootMap(doc, 'tabs'))
    ?.get(key);
}

const containers: ReadonlySet<string> = new Set(['elements', 'layers', 'pages']);

function restore(parent: Y.Map<unknown>, key: string, value: unknown): void {
  const present = parent.get(key);
  if (value === undefined) {
    if (parent.has(key)) parent.delete(key);
  } else if (present instanceof Y.Map && isRecord(value)) {
    for (const name of present.keys()) if (!Object.hasOwn(value, name)) present.delete(name);
    for (const [name, member] of Object.entries(value)) restore(present, name, member);
  } else if (!same(present, value)) {
    parent.set(key, fresh(value, key));
  }
}

/** A tab, its containers and its elements are maps in the document; everything below is a plain value. */
function fresh(value: unknown, key: string): unknown {
  if (!isRecord(value)) return value;
  const isMap = containers.has(key) || key.startsWith('tab_') || key.includes('~');
  if (!isMap) return value;
  return new Y.Map(Object.entries(value).map(([name, member]) => [name, fresh(member, name)] as const));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
