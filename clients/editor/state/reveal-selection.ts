/** reveal-selection: brings the selection into view, unless it is visible. */
import { centreX, centreY, holdsPoint } from '#core/tab/rect.ts';

import type { Editor } from './editor.ts';
import { extentOfSelection } from './extent.ts';
import { reveal } from './reveal.ts';

export function revealSelection(editor: Editor): void {
  const extent = extentOfSelection(editor);
  if (extent !== null) reveal(editor.viewport, extent);
}

/** For what was just added, whose edges may be out of view: moves the view only if the middle of the selection is. */
export function revealAdded(editor: Editor): void {
  const extent = extentOfSelection(editor);
  if (extent !== null && !holdsPoint(editor.viewport.clear(), centreX(extent), centreY(extent))) reveal(editor.viewport, extent);
}
