/** The calls for proposals, and the form of the answer to a write that is proposed. */
import { type ApiEndpoint, endpoint } from './endpoint.ts';
import {
  AcceptAnswer,
  Proposal,
  ProposalAcceptance,
  ProposalAnswer,
  ProposalDetail,
  ProposalList,
  ProposalListQuery,
  ProposalRejection,
} from './proposal.ts';

/** Answered with the status 202. */
export const proposing = { 'propose=1': ProposalAnswer } as const;

export const proposalCalls = {
  listProposals: endpoint('GET /documents/:doc/proposals', { query: ProposalListQuery, reply: ProposalList }),
  showProposal: endpoint('GET /documents/:doc/proposals/:proposal', { reply: ProposalDetail }),
  withdrawProposal: endpoint('DELETE /documents/:doc/proposals/:proposal', {}),
  acceptProposal: endpoint('POST /documents/:doc/proposals/:proposal/accept', { body: ProposalAcceptance, reply: AcceptAnswer }),
  rejectProposal: endpoint('POST /documents/:doc/proposals/:proposal/reject', { body: ProposalRejection, reply: Proposal }),
} satisfies Readonly<Record<string, ApiEndpoint>>;
