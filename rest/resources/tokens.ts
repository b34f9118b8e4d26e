/** Calls for a person's API tokens, which only sessions can make. */

import { resource, route } from '../route.ts';

export const tokens = resource('Tokens', [
  route('createToken', {
    access: 'session',
    summary: 'Create an API token',
    description:
      'The secret is answered once and not stored. `documents` limits the token to those documents; null: all that its owner can read.',
    replies: { 201: { description: 'The token and its secret.' } },
    refuses: ['document_not_found', 'too_large'],
    handle: ({ call, body }, app) => app.tokens.create(call, body),
    answer: (created) => ({ status: 201, json: created, location: `/tokens/${created.token.id}` }),
  }),
  route('listTokens', {
    access: 'session',
    summary: 'List your API tokens',
    replies: {
      200: {
        description: 'Newest first, including expired tokens, without revoked ones.',
      },
    },
    refuses: [],
    handle: ({ call }, app) => app.tokens.list(call),
  }),
]);

export const token = resource('Tokens', [
  route('changeToken', {
    access: 'session',
    summary: 'Give an API token a handle',
    description:
      'A token or grant with a handle takes tasks: people choose it in **Hand to…**. Without a handle it takes no new ones.',
    replies: { 200: { description: 'The token.' } },
    refuses: ['handle_taken'],
    handle: ({ call, params, body }, app) => app.tokens.change(call, params.token, body),
  }),
  route('revokeToken', {
    access: 'session',
    summary: 'Revoke an API token',
    replies: { 204: { description: 'Revoked: its calls are refused and its connections close.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.tokens.revoke(call, params.token),
  }),
]);
