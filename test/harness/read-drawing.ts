/** read-drawing: a tab as `readability.ts` judges it: boxes with the frames around them, and arrows as they are drawn. */
import { labelRect, routesOf } from '#core/drawing/drawn-routes.ts';
import { parentsOf } from '#core/tab/membership.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { isContainer, isPinned } from '#schema/element.ts';

import type { ReadDrawing } from './readability.ts';

export function readDrawing(tab: TabIndex): ReadDrawing {
  const parents = parentsOf(tab);
  const routes = routesOf(tab);
  return {
    boxes: Array.from(tab.boxes(), (box) => {
      const { id, x, y, width, height } = box;
      return { id, x, y, width, height, isFrame: isContainer(box), frame: parents.get(id)?.id ?? null };
    }),
    arrows: Array.from(tab.arrows()).flatMap((arrow) => {
      const { id, from, to } = arrow;
      if (!isPinned(from) || !isPinned(to)) return [];
      return [{ id, from: from.element, to: to.element, route: routes.get(id) ?? [], label: labelRect(arrow, tab) }];
    }),
  };
}
