/** Vote: people place votes on the elements of a tab. One vote at a time per tab; its rows are in the database, never in the Y.Doc. */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import { limits } from './limits.ts';

const strict = { additionalProperties: false } as const;

export const defaultVotes = 3;

const VotesOn = Type.Object({
  element: Type.String({ description: 'Full id of the element.' }),
  votes: Type.Integer({ description: 'How many votes it has.' }),
});

export const Vote = Type.Object(
  {
    id: Type.String({ description: 'Id of the vote.' }),
    votes: Type.Integer({ description: 'How many votes each person has.' }),
    private: Type.Boolean({ description: 'Until it has ended, everyone reads only their own votes.' }),
    startedBy: Author,
    own: Type.Boolean({ description: 'The caller started it.' }),
    startedAt: Type.Integer({ description: 'In milliseconds since the Unix epoch.' }),
    endedAt: Type.Union([Type.Integer(), Type.Null()], {
      description: 'In milliseconds since the Unix epoch; null while it runs.',
    }),
    left: Type.Integer({ description: 'How many votes the caller can still place.' }),
    mine: Type.Array(VotesOn, { description: 'The votes of the caller.' }),
    totals: Type.Union([Type.Array(VotesOn), Type.Null()], {
      description: 'The votes of all, most first; null while a private vote runs. Removed elements are left out.',
    }),
    voters: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many people have voted; null while a private vote runs.',
    }),
  },
  { description: 'A vote on the elements of a tab.' },
);
export type Vote = Static<typeof Vote>;

export const NewVote = Type.Object(
  {
    votes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.votesPerPerson,
        description: `How many votes each person has (default: ${defaultVotes}).`,
      }),
    ),
    private: Type.Optional(
      Type.Boolean({ description: 'Until the vote has ended, everyone reads only their own votes (default: false).' }),
    ),
  },
  strict,
);
export type NewVote = Static<typeof NewVote>;

export const OwnVotes = Type.Object(
  {
    element: Type.String({ maxLength: 64, description: 'Full id, ref or unique prefix of an element that is no arrow.' }),
    votes: Type.Integer({
      minimum: 0,
      maximum: limits.votesPerPerson,
      description: 'How many votes of yours the element has then; 0 takes them back.',
    }),
  },
  strict,
);
export type OwnVotes = Static<typeof OwnVotes>;

export const VoteAnswer = Type.Object({
  vote: Type.Union([Vote, Type.Null()], { description: 'The vote as it is now; null without one.' }),
});
export type VoteAnswer = Static<typeof VoteAnswer>;
