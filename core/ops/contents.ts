/** contents: the elements that a frame or lane stays behind: its members at any depth, and the arrows attached to them. */
import { type Element, isContainer } from '#schema/element.ts';

import type { Planning } from '../planning/planning.ts';
import { deepMembersOf } from '../tab/membership.ts';

/** Sorted by id; empty for any other element. */
export function contentsOf(element: Element, { draft, work }: Planning): Element[] {
  if (!isContainer(element)) return [];
  const contents = new Map<string, Element>();
  for (const member of deepMembersOf(element, draft, work.spend)) {
    contents.set(member.id, member);
    for (const arrow of draft.arrowsAt(member.id)) if (work.spend(2)) contents.set(arrow.id, arrow);
  }
  return [...contents.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
