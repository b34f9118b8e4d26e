/** put-new: a change that adds elements, which are then selected and in view: pasted, dropped, or inserted from a dialog. */
import type { Change } from '../changes/change.ts';
import { writeChange } from '../changes/write-change.ts';
import type { EditOptions } from '../live/open-document.ts';
import type { Editor } from './editor.ts';
import { revealAdded } from './reveal-selection.ts';

/** `plan` gets a function to call with each new id. Returns the ids; null if the change was refused, which has been reported. */
export function putNew(
  editor: Editor,
  plan: (made: (id: string) => void) => Change,
  options: EditOptions = {},
): readonly string[] | null {
  const newIds: string[] = [];
  const onAdded = (id: string): void => void newIds.push(id);
  if (!writeChange(editor, plan(onAdded), options)) return null;
  const added = newIds.filter((id) => editor.tab.view.get(id) !== undefined);
  if (added.length === 0) return added;
  editor.selection.set(added);
  revealAdded(editor);
  return added;
}
