/** linked-changeset: selects what a changeset changed, once, if the page was opened by the address of the changeset. */
import { useEffect } from 'react';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { showElements } from '../people/show-elements.ts';
import { useEditor } from '../state/editor.ts';

type Props = { readonly changeset: string; readonly onShown: () => void };

export function LinkedChangeset({ changeset, onShown }: Props) {
  const editor = useEditor();
  useEffect(() => {
    const ending = new AbortController();
    void (async () => {
      const ids = await elementsOf(editor.session, changeset);
      await synced(editor.session, ending.signal);
      if (ending.signal.aborted) return;
      // Who has selected something meanwhile is already at work.
      if (editor.selection.get().size === 0) showElements(editor, editor.tab.id, ids);
      onShown();
    })();
    return () => ending.abort();
  }, [editor, changeset, onShown]);
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
