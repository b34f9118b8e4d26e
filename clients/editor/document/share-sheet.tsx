/** share-sheet: the share dialog of the open document. */
import { useValue } from '../state/signal.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import type { DialogProps } from './dialogs.ts';
import { useEditor } from '../state/editor.ts';

export function ShareSheet({ onClose }: DialogProps) {
  const { session, self, tab } = useEditor();
  const name = useValue(session.name);
  const user = useValue(self);
  const level = useValue(session.level);
  const tabs = useValue(session.tabs);
  return (
    <ShareDialog
      documentId={session.documentId}
      name={name}
      level={level}
      me={user?.id ?? ''}
      tabs={tabs}
      shownTab={tab.id}
      onClose={onClose}
    />
  );
}
