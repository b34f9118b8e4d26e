/** Calls for the vote on the elements of a tab. */
import { resource, route } from '../route.ts';

export const vote = resource('Votes', [
  route('startVote', {
    access: 'editor',
    summary: 'Start a vote on the elements of a tab',
    description:
      'Participants and editors place votes on any element but arrows, several on one if they like. A tab has one vote at a time: the results of the one before are cleared. While a private vote runs, everyone reads only their own votes, also with a token or in the open document. No call ever answers who voted for what.',
    replies: { 201: { description: 'The vote.' } },
    refuses: ['vote_running'],
    handle: ({ call, params, body }, app) => app.votes.start(call, params.doc, params.tab, body),
    answer: (started, { params }) => ({
      status: 201,
      json: started,
      location: `/documents/${params.doc}/tabs/${params.tab}/vote`,
    }),
  }),
  route('readVote', {
    access: 'viewer',
    summary: 'Read the vote on a tab',
    description:
      'The votes of the caller, and those of all where they can be read: while a vote that is not private runs, and once it has ended.',
    replies: { 200: { description: 'The vote, or null.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.votes.show(call, params.doc, params.tab),
  }),
  route('clearVote', {
    access: 'editor',
    summary: 'Clear the vote on a tab',
    description:
      'Its results are gone then. Only the person who started a vote, or an owner of the document, clears one that runs.',
    replies: { 204: { description: 'Cleared, or there was none.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.votes.clear(call, params.doc, params.tab),
  }),
]);

export const ownVotes = resource('Votes', [
  route('placeVotes', {
    access: 'participant',
    summary: 'Set how many of your votes an element has',
    description:
      'A token places the votes of its owner. Votes on an element that was removed can be placed again; if they are not, they return with the element.',
    replies: { 200: { description: 'The vote.' } },
    refuses: ['vote_not_found', 'vote_ended', 'votes_spent', 'element_not_found', 'element_not_votable', 'target_ambiguous'],
    handle: ({ call, params, body }, app) => app.votes.place(call, params.doc, params.tab, body),
  }),
]);

export const voteEnd = resource('Votes', [
  route('endVote', {
    access: 'editor',
    summary: 'End the vote on a tab',
    description:
      'By the person who started it, or an owner of the document. Everyone reads the results then, until someone clears them.',
    replies: { 200: { description: 'The vote with its results.' } },
    refuses: ['vote_not_found'],
    handle: ({ call, params }, app) => app.votes.end(call, params.doc, params.tab),
  }),
]);
