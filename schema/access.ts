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

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'An e-mail address.',
});

export const TokenAccess = Type.Enum(['full', 'read'], { description: 'full: reads and writes; read: only reads.' });
export type TokenAccess = Static<typeof TokenAccess>;

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
  },
  { description: 'An API token, without its secret.' },
);
export type Token = Static<typeof Token>;

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
    url: Type.String({ description: 'The address to open in a browser.' }),
    createdAt: Timestamp,
    expiresAt: OrNull(Timestamp, { description: 'When it expires; null: never.' }),
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
