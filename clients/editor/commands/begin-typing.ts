/** begin-typing: the first key of a text that is typed on the selected element, for people who have chosen that. */
import { flushSync } from 'react-dom';

import type { KeyPress } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { editSelected, opensSelected, writesOnSelected } from './edit-at.ts';

/**
 * Opens the text of the only selected element if the key types a character; false otherwise. The field has the focus, and its text is
 * selected, when this returns, so the browser types the key into it, also through an input method.
 */
export function beginTyping(press: KeyPress, editor: Editor): boolean {
  const { canvas } = editor;
  if (!canvas.typeToEdit.get() || !canvas.hasFocus() || canvas.editing.get() !== null || !typesCharacter(press)) return false;
  if (opensSelected(editor) || !writesOnSelected(editor)) return false;
  return flushSync(() => editSelected(editor));
}

/** Space pans the canvas. Dead keys and keys of input methods begin a character. */
const typesCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && ((key.length === 1 && key !== ' ') || key === 'Dead' || key === 'Process');
