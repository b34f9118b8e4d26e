/** Calls for proposals. */
import { resource, route } from '../route.ts';

export const proposals = resource('Proposals', [
  route('listProposals', {
    access: 'editor',
    summary: 'List the proposals of a document',
    description:
      'Those that are open, or with `status=all` those of the last 30 days. Each lists what it changes, with the state of each part, and in `overlaps` other open proposals that change the same.',
    replies: { 200: { description: 'Newest first.' } },
    refuses: [],
    handle: ({ call, params, query }, app) => app.proposals.list(call, params.doc, query),
  }),
]);

export const proposal = resource('Proposals', [
  route('showProposal', {
    access: 'editor',
    summary: 'Show a proposal',
    description: 'With each element before and after. `text` ends with the decision and its reason, if there is one.',
    replies: { 200: { description: 'The proposal.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.proposals.show(call, params.doc, params.proposal),
  }),
  route('withdrawProposal', {
    access: 'editor',
    summary: 'Withdraw a proposal',
    description: 'A token withdraws its own, whatever agents may do in the document; a person withdraws any.',
    replies: { 204: { description: 'Withdrawn.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.proposals.withdraw(call, params.doc, params.proposal),
  }),
]);

export const acceptance = resource('Proposals', [
  route('acceptProposal', {
    access: 'editor',
    summary: 'Accept a proposal, or parts of it',
    description:
      'Applies what is open of it, or the named parts with what they depend on, to the document as it is now. Parts that others have changed since are left alone and listed in `kept`. For elements it is a changeset, which can be reverted. Needs a session: no agent accepts a proposal.',
    replies: { 200: { description: 'Accepted. Where nothing could be applied, the proposal stays open.' } },
    refuses: [
      'session_required',
      'proposal_decided',
      'tab_not_found',
      'tab_locked',
      'target_not_found',
      'target_ambiguous',
      'element_locked',
      'invalid_value',
      'title_taken',
      'too_large',
    ],
    handle: ({ call, params, body }, app) => app.proposals.accept(call, params.doc, params.proposal, body),
  }),
]);

export const rejection = resource('Proposals', [
  route('rejectProposal', {
    access: 'editor',
    summary: 'Reject a proposal, or parts of it',
    description: 'With a reason, which its author reads with the proposal and with the tab. Needs a session.',
    replies: { 200: { description: 'The proposal.' } },
    refuses: ['session_required', 'proposal_decided', 'target_not_found', 'target_ambiguous'],
    handle: ({ call, params, body }, app) => app.proposals.reject(call, params.doc, params.proposal, body),
  }),
]);
