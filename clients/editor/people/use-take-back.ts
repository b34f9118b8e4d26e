/** use-take-back: Undo of changesets as a button has it: pressed once, and then what it did. */
import { useState } from 'react';

import { failureText } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';
import { takeBack, takenBackText } from './take-back.ts';

export type TakeBack = { readonly busy: boolean; readonly outcome: string | null; readonly undo: () => Promise<void> };

/** `changesets`: the newest first, when Undo is pressed. A failure is shown to the person. */
export function useTakeBack(
  { session, announce, tell }: Pick<Editor, 'session' | 'announce' | 'tell'>,
  changesets: () => readonly string[],
): TakeBack {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      const text = takenBackText(await takeBack(session, changesets()));
      setOutcome(text);
      announce(text);
    } catch (error) {
      tell({ text: failureText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, outcome, undo };
}
