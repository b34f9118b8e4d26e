/** The call that identifies the caller. */

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
]);
