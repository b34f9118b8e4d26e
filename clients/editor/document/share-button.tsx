/** share-button: opens the share dialog, for people with an account. */
import { UserPlus } from 'lucide-react';

import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { useEditor } from '../state/editor.ts';
import { documentTexts } from '../strings/document.ts';

export function ShareButton() {
  const { session, self, dialog } = useEditor();
  const user = useValue(self);
  const level = useValue(session.level);
  if (user === null) return null;
  return (
    <Button
      size="sm"
      kind={level === 'owner' ? 'primary' : 'secondary'}
      icon={<UserPlus aria-hidden />}
      onClick={() => dialog.set('share')}
    >
      <span className="wide-words">{level === 'owner' ? documentTexts.share : documentTexts.peopleWithAccess}</span>
    </Button>
  );
}
