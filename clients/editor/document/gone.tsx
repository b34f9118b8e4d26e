/** gone: what stands in a document's place when it is not open any more. */
import { useEffect, useState } from 'react';

import type { DocumentSession } from '../live/document-session.ts';
import { saveWork } from './save-work.ts';
import type { UnsavedWork } from '../offline/unsaved-work.ts';
import type { Navigate } from '../state/routes.ts';
import { Door } from '../home/door.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

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
      title={isSignedOut ? 'You are signed out' : 'You don’t have access'}
      lead={isSignedOut ? 'Sign in to continue.' : 'The document was deleted or your access was removed. Ask the owner.'}
    >
      {work !== null && (
        <Notice kind="warning">
          <p>Your last changes weren’t saved. Download them before you leave.</p>
          <Button onClick={() => saveWork(session.name.get(), work)}>Download my changes</Button>
        </Notice>
      )}
      <Button
        kind="primary"
        onClick={() => {
          if (!isSignedOut) void session.forgetCopy();
          navigate({ screen: 'documents' });
        }}
      >
        {isSignedOut || isGuest ? 'Sign in' : 'Your documents'}
      </Button>
    </Door>
  );
}
