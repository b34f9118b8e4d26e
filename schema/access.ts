/** People, tokens, members, share links, and the levels of access to a document. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

/** In ascending order: each level includes those before it. */
export const levels = ['viewer', 'participant', 'editor', 'owner'] as const;
export const Level = Type.Enum([...levels], { description: 'In ascending order: viewer, participant, editor, owner.' });
export type Level = (typeof levels)[number];

/** True if `level` includes `required`. */
export const reaches = (level: Level, required: Level): boolean => levels.indexOf(level) >= levels.indexOf(required);

/** As callers may write it; it is stored and answered in lower case. */
export const AnyCaseHexColor = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'A color, `#rrggbb`.' });
export const HexColor = Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'A color, `#rrggbb`.' });
const Timestamp = Type.Integer({ description: 'Milliseconds since the Unix epoch.' });
const OrNull = <T extends Type.TSchema>(schema: T, options: { readonly description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** A person as others see them. */
export const Author = Type.Object(
  { name: Type.String({ description: 'The name of the person.' }), color: HexColor },
  { description: 'A person as others see them.' },
);
export type Author = Static<typeof Author>;

export const User = Type.Object(
  {
    id: Type.String({ description: 'Id of the person.' }),
    name: Type.String({ description: 'The name that others see.' }),
    color: HexColor,
    email: Type.Optional(Type.String({ description: 'The address that the person signs in with.' })),
  },
  { description: 'A person with an account.' },
);
export type User = Static<typeof User>;

/** A password that is being set. */
export const NewPassword = Type.String({
  minLength: limits.passwordCharactersMin,
  maxLength: limits.passwordCharacters,
  description: `A password of at least ${limits.passwordCharactersMin} characters.`,
});

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'An e-mail address.',
});

export const OwnSession = Type.Object(
  {
    id: Type.String({ description: 'Id of the session.' }),
    createdAt: Type.Integer({ description: 'When the person signed in, in milliseconds since the Unix epoch.' }),
    lastUsedAt: Type.Integer({ description: 'When it was last used, within a minute.' }),
    expiresAt: Type.Integer({ description: 'When it expires.' }),
    userAgent: Type.Union([Type.String(), Type.Null()], {
      description: 'What the browser called itself when the person signed in; null: unknown.',
    }),
    isCurrent: Type.Boolean({ description: 'True for the session of this call.' }),
  },
  { description: 'A browser in which a person is signed in.' },
);
export type OwnSession = Static<typeof OwnSession>;

/** The kinds of writes that a fence can name beside single operations of changesets; `draw` is all of these. */
export const fencedWrites = ['draw', 'illustrate', 'revert', 'tab', 'comment', 'card', 'sheet', 'image', 'presence'] as const;
export type FencedWrite = (typeof fencedWrites)[number];

export const TokenAccess = Type.Enum(['full', 'read'], { description: 'full: reads and writes; read: only reads.' });
export type TokenAccess = Static<typeof TokenAccess>;

/** The limits of a token beyond its access, each optional. */
export const TokenFence = Type.Object(
  {
    documents: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: limits.documentsPerToken,
        uniqueItems: true,
        description: 'Ids of the only documents that the token sees.',
      }),
    ),
    tabs: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: limits.tabsPerDocument,
        uniqueItems: true,
        description: 'Ids of the only tabs that the token writes on. They belong to the documents of the fence.',
      }),
    ),
    frame: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Id of the frame that the token draws in, on the only tab of the fence. It changes nothing else.',
      }),
    ),
    operations: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z]{2,20}$' }), {
        minItems: 1,
        maxItems: 40,
        uniqueItems: true,
        description: `The only writes that the token makes: operations of changesets, such as \`add\`, and ${fencedWrites.join(', ')}.`,
      }),
    ),
    rate: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.callsPerMinutePerToken, description: 'The most calls a minute.' }),
    ),
  },
  { description: 'Limits of a token beyond its access.', minProperties: 1, additionalProperties: false },
);
export type TokenFence = Static<typeof TokenFence>;

/** The client of a grant. */
export const TokenClient = Type.Object(
  {
    id: Type.String({ description: 'Id of the client: a URL, or what its registration answered.' }),
    name: Type.String({ description: 'The name that the client gives itself.' }),
    host: Type.String({ description: 'The host that people are sent back to, or that describes the client.' }),
  },
  { description: 'The program that was given access.' },
);
export type TokenClient = Static<typeof TokenClient>;

