/** tokens: a person's API tokens, managed on the web page alone. */
import Type from 'typebox';

import { Token } from '#schema/access.ts';
import { NewToken } from '#schema/calls.ts';

import { resource, route } from '../route.ts';

export const tokens = resource('/tokens', 'Tokens', [
  route({
    id: 'createToken',
    method: 'post',
    access: 'session',
    summary: 'Make an API token',
    description:
      'The secret is answered once and kept nowhere. `documents` binds the token to those documents; null: all that its owner sees.',
    body: NewToken,
    replies: { 201: { description: 'The token and its secret.', json: Type.Object({ token: Token, secret: Type.String() }) } },
    refuses: ['document_not_found', 'too_large'],
    handle: ({ call, body }, app) => app.tokens.create(call, body),
    answer: (made) => ({ status: 201, json: made, location: `/tokens/${made.token.id}` }),
  }),
  route({
    id: 'listTokens',
    method: 'get',
    access: 'session',
    summary: 'List your API tokens',
    replies: {
      200: { description: 'Newest first, expired ones too, revoked ones not.', json: Type.Object({ tokens: Type.Array(Token) }) },
    },
    refuses: [],
    handle: ({ call }, app) => app.tokens.list(call),
  }),
]);

export const token = resource('/tokens/:token', 'Tokens', [
  route({
    id: 'revokeToken',
    method: 'delete',
    access: 'session',
    summary: 'Revoke an API token',
    replies: { 204: { description: 'Revoked: its calls are refused and its connections close.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.tokens.revoke(call, params.token),
  }),
]);
