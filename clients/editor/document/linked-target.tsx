/** linked-target: selects what the address names, once: what a changeset changed, or something that a search has found. */
import { useEffect } from 'react';

import { isId } from '#schema/ids.ts';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { showElements } from '../people/show-elements.ts';
import { onTab } from '../state/arrival.ts';
import { searchTexts } from '../strings/search.ts';
import { showTarget } from '../search/show-target.ts';
import { useEditor } from '../state/editor.ts';

type Props = { readonly target: string; readonly onShown: () => void };

export function LinkedTarget({ target, onShown }: Props) {
  const editor = useEditor();
  useEffect(() => {
    const ending = new AbortController();
    void (async () => {
      const ids = isId('cs', target) ? await elementsOf(editor.session, target) : null;
      await synced(editor.session, ending.signal);
      if (ending.signal.aborted) return;
      onShown();
      // Who has selected something meanwhile is already at work.
      if (editor.selection.get().size > 0) return;
      if (ids !== null) showElements(editor, editor.tab.id, ids);
      else onTab(editor, editor.tab.id, (there) => !showTarget(there, target) && there.announce(searchTexts.gone));
    })();
    return () => ending.abort();
  }, [editor, target, onShown]);
  return null;
}

/** None if the record is gone, or cannot be read: the tab is shown all the same. */
async function elementsOf({ documentId }: DocumentSession, changeset: string): Promise<readonly string[]> {
  try {
    const { results } = await call('GET /documents/:doc/changesets/:changeset', { params: { doc: documentId, changeset } });
    return results.map(({ id }) => id);
  } catch {
    return [];
  }
}

/** Resolves when the page has what the server has: this browser's copy may be older than the changeset. */
function synced({ status }: DocumentSession, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!signal.aborted && status.get().kind === 'connecting') return;
      stop();
      resolve();
    };
    const stop = status.subscribe(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
