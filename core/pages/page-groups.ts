/** page-groups: the contents of a page in reading order, each frame or lane together with its members. */
import { type Box, isContainer } from '#schema/element.ts';

import { parentsOf } from '../tab/membership.ts';
import type { PageRow, PageDraft } from './page-row.ts';

/** `boxes` are the lead and everything that moves with it. */
export type PageGroup = { readonly lead: Box; readonly boxes: readonly Box[] };

/** Top to bottom, then left to right. */
export function pageGroupsOf(row: PageRow, sheet: PageDraft): PageGroup[] {
  const boxes = row.boxesOn(sheet);
  const parents = boxes.some(isContainer) ? parentsOf({ boxes: () => boxes }) : new Map<string, Box>();
  const groups = new Map<string, { lead: Box; boxes: Box[] }>();
  for (const box of boxes) if (!parents.has(box.id)) groups.set(box.id, { lead: box, boxes: [box] });
  for (const box of boxes) {
    let top = box;
    for (let parent = parents.get(top.id); parent !== undefined; parent = parents.get(top.id)) top = parent;
    if (top !== box) groups.get(top.id)?.boxes.push(box);
  }
  return [...groups.values()].toSorted((a, b) => a.lead.y - b.lead.y || a.lead.x - b.lead.x || (a.lead.id < b.lead.id ? -1 : 1));
}
