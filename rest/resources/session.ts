/** Signing in to the web application and signing out. */

import { resource, route } from '../route.ts';

export const session = resource('Session', [
  route('signIn', {
    access: 'public',
    guessable: true,
    summary: 'Sign in with email and password, or with a one-time code',
    description:
      'Sets an HttpOnly session cookie. Writes with this cookie need a same-origin Origin header. If the person has a second factor, the right password or code alone is answered with `second_factor_required`: send both.',
    replies: { 200: { description: 'Signed in.' } },
    refuses: ['unauthenticated', 'second_factor_required', 'second_factor_wrong'],
    handle: ({ call, body, header }, app) => app.session.signIn(call, body, header('User-Agent')),
    answer: ({ user, secret, lifeMs }) => ({
      status: 200,
      json: { user },
      cookies: [{ name: 'session', value: secret, maxAgeMs: lifeMs }],
    }),
  }),
  route('signOut', {
    access: 'session',
    summary: 'Sign out',
    replies: { 204: { description: 'Signed out.' } },
    refuses: [],
    handle: ({ call }, app) => app.session.signOut(call),
    answer: () => ({ status: 204, cookies: [{ name: 'session', value: null, maxAgeMs: 0 }] }),
  }),
]);
