/**
 * What trying a fix costs, counted before it is tried [LT6]. A unit is a look at an element, about ten microseconds of work. All of it
 * depends on the tab alone, and what it reads is noted in the footprint.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Arrow, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsFrom } from '../drawing/bounds.ts';
import { hullOf } from '../tab/rect.ts';
import { pinsOf } from '../tab/tab-index.ts';
import { areCrossingsChecked } from './crossings.ts';
import type { LintDrawing } from './drawing.ts';
import { noteEditedAreas, noteEdits } from './drawing-change.ts';
import type { Footprint } from './footprint.ts';

export const planCost = 10;
/** A plan that is given up because it takes too much work. */
export const largePlanCost = 150;
/** A search of a route, besides the boxes between its ends; more boxes than these do not count. */
const searchCost = { least: 8, box: 3, boxesMost: 200 };
/** A line that is drawn and later restored; per arrow of a drawing in which it is compared with all others. */
const lineCost = { least: 4, arrow: 0.25 };

/**
 * About how many other elements an update by these edits looks at, and how many lines it draws. Counts little further than `most`
 * looks.
 */
export function looksFor(
  edits: readonly Edit[],
  drawing: LintDrawing,
  most: number,
  footprint: Footprint,
): { readonly looks: number; readonly lines: number } {
  noteEdits(edits, footprint);
  noteEditedAreas(edits, footprint);
  const { pins } = drawing.elements;
  const lines = new Set<string>();
  let looks = edits.length;
  for (const { id, before, after } of edits) {
    for (const arrow of pins.arrowsAt(id)) lines.add(arrow);
    looks += pins.arrowsAt(id).size;
    for (const element of [before, after]) {
      if (looks > most) return { looks, lines: lines.size };
      if (element === null) continue;
      if (isArrow(element)) {
        looks += pins.siblingsOf(element).size;
        for (const arrow of pins.siblingsOf(element)) lines.add(arrow);
        lines.add(id);
        continue;
      }
      for (const _ of drawing.boxesIn(element)) if ((looks += 1) > most) return { looks, lines: lines.size };
      for (const arrow of drawing.lines.touchedBy(element)) {
        lines.add(arrow);
        if ((looks += 1) > most) return { looks, lines: lines.size };
      }
    }
  }
  return { looks, lines: lines.size };
}

/** How many boxes are where these edits take boxes from and put them; counts little further than `most`. */
export function boxesFor(edits: readonly Edit[], drawing: LintDrawing, most: number, footprint: Footprint): number {
  noteEdits(edits, footprint);
  let boxes = edits.length;
  for (const { before, after } of edits) {
    for (const element of [before, after]) {
      if (element === null || isArrow(element)) continue;
      for (const _ of drawing.boxesIn(element)) if ((boxes += 1) > most) return boxes;
    }
  }
  return boxes;
}

/** About what drawing a line in this drawing costs. It depends on the whole drawing. */
export const lineCostIn = ({ lines, crossings }: LintDrawing): number =>
  lineCost.least + (areCrossingsChecked(lines.size, crossings.parts) ? lines.size * lineCost.arrow : 0);

/** About what searching the route of an arrow costs. */
export function searchCostOf(arrow: Arrow, drawing: LintDrawing, footprint: Footprint): number {
  const pins = pinsOf(arrow);
  for (const id of pins) footprint.element(id);
  const area = hullOf(pins.map((id) => drawing.box(id)).filter((box) => box !== null));
  let boxes = 0;
  if (area !== null) {
    footprint.rect(area);
    for (const _ of drawing.obstaclesIn(area)) if ((boxes += 1) === searchCost.boxesMost) break;
  }
  return searchCost.least + searchCost.box * boxes;
}

/** About what routing angled arrows again after these edits costs. */
export function routingCostOf(edits: readonly Edit[], drawing: LintDrawing, footprint: Footprint): number {
  const areas: Rect[] = [];
  let searches = 0;
  for (const { before, after } of edits) {
    for (const element of [before, after]) {
      if (element === null) continue;
      const boxes = isArrow(element) ? pinsOf(element).map((id) => drawing.box(id)) : [element];
      const area = hullOf(boxes.filter((box) => box !== null));
      if (area !== null && (!isArrow(element) || element.line === 'angled')) areas.push(area);
    }
    if (after !== null && isArrow(after) && after.line === 'angled') searches += searchCostOf(after, drawing, footprint);
  }
  for (const area of areas) footprint.area(boundsFrom(area));
  return searches + drawing.elements.drawn.costIn(areas);
}
