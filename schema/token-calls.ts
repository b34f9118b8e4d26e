/** The bodies and queries of the calls for tokens and grants, as strict as those of calls.ts. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox';

import { grantDays, TokenAccess, TokenFence } from './access.ts';
import { limits } from './limits.ts';
import { Name } from './tab.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const nullable = <T extends TSchema>(schema: T, description: string) => Type.Union([schema, Type.Null()], { description });
const optionalOrNull = <T extends TSchema>(schema: T, description: string) => Type.Optional(nullable(schema, description));
const instant = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description: 'Milliseconds since the Unix epoch.' });

export const NewToken = strict({
  name: Name,
  access: TokenAccess,
  documents: optionalOrNull(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: limits.documentsPerToken,
      uniqueItems: true,
    }),
    'Ids of the only documents that it can reach; null: all.',
  ),
  fence: optionalOrNull(TokenFence, 'Further limits; null: none.'),
  expiresAt: optionalOrNull(instant, 'When it expires; null: never.'),
});
export type NewToken = Static<typeof NewToken>;

const authorizationQuery = Type.String({
  maxLength: limits.authorizationQueryCharacters,
  description: 'The query of the address to which the client sent the browser.',
});
export const AuthorizationQuery = strict({ query: authorizationQuery });
export const AuthorizationDecision = strict({
  query: authorizationQuery,
  allow: Type.Boolean({ description: 'Whether the client gets access.' }),
  access: TokenAccess,
  documents: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: limits.documentsPerToken,
      uniqueItems: true,
    }),
    'Ids of the only documents that it can reach; null: all.',
  ),
  fence: optionalOrNull(TokenFence, 'Further limits; null: none.'),
  days: Type.Enum([...grantDays], { description: 'How long it has access, in days.' }),
});
export type AuthorizationDecision = Static<typeof AuthorizationDecision>;
export const AuthorizationAnswer = Type.Object({
  redirect: Type.String({ description: 'The address that the browser goes to.' }),
});
