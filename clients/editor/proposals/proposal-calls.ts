/** proposal-calls: what people do with proposals. All throw CallRefused and CallUnreachable. */
import type { AcceptAnswer, Proposal, ProposalDetail } from '#schema/proposal.ts';

import { call } from '../api/call.ts';
import type { DocumentSession } from '../live/document-session.ts';

type Session = Pick<DocumentSession, 'documentId' | 'own'>;

export const listProposals = async (documentId: string): Promise<readonly Proposal[]> =>
  (await call('GET /documents/:doc/proposals', { params: { doc: documentId } })).proposals;

export const showProposal = (documentId: string, proposal: string): Promise<ProposalDetail> =>
  call('GET /documents/:doc/proposals/:proposal', { params: { doc: documentId, proposal } });

/** `elements`: undefined for everything that is open. The person gets no notice of the changeset: the caller reports it. */
export const acceptProposal = (session: Session, proposal: string, elements?: readonly string[]): Promise<AcceptAnswer> =>
  session.own.reporting(() =>
    call('POST /documents/:doc/proposals/:proposal/accept', {
      params: { doc: session.documentId, proposal },
      body: elements === undefined ? {} : { elements: [...elements] },
      idempotencyKey: crypto.randomUUID(),
    }),
  );

export const rejectProposal = (
  { documentId }: Session,
  proposal: string,
  { elements, reason }: { readonly elements?: readonly string[]; readonly reason?: string },
): Promise<Proposal> =>
  call('POST /documents/:doc/proposals/:proposal/reject', {
    params: { doc: documentId, proposal },
    body: { ...(elements !== undefined && { elements: [...elements] }), ...(reason !== undefined && { reason }) },
    idempotencyKey: crypto.randomUUID(),
  });
