/** neighbors: the visible rectangles that something can be aligned with while it is moved or drawn. */
import type { Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { outerRect } from '../changes/turned.ts';
import type { GestureContext } from '../gestures/gesture.ts';

/** Window pixels within which a line attracts. */
const reachPx = 6;

export const snapReach = ({ zoom }: Pick<GestureContext, 'zoom'>): number => reachPx / zoom;

export function* neighbours({ tab, visible }: GestureContext, but: { has(id: string): boolean }): Generator<Rect> {
  const hidden = hiddenLayersOf(tab.settings);
  for (const box of tab.boxesIn(visible)) {
    if (but.has(box.id) || box.type === 'stroke' || isHidden(box, hidden)) continue;
    yield outerRect(box);
  }
  for (const { rect } of tab.settings.pages) yield rect;
}

export const hiddenLayersOf = ({ layers }: GestureContext['tab']['settings']): ReadonlySet<string> =>
  new Set(layers.filter(({ hidden }) => hidden).map(({ id }) => id));

export const isHidden = ({ layer }: Pick<Element, 'layer'>, hidden: ReadonlySet<string>): boolean =>
  layer !== undefined && hidden.has(layer);
