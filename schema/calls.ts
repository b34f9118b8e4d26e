/**
 * The bodies and queries of the calls, one schema each. They are strict: an unknown member is refused.
 *
 * REST validates with them and describes them; the command line and MCP take their inputs from the same objects. Query members
 * have their types after parsing: a flag is `'0'` or `'1'`, a number an integer.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox';

import { Email, GuestName, HexColor, Level, LinkLevel, TabIds } from './access.ts';
import { eventTypes } from './event.ts';
import { limits } from './limits.ts';
import { proposeFlag } from './proposal.ts';
import { SecondFactorCode } from './second-factor.ts';
import { ArrowLine, Layer, Name, TabLook, TabMode, ThemeId } from './tab.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const optionalOrNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));
const flag = (description: string) => Type.Optional(Type.Enum(['1', '0'], { description }));
const instant = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description: 'Milliseconds since the Unix epoch.' });
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const revRange = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const Rev = (description: string) => Type.Optional(Type.Integer({ ...revRange, description }));
const bases = {
  baseRev: Rev('The revision that was read. Refused if others have changed one of its targets since.'),
  expectedRev: Rev('Refused if the tab is at any other revision.'),
};

export const SignIn = Type.Union([
  strict({
    email: Email,
    password: Type.String({ minLength: 1, maxLength: limits.passwordCharacters, description: 'The password of the person.' }),
    secondFactor: Type.Optional(SecondFactorCode),
  }),
  strict({
    code: secret('A code that signs in once, from the address that the server printed.'),
    secondFactor: Type.Optional(SecondFactorCode),
  }),
]);
export type SignIn = Static<typeof SignIn>;

export const MemberLevel = strict({ level: Level, tabs: Type.Optional(TabIds) });
export type MemberLevel = Static<typeof MemberLevel>;

export const NewShareLink = strict({
  level: LinkLevel,
  tabs: optionalOrNull(TabIds, 'Ids of the tabs that it is limited to; null: all.'),
  expiresAt: optionalOrNull(instant, 'When it expires; null: never.'),
  publish: Type.Optional(
    Type.Boolean({
      description:
        'True: anyone with the address reads the board live without an account, and pages can embed it. Only with the level viewer, and in a session.',
    }),
  ),
  guests: Type.Optional(
    Type.Boolean({
      description: 'True: people without an account edit through the link, too. Only with the level editor, and in a session.',
    }),
  ),
});
export type NewShareLink = Static<typeof NewShareLink>;
export const OpenShareLink = strict({
  secret: secret('The part of the address of the link after `#`.'),
  name: Type.Optional(GuestName),
});
export type OpenShareLink = Static<typeof OpenShareLink>;
export const OpenedShareLink = Type.Object({
  document: Type.Object(
    { id: Type.String({ description: 'Id of the document.' }), name: Type.String({ description: 'The name of the document.' }) },
    { description: 'The document that the link opens.' },
  ),
  level: Level,
  guest: Type.Optional(
    Type.Object(
      { name: Type.String({ description: 'The name of the guest.' }), color: HexColor },
      { description: 'The guest, where the caller has no account.' },
    ),
  ),
});
export type OpenedShareLink = Static<typeof OpenedShareLink>;

/** The line form as one text, or the JSON form as a list. The engine checks each operation and has codes of its own. */
export const OperationsBody = Type.Union([Type.String(), Type.Array(Type.Unknown())], {
  description: 'The line form as one text, or the JSON form as a list of objects.',
});
export type OperationsBody = Static<typeof OperationsBody>;
export const Summary = Type.String({ maxLength: limits.summaryCharacters, description: 'What the change is about, for people.' });

/** A time of RFC 3339. */
export const timePattern = '\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:[Zz]|[+-]\\d\\d:\\d\\d)';
const momentPattern = `^(?:\\d{1,16}|ver_[0-9a-z]{16,40}|${timePattern})$`;
/** A moment of the past. */
export const Moment = (description: string) =>
  Type.Union([Type.Integer(revRange), Type.String({ pattern: momentPattern })], {
    description: `${description}: a revision of the tab, a time such as 2026-11-01T12:00:00Z, or the id of a version.`,
  });
export const NewChangeset = strict({
  operations: OperationsBody,
  ...bases,
  summary: Type.Optional(Summary),
});
export type NewChangeset = Static<typeof NewChangeset>;
/** A text/plain body contains the operations; the query has the other members. */
export const NewChangesetQuery = strict({
  dryRun: flag('Answers what would happen, and applies nothing.'),
  propose: proposeFlag,
  render: Type.Optional(Type.Enum(['png'], { description: 'Include a picture of the result in the answer.' })),
  ...bases,
  summary: Type.Optional(Summary),
});
export type NewChangesetQuery = Static<typeof NewChangesetQuery>;
export const ChangesetListQuery = strict({
  tab: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only the changesets of this tab.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.changesetListMax,
      default: limits.changesetListDefault,
      description: `The most changesets to list, up to ${limits.changesetListMax}; default: ${limits.changesetListDefault}.`,
    }),
  ),
  before: Type.Optional(
    Type.String({ pattern: '^cs_[0-9a-z]{16,40}$', description: 'The id of a changeset: lists those before it.' }),
  ),
});
export type ChangesetListQuery = Static<typeof ChangesetListQuery>;

