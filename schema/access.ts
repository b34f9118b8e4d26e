/** People, tokens, members, share links, and the levels of access to a document. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

/** In ascending order: each level includes those before it. */
export const levels = ['viewer', 'participant', 'editor', 'owner'] as const;
export const Level = Type.Enum([...levels]);
export type Level = (typeof levels)[number];

/** True if `level` includes `required`. */
export const reaches = (level: Level, required: Level): boolean => levels.indexOf(level) >= levels.indexOf(required);

export const HexColor = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const Timestamp = Type.Integer({ description: 'Milliseconds since the Unix epoch.' });
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A person as others see them. */
export const Author = Type.Object({ name: Type.String(), color: HexColor });
export type Author = Static<typeof Author>;

export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  color: HexColor,
  email: Type.Optional(Type.String()),
});
export type User = Static<typeof User>;

export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' });

export const TokenAccess = Type.Enum(['full', 'read']);
export type TokenAccess = Static<typeof TokenAccess>;

export const Token = Type.Object({
  id: Type.String(),
  name: Type.String(),
  access: TokenAccess,
  documents: OrNull(Type.Array(Type.String())),
  createdAt: Timestamp,
  lastUsedAt: OrNull(Timestamp),
  expiresAt: OrNull(Timestamp),
});
export type Token = Static<typeof Token>;

export const Member = Type.Object({
  user: Type.Object({ id: Type.String(), name: Type.String(), color: HexColor }),
  level: Level,
  tabs: Type.Optional(Type.Array(Type.String())),
});
export type Member = Static<typeof Member>;

/** The levels that a share link can grant. Ownership is granted to a person, never through a link. */
export const LinkLevel = Type.Enum(['viewer', 'participant', 'editor']);
export type LinkLevel = Static<typeof LinkLevel>;

export const ShareLink = Type.Object({
  id: Type.String(),
  level: LinkLevel,
  tabs: OrNull(Type.Array(Type.String())),
  url: Type.String(),
  createdAt: Timestamp,
  expiresAt: OrNull(Timestamp),
});
export type ShareLink = Static<typeof ShareLink>;

export const GuestName = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
export const TabIds = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: limits.tabsPerDocument,
  uniqueItems: true,
});
export { Timestamp, OrNull };
