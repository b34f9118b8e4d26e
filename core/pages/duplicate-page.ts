/**
 * duplicate-page: copies a page with all its contents.
 *
 * Copies keep their stacking order, their frames and the arrows between them, and have groups of their own. Locks, comments and votes
 * are not copied.
 */
import { type ArrowEnd, type Element, isPinned } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import { newElementId } from '../ops/new-id.ts';
import { groupsOfCopies, withGroup } from '../tab/group-paths.ts';
import type { PageRow, PageDraft } from './page-row.ts';

/** Refuses with too_large, and element_locked if a copy would be on a locked layer. */
export function duplicatePage(row: PageRow, sheet: PageDraft, name: string, index: number): Problem | null {
  const { planning } = row;
  const { page } = sheet;
  const boxes = row.boxesOn(sheet);
  const arrows = row.arrowsOf(sheet);
  if (planning.draft.size + boxes.length + arrows.length > limits.elementsPerTab) return tooMany();
  const { id: _id, place: _place, rect, article: _article, ...attributes } = page;
  const copy = row.insert({ ...attributes, name }, rect, index);
  if (isProblem(copy)) return copy;
  const ids = new Map<string, string>();
  const groups = groupsOfCopies([...boxes, ...arrows], null, () => planning.context.newSuffix());
  const copies: Element[] = [];
  for (const element of [...boxes, ...arrows]) {
    if (!planning.work.spend(perCopy)) return null;
    const { locked: _locked, ...rest } = element;
    // The slug of the original, with a number.
    const id = newElementId(planning, undefined, undefined, slugOf(element.id));
    if (isProblem(id)) return id;
    ids.set(element.id, id);
    const free = withGroup({ ...rest, id } as Element, groups.get(rest.group ?? '') ?? null);
    const end = (at: ArrowEnd): ArrowEnd => (isPinned(at) ? { ...at, element: ids.get(at.element) ?? at.element } : at);
    if (free.type === 'arrow') row.placeArrow({ ...free, from: end(free.from), to: end(free.to) }, rect, copy);
    else row.place({ ...free, x: free.x - rect.x, y: free.y - rect.y }, copy);
    copies.push(free);
  }
  return planning.refuseLocked(copies);
}

/** Units of work. */
const perCopy = 60;

const tooMany = (): Problem => {
  const limit = limits.elementsPerTab;
  return problem('too_large', { detail: `A tab holds at most ${limit} elements.`, hint: 'Use another tab.', limit });
};
