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
      title={isSignedOut ? 'You are signed out' : 'This document is not open to you'}
      lead={isSignedOut ? 'Sign in to go on.' : 'It was removed, or your access to it has ended. Its owner can give it back.'}
    >
      {work !== null && (
        <Notice kind="warning">
          <p>What you changed last did not reach the server. Save it if you need it: this browser forgets it when you leave.</p>
          <Button onClick={() => saveWork(session.name.get(), work)}>Save my changes</Button>
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
