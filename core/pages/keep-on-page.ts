/**
 * keep-on-page: what lies on a page that has become smaller stays on it.
 *
 * All of it moves together when that is enough, so that the drawing keeps its form; else each thing by itself.
 */
import type { Box } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right, union } from '../tab/rect.ts';
import { addExact } from '../tab/exact.ts';
import type { PageRow, PageDraft } from './page-row.ts';
import { partiesOn } from './parties-on.ts';

/** Refusal: element_locked. */
export function keepOnPage(row: PageRow, sheet: PageDraft): Problem | null {
  const { rect } = sheet.page;
  const boxes = row.boxesOn(sheet);
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  const bounds = others.reduce<Rect>(union, first);
  const isSmallEnough = bounds.width <= rect.width && bounds.height <= rect.height;
  const moved = isSmallEnough
    ? boxes.map((box) => shiftedBy(box, inwards(bounds, rect)))
    : partiesOn(row, sheet).flatMap(({ lead, boxes: party }) => party.map((box) => shiftedBy(box, inwards(lead, rect))));
  return row.change(moved);
}

/** How far a rectangle has to go to lie within the page; one that is larger begins at its top-left corner. */
const inwards = (rect: Rect, page: Rect): { dx: number; dy: number } => ({
  dx: Math.max(page.x, Math.min(rect.x, right(page) - rect.width)) - rect.x,
  dy: Math.max(page.y, Math.min(rect.y, bottom(page) - rect.height)) - rect.y,
});

const shiftedBy = (box: Box, { dx, dy }: { dx: number; dy: number }): Box => ({
  ...box,
  x: addExact(box.x, dx),
  y: addExact(box.y, dy),
});
