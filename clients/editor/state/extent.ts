/** extent: the rectangles around everything on the tab and around the selection, for the viewport. */
import { isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import { nameRoom } from '#core/render/page.ts';
import { union } from '#core/tab/rect.ts';

import { extentOf } from '../changes/copies.ts';
import { outerRect } from '../changes/turned.ts';
import type { Editor } from './editor.ts';

/** The rectangle around everything that is drawn; null on an empty tab without pages. */
export function extentOfTab({ tab }: Editor): Rect | null {
  const pages = tab.view.settings.pages.map(({ rect: { x, y, width, height } }) => ({
    x,
    y: y - nameRoom,
    width,
    height: height + nameRoom,
  }));
  const bounds = tab.view.bounds() ?? extentOf([...tab.view.elements()].filter(isArrow));
  return [...(bounds === null ? [] : [bounds]), ...pages].reduce<Rect | null>(
    (around, rect) => (around === null ? rect : union(around, rect)),
    null,
  );
}

export function extentOfSelection({ tab, selection }: Editor): Rect | null {
  const elements = [...selection.get()].map((id) => tab.view.get(id)).filter((element) => element !== undefined);
  const boxes = elements.flatMap((element) => (isArrow(element) ? [] : [outerRect(element)]));
  const rects = boxes.length > 0 ? boxes : elements.filter(isArrow).map((arrow) => boundsOf(routeOf(arrow, tab.view)));
  return rects.reduce<Rect | null>((around, rect) => (around === null ? rect : union(around, rect)), null);
}
