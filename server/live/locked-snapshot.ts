/**
 * The state of locked things before an update whose editor could not know of the lock, so that the server can restore them.
 *
 * An editor that was offline, or whose edit crossed a lock on the wire, did nothing wrong: its update is applied whole, and the server undoes
 * its changes to locked things. Refusing the update would lose all of the editor's work for one element.
 */
import * as Y from 'yjs';

import { type TabContainer, tabContainers } from '#schema/ydoc/roots.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import type { LockTouch } from './guard/verdict.ts';

/** A tab, or an element or layer of a tab. */
export type LockedPath = readonly [tab: string] | readonly [tab: string, container: TabContainer, id: string];
/** By path as text: the value as plain JSON; undefined if there was none. */
export type LockedSnapshot = ReadonlyMap<string, { readonly path: LockedPath; readonly value: unknown }>;

export const lockedKey = (path: LockedPath): string => path.join('/');

export function lockedSnapshot(doc: Y.Doc, touched: ReadonlyMap<string, LockTouch>): LockedSnapshot {
  const snapshot = new Map<string, { path: LockedPath; value: unknown }>();
  const add = (path: LockedPath): void => {
    const value = parentOf(doc, path)?.get(path.at(-1) ?? '');
    snapshot.set(lockedKey(path), { path, value: value instanceof Y.AbstractType ? (value.toJSON() as unknown) : value });
  };
  for (const [tabId, touch] of touched) {
    if (touch.whole) add([tabId]);
    for (const id of touch.elements) add([tabId, 'elements', id]);
    for (const id of touch.layers) add([tabId, 'layers', id]);
  }
  return snapshot;
}

/**
 * Restores the snapshot in one transaction, writing only what differs. Whole tabs come first, because the snapshot of an element is at least
 * as old as that of its tab.
 */
export function restoreSnapshot(doc: Y.Doc, snapshot: LockedSnapshot): void {
  doc.transact(() => {
    for (const { path, value } of [...snapshot.values()].toSorted((a, b) => a.path.length - b.path.length)) {
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

/** Tabs, their containers and elements are maps in the document; layers, pages and fields are plain values. */
function isMapAt(path: readonly string[]): boolean {
  const [, container] = path;
  if (path.length === 1) return true;
  if (path.length === 2) return tabContainers.some((name) => name === container);
  return path.length === 3 && container === 'elements';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
