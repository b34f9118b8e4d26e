/** save-status-text: where the person's work is, in a word. */
import type { SaveStatus } from '../live/save-status.ts';
import { useStore } from '../live/store.ts';
import { useEditor } from './editor.ts';

export function SaveStatusText() {
  const { session } = useEditor();
  const status = useStore(session.status);
  return (
    <span className="save-status" role="status" data-kind={status.kind}>
      {statusText(status)}
    </span>
  );
}

export function statusText(status: SaveStatus): string {
  switch (status.kind) {
    case 'connecting':
      return 'Connecting…';
    case 'saved':
      return 'Saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return status.unsent ? 'Offline: your changes are kept here' : 'Offline';
    case 'refused':
      return 'Not saved';
    case 'gone':
      return status.reason === 'signed-out' ? 'Signed out' : 'No access';
  }
}
