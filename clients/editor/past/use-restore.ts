/** use-restore: returns the tab, or some of its elements, to the shown moment, and offers Undo with what was kept. */
import { useState } from 'react';

import type { RestoreAnswer } from '#schema/history.ts';

import { call, failureText } from '../api/call.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import type { Editor } from '../state/editor.ts';
import { pastTexts } from '../strings/past.ts';
import type { PastPlayer } from './past-player.ts';

type Restoring = {
  readonly busy: boolean;
  /** All elements if none are given. */
  readonly restore: (elements: readonly string[]) => Promise<void>;
};

export function useRestore(live: Editor, player: PastPlayer, onRestored: () => void): Restoring {
  const [busy, setBusy] = useState(false);
  const { session, tab, tell } = live;
  const restore = async (elements: readonly string[]): Promise<void> => {
    const { at } = player;
    if (at === null) return;
    setBusy(true);
    try {
      const params = { doc: session.documentId, tab: tab.id };
      const body = { at, ...(elements.length > 0 && { elements: [...elements] }) };
      const idempotencyKey = crypto.randomUUID();
      const answer = await session.own.reporting(() =>
        call('POST /documents/:doc/tabs/:tab/restore', { params, body, idempotencyKey }),
      );
      report(live, answer);
      onRestored();
    } catch (error) {
      tell({ text: failureText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, restore };
}

/** `changeset`: null if there was nothing to restore. */
function report({ session, tell }: Editor, { changeset, kept }: RestoreAnswer): void {
  const names = kept.slice(0, 3).map(({ ref }) => ref);
  const detail = kept.length === 0 ? {} : { detail: pastTexts.notRestored(`${names.join(', ')}${kept.length > 3 ? '…' : ''}`) };
  if (changeset === null) return tell({ text: pastTexts.nothingToRestore, ...detail });
  const { id, counts } = changeset;
  const undo = async (): Promise<void> => {
    try {
      tell({ text: takenBackText(await takeBack(session, [id])) });
    } catch (error) {
      tell({ text: failureText(error), kind: 'failure' });
    }
  };
  tell({
    text: pastTexts.restored(counts.added + counts.changed + counts.removed),
    ...detail,
    kind: 'success',
    action: { label: pastTexts.undo, run: () => void undo() },
    timeoutMs: 20_000,
  });
}
