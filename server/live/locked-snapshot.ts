/**
 * locked-snapshot: how locked things lay before an update that could not know of their lock, so that they can be put back.
 *
 * An editor that was offline, or whose edit crossed a lock on the wire, is honest: its update is taken whole and what
 * it did to locked things is undone by the server. Anything else would lose all of its work for one element.
 */
import * as Y from 'yjs';

import { type TabContainer, tabContainers } from '#schema/ydoc/roots.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import type { LockTouch } from './guard/verdict.ts';

/** Of a tab: its id; of an element or a layer: tab id, `elements` or `layers`, its id. */
export type LockedPath = readonly [tab: string] | readonly [tab: string, container: TabContainer, id: string];
/** By the path as text, the value there as plain JSON; undefined: nothing was there. */
export type LockedSnapshot = ReadonlyMap<string, { readonly path: LockedPath; readonly value: unknown }>;

export const lockedKey = (path: LockedPath): string => path.join('/');

export function lockedSnapshot(doc: Y.Doc, touched: ReadonlyMap<string, LockTouch>): LockedSnapshot {
  const image = new Map<string, { path: LockedPath; value: unknown }>();
  const keep = (path: LockedPath): void => {
    const value = parentOf(doc, path)?.get(path.at(-1) ?? '');
    image.set(lockedKey(path), { path, value: value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value });
  };
  for (const [tabId, touch] of touched) {
    if (touch.whole) keep([tabId]);
    for (const id of touch.elements) keep([tabId, 'elements', id]);
    for (const id of touch.layers) keep([tabId, 'layers', id]);
  }
  return image;
}

/**
 * Puts everything back as the image has it, in one transaction. Writes only what differs. Whole tabs come first: how one
 * of their elements lay was kept before them, or at the same time.
 */
export function restoreSnapshot(doc: Y.Doc, image: LockedSnapshot): void {
  doc.transact(() => {
    for (const { path, value } of [...image.values()].toSorted((a, b) => a.path.length - b.path.length)) {
      const parent = parentOf(doc, path);
      if (parent !== null) restore(parent, path, value);
    }
  });
}

function parentOf(doc: Y.Doc, path: readonly string[]): Y.Map<unknown> | null {
  return path.slice(0, -1).reduce<Y.Map<unknown> | null>((map, name) => mapIn(map, name), rootMap(doc, 'tabs'));
}

function restore(parent: Y.Map<unknown>, path: readonly string[], value: unknown): void {
  const key = path.at(-1) ?? '';
  const present = parent.get(key);
  if (value === undefined) {
    if (parent.has(key)) parent.delete(key);
  } else if (present instanceof Y.Map && isRecord(value)) {
    for (const name of present.keys()) if (!Object.hasOwn(value, name)) present.delete(name);
    for (const [name, member] of Object.entries(value)) restore(present, [...path, name], member);
  } else if (!same(present, value)) {
    parent.set(key, fresh(path, value));
  }
}

function fresh(path: readonly string[], value: unknown): unknown {
  if (!isRecord(value) || !isMapAt(path)) return value;
  return new Y.Map(Object.entries(value).map(([name, member]) => [name, fresh([...path, name], member)] as const));
}

/** Tabs, their containers and the elements are maps in the document; a layer, a page and every field is a plain value. */
function isMapAt(path: readonly string[]): boolean {
  const [, container] = path;
  if (path.length === 1) return true;
  if (path.length === 2) return tabContainers.some((name) => name === container);
  return path.length === 3 && container === 'elements';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
