/** use-proposals: the open proposals of the document, read again when one is made or decided, and after the connection was lost. */
import { useEffect, useState } from 'react';

import type { Proposal } from '#schema/proposal.ts';

import { failureText } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { listProposals } from './proposal-calls.ts';

export type OpenProposals = {
  /** Newest first; null until they are loaded. */
  readonly proposals: readonly Proposal[] | null;
  readonly failure: string | null;
  readonly again: () => void;
};

export function useProposals(session: DocumentSession): OpenProposals {
  const [proposals, setProposals] = useState<readonly Proposal[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const again = (): void => setRound((count) => count + 1);
  useEffect(() => {
    let isCurrent = true;
    listProposals(session.documentId).then(
      (listed) => {
        if (!isCurrent) return;
        setProposals(listed);
        setFailure(null);
      },
      (error: unknown) => isCurrent && setFailure(failureText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, round]);
  useEffect(() => {
    let kind = session.status.get().kind;
    const endings = [
      session.onProposal(again),
      session.status.subscribe(() => {
        const now = session.status.get().kind;
        if (kind !== 'saved' && now === 'saved') again();
        kind = now;
      }),
    ];
    return () => endings.forEach((end) => end());
  }, [session]);
  return { proposals, failure, again };
}
