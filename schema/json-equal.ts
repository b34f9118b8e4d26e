/** Equality of JSON values by content. The order of members does not matter. */
import { isPlainObject } from './plain-object.ts';

/** A member that is undefined counts as absent. Objects that are not plain, such as Yjs types, equal only themselves. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Number.isNaN(a) && Number.isNaN(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  return isPlainObject(a) && isPlainObject(b) && membersEqual(new Map(Object.entries(a)), new Map(Object.entries(b)));
}

function membersEqual(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  for (const [name, value] of a) {
    if (value !== undefined && !(b.has(name) && jsonEqual(value, b.get(name)))) return false;
  }
  for (const [name, value] of b) {
    if (value !== undefined && a.get(name) === undefined) return false;
  }
  return true;
}
