/** share-sheet: the share dialog of the open document. */
import { useValue } from '../state/signal.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import type { DialogProps } from './dialogs.ts';
import { useEditor } from '../state/editor.ts';

export function ShareSheet({ onClose }: DialogProps) {
  const { session, self } = useEditor();
  const user = useValue(self);
  const level = useValue(session.level);
  const tabs = useValue(session.tabs);
  return <ShareDialog documentId={session.documentId} level={level} me={user?.id ?? ''} tabs={tabs} onClose={onClose} />;
}
