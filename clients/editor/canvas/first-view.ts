/**
 * first-view: the part of a tab that is shown when it is opened: what was shown when it was left, or else all of it. If that fits
 * between the bars at full size, it is not moved.
 */
import { extentOfTab } from '../state/extent.ts';
import type { Editor } from '../state/editor.ts';

/** Window pixels at the sides for bars, and for what is drawn around elements. */
const clear = 72;

export function showFirst(editor: Editor): void {
  const { viewport, views, tab } = editor;
  const left = views.get(tab.id);
  if (left !== undefined) return viewport.show(left);
  const extent = extentOfTab(editor);
  const { x, y, width, height } = viewport.visible();
  if (extent === null || width === 0) return;
  const isClear =
    extent.x >= x + clear &&
    extent.y >= y + clear &&
    extent.x + extent.width <= x + width - clear &&
    extent.y + extent.height <= y + height - clear;
  if (!isClear) viewport.fit(extent, clear);
}
