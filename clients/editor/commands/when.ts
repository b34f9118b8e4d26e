/** when: conditions under which commands apply. */
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import type { Editor } from '../state/editor.ts';

export const hasSelection = ({ selection }: Editor): boolean => selection.get().size > 0;

/** Something selected can be edited. */
export function hasFree({ mayEdit, selection, tab }: Editor): boolean {
  if (!mayEdit.get()) return false;
  const locked = lockedLayersOf(tab.view.settings);
  for (const id of selection.get()) {
    const element = tab.view.get(id);
    if (element !== undefined && !isLocked(element, locked)) return true;
  }
  return false;
}

/** At least this number of elements can be changed together. */
export const hasSeveral =
  (count: number) =>
  (editor: Editor): boolean =>
    editor.selection.get().size >= count && hasFree(editor);

/** The focus is on the canvas, not in a bar or a panel. */
export const onCanvas = ({ canvas }: Editor): boolean => canvas.hasFocus();
