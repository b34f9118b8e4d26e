/** tell-change: the message about a changeset that the server made for a person, with Undo, which the keys of undo do not cover. */
import { failureText } from '../api/call.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import type { Editor } from '../state/editor.ts';
import { pagesTexts } from '../strings/pages.ts';

/** `changeset` is null if nothing changed: then there is nothing to undo. The last change's message replaces the one before. */
export function tellChange(editor: Editor, text: string, changeset: { readonly id: string } | null): void {
  editor.tell({
    id: 'server-made-change',
    text,
    kind: 'success',
    ...(changeset !== null && {
      action: { label: pagesTexts.undo, run: () => void undo(editor, changeset.id) },
      timeoutMs: 12_000,
    }),
  });
}

async function undo({ session, tell, announce }: Editor, changeset: string): Promise<void> {
  try {
    announce(takenBackText(await takeBack(session, [changeset])));
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
