/** Calls for the caller's own account. */

import { resource, route } from '../route.ts';

export const me = resource('Session', [
  route('showMe', {
    access: 'signed-in',
    summary: 'Show who the caller is',
    replies: {
      200: {
        description: 'The person, and the token that acts for them.',
      },
    },
    refuses: [],
    handle: ({ call }, app) => app.me.show(call),
  }),
  route('changeMe', {
    access: 'session',
    guessable: true,
    summary: 'Change your name, color or password',
    description:
      'People who have a password send it as `currentPassword` with a new one, and wrong ones are limited as sign-ins are. Another password ends the other sessions; API tokens stay valid.',
    replies: { 200: { description: 'The person.' } },
    refuses: ['password_wrong'],
    handle: ({ call, body }, app) => app.me.change(call, body),
  }),
]);
