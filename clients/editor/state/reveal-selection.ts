/** reveal-selection: brings the selection into view, unless it is visible. */
import type { Editor } from './editor.ts';
import { extentOfSelection } from './extent.ts';
import { reveal } from './reveal.ts';

export function revealSelection(editor: Editor): void {
  const extent = extentOfSelection(editor);
  if (extent !== null) reveal(editor.viewport, extent);
}
