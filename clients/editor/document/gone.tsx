/** gone: shown in place of a document that is no longer open. */
import { useEffect, useState } from 'react';

import type { DocumentSession } from '../live/document-session.ts';
import { saveWork } from './save-work.ts';
import type { UnsavedWork } from '../offline/unsaved-work.ts';
import type { Navigate } from '../state/routes.ts';
import { Door } from '../home/door.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { documentTexts } from '../strings/document.ts';

type GoneProps = {
  readonly reason: 'signed-out' | 'no-access';
  readonly isGuest: boolean;
  readonly session: DocumentSession;
  readonly navigate: Navigate;
};

export function Gone({ reason, isGuest, session, navigate }: GoneProps) {
  const [work, setWork] = useState<UnsavedWork | null>(null);
  useEffect(() => {
    if (reason === 'no-access') void session.unsavedWork().then(setWork);
  }, [reason, session]);
  const isSignedOut = reason === 'signed-out';
  return (
    <Door
      title={isSignedOut ? documentTexts.youAreSignedOut : documentTexts.youHaveNoAccess}
      lead={isSignedOut ? documentTexts.signInToContinue : documentTexts.deletedOrRemoved}
    >
      {work !== null && (
        <Notice kind="warning">
          <p>{documentTexts.lastChangesNotSaved}</p>
          <Button onClick={() => saveWork(session.name.get(), work)}>{documentTexts.downloadMyChanges}</Button>
        </Notice>
      )}
      <Button
        kind="primary"
        onClick={() => {
          // Loaded again, the page is that of a person who is signed out.
          if (isSignedOut) return location.assign('/');
          void session.forgetCopy();
          return navigate({ screen: 'documents' });
        }}
      >
        {isSignedOut || isGuest ? documentTexts.signIn : documentTexts.yourDocuments}
      </Button>
    </Door>
  );
}
