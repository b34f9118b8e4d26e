/** What the routes of writes that can be proposed have in common. */
import type { ProposalAnswer } from '#schema/proposal.ts';

import type { RouteAnswer, Success } from '../route.ts';

/** Among the replies of such a route. */
export const proposedReply: { readonly 202: Success } = {
  202: { description: 'Stored as a proposal, with `propose=1`; nothing was applied.' },
};

export const isProposed = <T extends object>(answer: T | ProposalAnswer | null): answer is ProposalAnswer =>
  answer !== null && 'proposal' in answer;

/** A write that would change nothing makes no proposal. */
export const proposedAnswer = (answer: ProposalAnswer, doc: string): RouteAnswer => ({
  status: 202,
  json: answer,
  ...(answer.proposal !== null && { location: `/documents/${doc}/proposals/${answer.proposal.id}` }),
});

type Written = { readonly changeset: { readonly id: string } | null; readonly dryRun?: boolean };

/** The answer to a call that applies a changeset, tries one out or proposes one. */
export function changesetAnswer(answer: Written | ProposalAnswer, doc: string): RouteAnswer {
  if (isProposed(answer)) return proposedAnswer(answer, doc);
  return answer.changeset === null || answer.dryRun === true
    ? { status: 200, json: answer }
    : { status: 201, json: answer, location: `/documents/${doc}/changesets/${answer.changeset.id}` };
}