export const HandFrom = Type.Enum(['owner', 'participants'], {
  description:
    'Who may hand it tasks. owner: only its owner. participants: everyone with participant access to the document. Default: owner.',
});
export type HandFrom = Static<typeof HandFrom>;

export const Token = Type.Object(
  {
    id: Type.String({ description: 'Id of the token.' }),
    name: Type.String({ description: 'The name that its owner gave it.' }),
    access: TokenAccess,
    documents: OrNull(Type.Array(Type.String()), {
      description: 'Ids of the documents that it is limited to; null: every document of its owner.',
    }),
    createdAt: Timestamp,
    lastUsedAt: OrNull(Timestamp, { description: 'When it was last used, within a minute; null: never.' }),
    expiresAt: OrNull(Timestamp, { description: 'When it expires; null: never.' }),
    fence: OrNull(TokenFence, { description: 'Further limits; null: none.' }),
    via: Type.Optional(Type.Enum(['oauth'], { description: 'oauth: a grant, which a client got through OAuth.' })),
    client: Type.Optional(TokenClient),
    handle: OrNull(Type.String(), { description: 'The name under which people hand it tasks; null: it takes none.' }),
    handFrom: HandFrom,
  },
  { description: 'An API token or a grant, without its secret.' },
);
export type Token = Static<typeof Token>;

/** How long a person gives a client access, in days. */
export const grantDays = [1, 30, 90] as const;

export const Authorization = Type.Object(
  {
    client: TokenClient,
    isVouched: Type.Boolean({ description: 'True if the id of the client is a URL, whose host vouches for the rest.' }),
    redirectHost: Type.String({ description: 'The host, or the scheme of an application, that the browser goes back to.' }),
    isLocal: Type.Boolean({ description: 'True if the browser goes back to a program on the computer of the person.' }),
    access: Type.Array(TokenAccess, { description: 'The access that the person can give.' }),
  },
  { description: 'A request of a client for access, as the consent page shows it.' },
);
export type Authorization = Static<typeof Authorization>;

export const Member = Type.Object(
  {
    user: Type.Object(
      {
        id: Type.String({ description: 'Id of the person.' }),
        name: Type.String({ description: 'The name of the person.' }),
        color: HexColor,
      },
      { description: 'The person.' },
    ),
    level: Level,
    tabs: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the only tabs that the member can write on.' })),
  },
  { description: 'A member of a document.' },
);
export type Member = Static<typeof Member>;

/** The levels that a share link can grant. Ownership is granted to a person, never through a link. */
export const LinkLevel = Type.Enum(['viewer', 'participant', 'editor'], { description: 'The level of those who open the link.' });
export type LinkLevel = Static<typeof LinkLevel>;

export const ShareLink = Type.Object(
  {
    id: Type.String({ description: 'Id of the link.' }),
    level: LinkLevel,
    tabs: OrNull(Type.Array(Type.String()), { description: 'Ids of the tabs that it is limited to; null: all.' }),
    url: OrNull(Type.String(), {
      description:
        'The address to open in a browser; null in a list if the key of the server has changed since, though the link works.',
    }),
    createdAt: Timestamp,
    expiresAt: OrNull(Timestamp, { description: 'When it expires; null: never.' }),
    publish: Type.Boolean({
      description: 'True: `url` shows the board to anyone, live and read-only, and makes nobody a guest.',
    }),
    guests: Type.Boolean({ description: 'True: people without an account edit through the link, too.' }),
    embedUrl: Type.Optional(
      OrNull(Type.String(), {
        description: 'Of a published link: the address for frames in other pages; null if `url` is null.',
      }),
    ),
    readers: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Of a published link: how many readers are connected now, on all nodes.' }),
    ),
  },
  { description: 'A link that opens a document.' },
);
export type ShareLink = Static<typeof ShareLink>;

export const GuestName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '\\S',
  description: 'The name of a guest without an account.',
});
export const TabIds = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: limits.tabsPerDocument,
  uniqueItems: true,
  description: 'Ids of the tabs that the access is limited to.',
});

export { Timestamp, OrNull };
