/** hand-sheet: the dialog that hands the selection, or without one the tab, to an agent. */
import { useState } from 'react';

import type { DialogProps } from '../document/dialogs.ts';
import { useEditor } from '../state/editor.ts';
import { HandDialog } from './hand-dialog.tsx';
import { selectedTarget } from './task-target.ts';

export function HandSheet({ onClose }: DialogProps) {
  const editor = useEditor();
  // What others select or delete meanwhile changes nothing.
  const [target] = useState(() => selectedTarget(editor));
  return <HandDialog target={target} onClose={onClose} />;
}
