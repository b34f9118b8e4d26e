/** What trying a fix costs, in elements looked at, before it is tried [LT6]. */
import type { Edit } from '#schema/changeset.ts';
import { isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { hullOf } from '../tab/rect.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { LintDrawing } from './drawing.ts';
import { noteEdits } from './drawing-change.ts';
import type { Footprint } from './footprint.ts';

/** About how many other elements an update by these edits looks at; counts little further than `most`. */
export function looksFor(edits: readonly Edit[], drawing: LintDrawing, most: number, footprint: Footprint): number {
  noteEdits(edits, footprint);
  const { pins } = drawing.elements;
  let looks = edits.length;
  for (const { id, before, after } of edits) {
    looks += pins.arrowsAt(id).size;
    for (const element of [before, after]) {
      if (looks > most) return looks;
      if (element === null) continue;
      if (isArrow(element)) looks += pins.siblingsOf(element).size;
      else for (const _ of drawing.boxesIn(element)) if ((looks += 1) > most) return looks;
      if (!isArrow(element)) for (const _ of drawing.lines.touchedBy(element)) if ((looks += 1) > most) return looks;
    }
  }
  return looks;
}

/** About what routing angled arrows again after these edits costs. */
export function routingCostOf(edits: readonly Edit[], drawing: LintDrawing): number {
  const areas: Rect[] = [];
  for (const { before, after } of edits) {
    for (const element of [before, after]) {
      if (element === null) continue;
      const boxes = isArrow(element) ? pinsOf(element).map((id) => drawing.box(id)) : [element];
      const area = hullOf(boxes.filter((box) => box !== null));
      if (area !== null && (!isArrow(element) || element.line === 'angled')) areas.push(area);
    }
  }
  return drawing.elements.drawn.costIn(areas);
}
