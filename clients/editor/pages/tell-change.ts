/** tell-change: the message about changesets that the server made for a person, with Undo, which the keys of undo do not cover. */
import { failureText } from '../api/call.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import type { Editor } from '../state/editor.ts';
import { pagesTexts } from '../strings/pages.ts';

/** What was done, and what could not be done. A message with a detail stays until it is dismissed. */
type Done = { readonly text: string; readonly detail?: string };

/** Oldest first; without changesets nothing changed, so there is nothing to undo. The last change's message replaces the one before. */
export function tellChange(editor: Editor, { text, detail }: Done, changesets: readonly string[]): void {
  editor.tell({
    id: 'server-made-change',
    text,
    ...(detail === undefined ? { kind: 'success', timeoutMs: 12_000 } : { detail, kind: 'info', timeoutMs: 0 }),
    ...(changesets.length > 0 && {
      action: { label: pagesTexts.undo, run: () => void undo(editor, changesets.toReversed()) },
    }),
  });
}

async function undo({ session, tell, announce }: Editor, changesets: readonly string[]): Promise<void> {
  try {
    announce(takenBackText(await takeBack(session, changesets)));
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
