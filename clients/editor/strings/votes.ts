/** votes: the texts of clients/editor/votes. */
import { limits } from '#schema/limits.ts';

import { catalogue } from './catalogue.ts';

const votesText = (count: number): string => `${count} ${count === 1 ? 'vote' : 'votes'}`;
const leftText = (count: number): string => (count > 0 ? `${votesText(count)} left` : 'No votes left');

export const voteTexts = catalogue({
  vote: 'Vote',
  startTitle: 'Start a vote',
  votesEach: 'Votes per person',
  badVotes: `Enter a whole number from 1 to ${limits.votesPerPerson}.`,
  isPrivate: 'Private',
  privateMeans: 'Until the vote ends, everyone sees only their own votes.',
  clearsResults: 'This clears the results of the last vote.',
  start: 'Start vote',
  left: leftText,
  startedBy: (name: string) => `Started by ${name}`,
  privately: (text: string) => `${text} · Private`,
  place: 'Place votes',
  end: 'End vote',
  ended: 'Vote ended',
  summary: (votes: number, people: number) => `${votesText(votes)} from ${people} ${people === 1 ? 'person' : 'people'}`,
  results: 'Results',
  noVotes: 'Nobody has voted yet.',
  noVotesAtAll: 'Nobody voted.',
  clear: 'Clear results',
  count: votesText,
  votesOn: (count: number, name: string) => `${votesText(count)} on ${name}`,
  withYours: (text: string, own: number) => `${text}, ${own} of them yours`,
  takeBackFrom: (name: string) => `Take back a vote from ${name}`,
  placed: (name: string, left: number) => `Voted for ${name}. ${leftText(left)}`,
  takenBack: (name: string, left: number) => `Took back a vote from ${name}. ${leftText(left)}`,
  noneLeft: 'You have no votes left. Take one back to place it elsewhere.',
  hasStarted: (name: string, votes: number) => `${name} started a vote. You have ${votesText(votes)}.`,
  hasStartedForOthers: (name: string) => `${name} started a vote.`,
  hasEnded: 'The vote has ended.',
});
