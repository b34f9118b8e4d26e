/**
 * ref: the short name of an element: its slug while no other element of the tab has that slug and it is not a reserved word,
 * otherwise the shortest prefix of the full id that goes past `~` and is unique.
 */
import { reservedWords, slugOf } from '#schema/ids.ts';

import type { TabView } from './view.ts';

/** The ref of an id on the tab. Ids that the tab does not have get the ref that they would have there. */
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
