/** proposals: the texts of clients/editor/proposals. */
import type { PartState, ProposalKeptReason, ProposalPart } from '#schema/proposal.ts';

import { catalogue } from './catalogue.ts';

const changes: Readonly<Record<ProposalPart['change'], string>> = {
  added: 'Adds',
  changed: 'Changes',
  moved: 'Moves',
  removed: 'Removes',
};
const states: Readonly<Record<PartState, string>> = {
  open: 'Open',
  accepted: 'Accepted',
  rejected: 'Rejected',
  kept: 'Kept as it was',
};
const reasons: Readonly<Record<ProposalKeptReason, string>> = {
  changed: 'edited since',
  gone: 'deleted since',
  present: 'added since',
  order: 'reordered since',
  refused: 'no longer possible',
};

export const proposalTexts = catalogue({
  proposals: 'Proposals',
  changes,
  states,
  none: 'No proposals',
  noneAbout: 'Changes that agents propose wait here until you accept or reject them.',
  agent: ' (agent)',
  parts: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  open: (open: number, all: number) => (open === all ? `${all} to decide` : `${open} of ${all} to decide`),
  onTab: (name: string) => `on ${name}`,
  cards: 'cards',
  deletedTab: 'a deleted tab',
  overlaps: (count: number) =>
    count === 1 ? 'Another proposal changes some of the same' : `${count} other proposals change some of the same`,
  show: 'Show',
  hide: 'Hide',
  proposalOf: (name: string, summary: string) => `Proposal by ${name}: ${summary}`,
  accept: 'Accept',
  acceptRest: 'Accept the rest',
  reject: 'Reject',
  rejectReason: 'Why? The agent reads it next. (optional)',
  cancel: 'Cancel',
  acceptPart: (name: string) => `Accept: ${name}`,
  rejectPart: (name: string) => `Reject: ${name}`,
  page: 'page',
  arrow: (from: string, to: string) => `arrow ${from} → ${to}`,
  keysHint: 'In the list: arrow keys to move, A to accept, R to reject',
  accepted: (count: number) => (count === 1 ? 'Accepted 1 change' : `Accepted ${count} changes`),
  acceptedAndKept: (accepted: string, kept: string) => `${accepted}. Kept as it was: ${kept}.`,
  kept: (ref: string, reason: ProposalKeptReason) => `${ref} (${reasons[reason]})`,
  andMore: (count: number) => ` and ${count} more`,
  nothingAccepted: (kept: string) => `Nothing could be accepted: ${kept}.`,
  rejected: 'Rejected',
  undo: 'Undo',
  shown: (count: number) => `The canvas shows ${count} proposed changes`,
});
