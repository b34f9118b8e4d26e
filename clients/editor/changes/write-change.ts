/** write-change: writes a change to the shown tab as one undo step, or reports its refusal to the person. */
import { isProblem } from '#schema/problem.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import { type Change, planChange } from './change.ts';
import type { Editor } from '../state/editor.ts';
import type { EditOptions } from '../live/open-document.ts';

/** True if it was written, or changed nothing. */
export function writeChange(editor: Editor, change: Change, options: EditOptions = {}): boolean {
  if (!editor.mayEdit.get()) return false;
  const { doc } = editor.session;
  const mayReference = (kind: 'image' | 'sheet', id: string): boolean =>
    kind === 'image' || mapIn(rootMap(doc, 'sheets'), id) !== null;
  const edits = planChange(editor.tab.view, change, { mayReference });
  if (isProblem(edits)) {
    editor.tell({ text: edits.detail, kind: 'failure' });
    return false;
  }
  return edits.length === 0 || editor.session.edit(editor.tab.id, edits, options);
}
