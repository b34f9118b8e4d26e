/** layout-preview: the elements that show a planned layout on the canvas: fainter than what is there, until it is applied. */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { outerRect } from '../changes/turned.ts';

const faintness = 0.6;

/** The changed elements and the arrows that follow them, by id. */
export function layoutPreview(edits: readonly Edit[], tab: TabView): ReadonlyMap<string, Element> {
  const shown = new Map<string, Element>();
  const show = (element: Element): void => {
    shown.set(element.id, { ...element, opacity: (element.opacity ?? 1) * faintness });
  };
  for (const { after } of edits) if (after !== null) show(after);
  for (const { id } of edits) for (const arrow of tab.arrowsAt(id)) if (!shown.has(arrow.id)) show(arrow);
  return shown;
}

/** The rectangle around the boxes of a preview; null if it has none. */
export const extentOfPreview = (preview: ReadonlyMap<string, Element>): Rect | null =>
  [...preview.values()].reduce<Rect | null>((around, element) => {
    if (isArrow(element)) return around;
    return around === null ? outerRect(element) : union(around, outerRect(element));
  }, null);
