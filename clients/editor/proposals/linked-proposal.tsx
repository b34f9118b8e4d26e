/** linked-proposal: shows a proposal, once, if the page was opened by the address of the proposal. */
import { useEffect } from 'react';

import { failureText } from '../api/call.ts';
import { useEditor } from '../state/editor.ts';
import { showOnCanvas } from './decisions.ts';

type Props = { readonly proposal: string; readonly onShown: () => void };

export function LinkedProposal({ proposal, onShown }: Props) {
  const editor = useEditor();
  useEffect(() => {
    editor.panel.set('proposals');
    showOnCanvas(editor, proposal)
      .catch((error: unknown) => editor.tell({ text: failureText(error), kind: 'failure' }))
      .finally(onShown);
  }, [editor, proposal, onShown]);
  return null;
}
