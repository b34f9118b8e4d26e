/** The call that identifies the caller. */
import Type from 'typebox';

import { Token, User } from '#schema/access.ts';

import { resource, route } from '../route.ts';

export const me = resource('/me', 'Session', [
  route({
    id: 'showMe',
    method: 'get',
    access: 'signed-in',
    summary: 'Show who the caller is',
    replies: {
      200: {
        description: 'The person, and the token that acts for them.',
        json: Type.Object({ user: User, token: Type.Optional(Token) }),
      },
    },
    refuses: [],
    handle: ({ call }, app) => app.me.show(call),
  }),
]);
