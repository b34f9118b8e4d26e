/** Proposals: writes that were planned, linted and stored, and wait until a person accepts or rejects them. */
import Type, { type Static } from 'typebox';

import { Author } from './access.ts';
import { ChangesetLint, Counts, ImportReport, Result, WrittenChangeset } from './changeset.ts';
import { keptReasons } from './history.ts';
import { limits } from './limits.ts';

/** What agents may do with a document. */
export const agentSettings = ['write', 'propose', 'read'] as const;
export type AgentSetting = (typeof agentSettings)[number];

/** `refused`: a step on a card that the present does not allow, such as a place in a column that is gone. */
export const proposalKeptReasons = [...keptReasons, 'refused'] as const;
export type ProposalKeptReason = (typeof proposalKeptReasons)[number];

export const proposalStates = ['open', 'accepted', 'rejected'] as const;
export type ProposalState = (typeof proposalStates)[number];
export const partStates = [...proposalStates, 'kept'] as const;
export type PartState = (typeof partStates)[number];

export const ProposalPart = Type.Object({
  id: Type.String({ description: 'Full id of the element or page, or the id of the card or the sheet.' }),
  change: Type.Enum(['added', 'changed', 'moved', 'removed'], {
    description: 'What the proposal does to it. moved: only its place or size changes.',
  }),
  state: Type.Enum([...partStates], { description: 'kept: accepted, but others had changed it since.' }),
});
export type ProposalPart = Static<typeof ProposalPart>;

export const Proposal = Type.Object(
  {
    id: Type.String({ description: 'Id of the proposal.' }),
    tabId: Type.Union([Type.String(), Type.Null()], { description: 'Id of its tab; null for cards.' }),
    url: Type.String({ description: 'The address of a page that shows the proposal.' }),
    call: Type.String({ description: 'The call that was proposed, such as `applyChangeset`.' }),
    state: Type.Enum([...proposalStates], {
      description: 'open until each part is decided; then accepted if any part was accepted, else rejected.',
    }),
    author: Author,
    agent: Type.Boolean({ description: 'It was sent with an API token.' }),
    own: Type.Boolean({ description: 'The caller made it.' }),
    summary: Type.Optional(Type.String({ description: 'What it is about, in the words of its author.' })),
    rev: Type.Integer({ description: 'The revision that it was planned on.' }),
    counts: Counts,
    parts: Type.Array(ProposalPart, { description: 'What it changes, each with its state.' }),
    overlaps: Type.Array(
      Type.Object({
        proposal: Type.String({ description: 'Id of the other proposal.' }),
        parts: Type.Array(Type.String(), { description: 'Ids of what both change.' }),
      }),
      { description: 'Other open proposals that change the same.' },
    ),
    reason: Type.Optional(Type.String({ description: 'Why it, or part of it, was rejected.' })),
    decidedBy: Type.Optional(Author),
    decidedAt: Type.Optional(Type.Integer({ description: 'The last decision, in milliseconds since the Unix epoch.' })),
    changesets: Type.Array(Type.String(), { description: 'Ids of the changesets that accepted parts of it.' }),
    createdAt: Type.Integer({ description: 'When it was made, in milliseconds since the Unix epoch.' }),
    expiresAt: Type.Integer({ description: 'When it lapses, in milliseconds since the Unix epoch.' }),
  },
  { description: 'A write that waits for a person.' },
);
export type Proposal = Static<typeof Proposal>;

export const ProposalAnswer = Type.Object(
  {
    proposal: Type.Union([Proposal, Type.Null()], { description: 'Null if the write would change nothing.' }),
    results: Type.Array(Result, { description: 'What would happen to each element.' }),
    report: Type.Optional(ImportReport),
    lint: ChangesetLint,
    text: Type.String({ description: 'The same for people and models, a line for each result.' }),
    picture: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'With `render=png`: the tab with the proposal, as a data URL.' }),
    ),
  },
  { description: 'The answer to a write that was proposed.' },
);
export type ProposalAnswer = Static<typeof ProposalAnswer>;

/** A value before and after. The present may differ from `before`. */
export const ProposalEdit = Type.Object({
  id: Type.String({ description: 'Full id of the element.' }),
  before: Type.Unsafe<unknown>({ description: 'The element when the proposal was made; null: it adds the element.' }),
  after: Type.Unsafe<unknown>({ description: 'The element as proposed; null: it removes the element.' }),
});
export const ProposalDetail = Type.Object({
  proposal: Proposal,
  results: Type.Array(Result, { description: 'What it does to each element.' }),
  edits: Type.Array(ProposalEdit, { description: 'Elements before and after; none for cards and sheets.' }),
  lint: ChangesetLint,
  text: Type.String({ description: 'The same for people and models, a line for each result.' }),
});
export type ProposalDetail = Static<typeof ProposalDetail>;

export const ProposalList = Type.Object({ proposals: Type.Array(Proposal, { description: 'Newest first.' }) });
export const ProposalListQuery = Type.Object(
  {
    tab: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only the proposals for this tab.' })),
    status: Type.Optional(Type.Enum(['open', 'all'], { description: 'Default: open.' })),
  },
  { additionalProperties: false },
);
export type ProposalListQuery = Static<typeof ProposalListQuery>;

const Parts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'Part of the proposal.' }), {
    minItems: 1,
    maxItems: limits.elementsPerTab,
    description: 'Ids, or refs of elements. Default: everything that is not decided yet.',
  }),
);
export const ProposalAcceptance = Type.Object({ elements: Parts }, { additionalProperties: false });
export type ProposalAcceptance = Static<typeof ProposalAcceptance>;
export const ProposalRejection = Type.Object(
  {
    elements: Parts,
    reason: Type.Optional(
      Type.String({ maxLength: limits.proposalReasonCharacters, description: 'Why. Its author reads it next.' }),
    ),
  },
  { additionalProperties: false },
);
export type ProposalRejection = Static<typeof ProposalRejection>;

export const AcceptAnswer = Type.Object(
  {
    proposal: Proposal,
    changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null for cards and sheets, and if nothing changed.' }),
    accepted: Type.Array(Type.String(), { description: 'Ids of what was accepted, with what it depends on.' }),
    kept: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Its id.' }),
        ref: Type.String({ description: 'The ref of the element, the title of the card or the address of the cell.' }),
        reason: Type.Enum([...proposalKeptReasons], {
          description:
            'changed: edited since; gone: it, or what it was attached to, was removed; present: it was added since; order: reordered since; refused: the document does not allow it any more.',
        }),
      }),
      { description: 'What was left as it is, because others have changed it since.' },
    ),
    results: Type.Array(Result, { description: 'What happened to each element.' }),
    lint: ChangesetLint,
    text: Type.String({ description: 'The same for people and models, a line for each result.' }),
  },
  { description: 'The answer to an accepted proposal.' },
);
export type AcceptAnswer = Static<typeof AcceptAnswer>;

export const proposeFlag = Type.Optional(
  Type.Enum(['1', '0'], { description: 'Stores the write as a proposal, and applies nothing.' }),
);
export const ProposeQuery = Type.Object({ propose: proposeFlag }, { additionalProperties: false });
export type ProposeQuery = Static<typeof ProposeQuery>;