export const EventQuery = strict({
  types: Type.Optional(
    Type.String({ maxLength: 200, description: `A comma-separated list of ${eventTypes.join(', ')}; default: all.` }),
  ),
});
export type EventQuery = Static<typeof EventQuery>;

export const ElementHistoryQuery = strict({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.changesetListMax,
      default: limits.changesetListDefault,
      description: `The most changes to list, up to ${limits.changesetListMax}; default: ${limits.changesetListDefault}.`,
    }),
  ),
  before: Rev('Lists the changes before this revision.'),
});
export type ElementHistoryQuery = Static<typeof ElementHistoryQuery>;

/** A token's presence on a tab. */
export const NewPresence = strict({
  status: Type.Optional(
    Type.String({
      maxLength: limits.presenceStatusCharacters,
      pattern: '^[^\\p{Cc}\\u2028\\u2029]*$',
      description: 'One line without control characters; a blank status is no status.',
    }),
  ),
  focus: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'An element.' }), {
      maxItems: limits.presenceFocus,
      description: 'Refs, ids or unique id prefixes of elements on the tab.',
    }),
  ),
  ttl: Type.Optional(
    Type.Integer({
      minimum: limits.presenceTtlMinMs,
      maximum: limits.presenceTtlMaxMs,
      default: limits.presenceTtlMs,
      description: 'Milliseconds.',
    }),
  ),
});
export type NewPresence = Static<typeof NewPresence>;

const position = Type.Integer({ minimum: 0, maximum: limits.tabsPerDocument, description: 'Counted from 0.' });
export const NewTab = strict({
  name: Name,
  mode: Type.Optional(TabMode),
  theme: Type.Optional(ThemeId),
  look: Type.Optional(TabLook),
  operations: Type.Optional(OperationsBody),
  position: Type.Optional(position),
});
export type NewTab = Static<typeof NewTab>;
export const TabPatch = strict({
  name: Type.Optional(Name),
  locked: Type.Optional(Type.Boolean({ description: 'Locks or unlocks the whole tab.' })),
  mode: Type.Optional(TabMode),
  theme: Type.Optional(ThemeId),
  look: Type.Optional(TabLook),
  arrowLine: Type.Optional(ArrowLine),
  position: Type.Optional(position),
  layers: Type.Optional(Type.Array(Layer, { maxItems: limits.layersPerTab, description: 'All layers, bottom to top.' })),
});
export type TabPatch = Static<typeof TabPatch>;
export const TabReplacement = strict({
  operations: OperationsBody,
  baseRev: bases.baseRev,
  summary: Type.Optional(Summary),
});
export type TabReplacement = Static<typeof TabReplacement>;
export const TabRestore = strict({
  at: Moment('The moment to return to'),
  elements: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'An element.' }), {
      minItems: 1,
      maxItems: limits.elementsPerTab,
      description: 'Refs, ids or unique id prefixes, then or now: restores only these. Default: all elements and pages.',
    }),
  ),
  summary: Type.Optional(Summary),
});
export type TabRestore = Static<typeof TabRestore>;
/** The query and body of a restore. */
export const restoring = {
  query: strict({ dryRun: flag('Answers what would happen, and applies nothing.'), propose: proposeFlag }),
  body: TabRestore,
};
export const TabQuery = strict({
  view: Type.Optional(
    Type.Enum(['json', 'outline', 'comments', 'lint', 'lines', 'diff'], { description: 'What to answer. Default: json.' }),
  ),
  all: flag('With `view=comments`: includes resolved threads.'),
  budget: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'The most tokens that the outline may take: four letters or three digits count as one, any other character as one, spaces as none. It takes more only when nothing is left to fold.',
    }),
  ),
  at: Type.Optional(Moment('Shows the tab as it was at this moment')),
  since: Type.Optional(Moment('The moment that `view=diff` compares with')),
  until: Type.Optional(Moment('The moment up to which `view=diff` shows changes; default: now')),
  elements: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_192,
      description:
        'With `view=lint`: a comma-separated list of refs, ids or unique prefixes. Only findings about these, about what is in them, and about their arrows are listed.',
    }),
  ),
});
export type TabQuery = Static<typeof TabQuery>;

/** Missing, blank and overlong texts have error codes of their own: the route maps a missing one. */
const commentText = Type.String({
  description: `1 to ${limits.commentCharacters.toLocaleString('en')} characters. \`@\` and the id of a member of the document, such as \`@user_0mi9k2dcw4pq6n2v8j3z\`, mentions that person; it is stored as \`@\` and their name. \`@\` and a name that only one member has mentions, too.`,
});
export const NewComment = strict({
  elementId: Type.String({ description: 'The full id, ref or unique prefix of any element but an arrow.' }),
  text: commentText,
});
export type NewComment = Static<typeof NewComment>;
export const CommentText = strict({ text: commentText });
export type CommentText = Static<typeof CommentText>;
/** `status` is any text: an unknown status has an error code of its own. */
export const CommentQuery = strict({
  status: Type.Optional(Type.String({ default: 'open', description: 'open, resolved or all.' })),
  removed: flag('Adds the threads of elements that were removed, last.'),
});
export type CommentQuery = Static<typeof CommentQuery>;
