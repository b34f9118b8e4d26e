/**
 * unique-slugs: a unique slug for each element of a tab, its own if that is free. A merge of concurrent edits can bring
 * together two elements with one slug.
 */
import type { Element } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

const slugLength = 24;

/** By full id. Of elements that share a slug the first by id keeps it, the others get the next free number. */
export function uniqueSlugs(elements: readonly Element[]): Map<string, string> {
  const ids = elements.map(({ id }) => id).toSorted();
  const taken = new Set(ids.map(slugOf));
  const assigned = new Set<string>();
  const next = new Map<string, number>();
  const slugs = new Map<string, string>();
  for (const id of ids) {
    const slug = slugOf(id);
    if (assigned.has(slug)) slugs.set(id, numbered(slug, taken, next));
    else {
      assigned.add(slug);
      slugs.set(id, slug);
    }
  }
  return slugs;
}

function numbered(slug: string, taken: Set<string>, next: Map<string, number>): string {
  for (let number = next.get(slug) ?? 2; ; number += 1) {
    const tail = `-${number}`;
    const candidate = slug.slice(0, slugLength - tail.length) + tail;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    next.set(slug, number + 1);
    return candidate;
  }
}
