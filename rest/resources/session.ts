/** Signing in to the web application and signing out. */
import Type from 'typebox';

import { User } from '#schema/access.ts';
import { SignIn } from '#schema/calls.ts';

import { resource, route } from '../route.ts';

export const session = resource('/session', 'Session', [
  route({
    id: 'signIn',
    method: 'post',
    access: 'public',
    guessable: true,
    summary: 'Sign in with email and password, or with a one-time code',
    description: 'Sets an HttpOnly session cookie. Writes with this cookie need a same-origin Origin header.',
    body: SignIn,
    replies: { 200: { description: 'Signed in.', json: Type.Object({ user: User }) } },
    refuses: ['unauthenticated'],
    handle: ({ call, body }, app) => app.session.signIn(call, body),
    answer: ({ user, secret, lifeMs }) => ({
      status: 200,
      json: { user },
      cookies: [{ name: 'session', value: secret, maxAgeMs: lifeMs }],
    }),
  }),
  route({
    id: 'signOut',
    method: 'delete',
    access: 'session',
    summary: 'Sign out',
    replies: { 204: { description: 'Signed out.' } },
    refuses: [],
    handle: ({ call }, app) => app.session.signOut(call),
    answer: () => ({ status: 204, cookies: [{ name: 'session', value: null, maxAgeMs: 0 }] }),
  }),
]);
