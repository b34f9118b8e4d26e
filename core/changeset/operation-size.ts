/** operation-size: how much work it is to read operations in JSON, without reading them. */

/** What each value counts besides its characters. */
const perValue = 8;

/** Characters of all texts and names in a JSON value, and some for each value. Counting stops when the size exceeds `limit`. */
export function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let size = perValue;
  if (Array.isArray(value)) {
    for (const entry of value) {
      size += sizeOf(entry, limit - size);
      if (size > limit) return size;
    }
    return size;
  }
  for (const name in value) {
    size += name.length + sizeOf((value as Record<string, unknown>)[name], limit - size);
    if (size > limit) return size;
  }
  return size;
}
