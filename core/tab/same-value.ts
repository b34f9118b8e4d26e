/** same-value: equality of JSON values, with members in any order. */

/** An undefined member counts as absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Number.isNaN(a) && Number.isNaN(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  return sameMembers(new Map(Object.entries(a)), new Map(Object.entries(b)));
}

function sameMembers(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  for (const [name, value] of a) {
    if (value !== undefined && !(b.has(name) && sameValue(value, b.get(name)))) return false;
  }
  for (const [name, value] of b) {
    if (value !== undefined && a.get(name) === undefined) return false;
  }
  return true;
}
