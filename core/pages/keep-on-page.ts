/**
 * keep-on-page: keeps the contents of a page that has become smaller on it.
 *
 * They move together if that is enough, so that the drawing keeps its form; otherwise one by one.
 */
import type { Box } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right, union } from '../tab/rect.ts';
import { addExact } from '../tab/exact.ts';
import type { PageRow, PageDraft } from './page-row.ts';
import { pageGroupsOf } from './page-groups.ts';

/** Refuses with element_locked. */
export function keepOnPage(row: PageRow, sheet: PageDraft): Problem | null {
  const { rect } = sheet.page;
  const boxes = row.boxesOn(sheet);
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  const bounds = others.reduce<Rect>(union, first);
  const isSmallEnough = bounds.width <= rect.width && bounds.height <= rect.height;
  const moved = isSmallEnough
    ? boxes.map((box) => shiftedBy(box, inwards(bounds, rect)))
    : pageGroupsOf(row, sheet).flatMap(({ lead, boxes: group }) => group.map((box) => shiftedBy(box, inwards(lead, rect))));
  return row.change(moved);
}

/** The distance that a rectangle must move to be within the page. A larger one goes to the top-left corner. */
const inwards = (rect: Rect, page: Rect): { dx: number; dy: number } => ({
  dx: Math.max(page.x, Math.min(rect.x, right(page) - rect.width)) - rect.x,
  dy: Math.max(page.y, Math.min(rect.y, bottom(page) - rect.height)) - rect.y,
});

const shiftedBy = (box: Box, { dx, dy }: { dx: number; dy: number }): Box => ({
  ...box,
  x: addExact(box.x, dx),
  y: addExact(box.y, dy),
});
