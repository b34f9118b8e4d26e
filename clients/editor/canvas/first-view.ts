/** first-view: what of a tab is seen when it is opened: all of it. Where that lies clear of the bars at full size, it stays. */
import { extentOfTab } from '../state/extent.ts';
import type { Editor } from '../state/editor.ts';

/** Window pixels that bars and what hangs on elements take at the sides. */
const clear = 72;

export function showFirst(editor: Editor): void {
  const { viewport } = editor;
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
