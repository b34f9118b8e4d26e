/** What a service that proposes ends a write with: the server stored it as a proposal. It passes through the verb to what called it. */
import type { ProposalAnswer } from '#schema/proposal.ts';

export class Proposed extends Error {
  readonly answer: ProposalAnswer;

  constructor(answer: ProposalAnswer) {
    super(answer.text);
    this.answer = answer;
  }
}
