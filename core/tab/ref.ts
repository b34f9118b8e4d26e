/**
 * ref: the short handle of an element.
 * R1  It is the slug while no other element of the tab has that slug and it is no reserved word.
 * R2  Else it is the shortest prefix of the full id that reaches past `~` and that no other id starts with.
 */
import { reservedWords, slugOf } from '#schema/ids.ts';

import type { TabView } from './view.ts';

/** The ref of an id on the tab. An id that the tab does not have gets the ref it would have there. */
export function refOf(id: string, tab: Pick<TabView, 'neighbours'>): string {
  const slug = slugOf(id);
  const stem = `${slug}~`;
  const [before, after] = tab.neighbours(id);
  const shared = Math.max(sharedStart(id, before), sharedStart(id, after));
  if (shared < stem.length && !reservedWords.has(slug)) return slug;
  return id.slice(0, Math.max(shared, stem.length) + 1);
}

function sharedStart(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}
