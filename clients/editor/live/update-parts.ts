/** update-parts: a large write in parts, each small enough for one update. */
import { limits } from '#schema/limits.ts';

/** In characters of JSON, each of which takes at most three bytes in an update. */
const lengthPerUpdate = limits.frameBytes / 4;

/** The length of a value as JSON. */
export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** In order; at least one part. A single value may be larger than a part. */
export function updateParts<T>(things: readonly T[], lengthOf: (thing: T) => number, most = Infinity): readonly (readonly T[])[] {
  let part: T[] = [];
  const parts = [part];
  let length = 0;
  for (const thing of things) {
    const own = lengthOf(thing);
    if (part.length > 0 && (part.length >= most || length + own > lengthPerUpdate)) {
      part = [];
      parts.push(part);
      length = 0;
    }
    part.push(thing);
    length += own;
  }
  return parts;
}
