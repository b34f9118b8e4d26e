/** Calls for the sessions of the caller. */

import { resource, route } from '../route.ts';

export const ownSessions = resource('Session', [
  route('listSessions', {
    access: 'session',
    summary: 'List where you are signed in',
    replies: { 200: { description: 'The sessions, without their secrets.' } },
    refuses: [],
    handle: ({ call }, app) => app.ownSessions.list(call),
  }),
  route('endOtherSessions', {
    access: 'session',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions but the one of this call, and closes their connections.',
    replies: { 204: { description: 'Signed out everywhere else.' } },
    refuses: [],
    handle: ({ call }, app) => app.ownSessions.endOthers(call),
  }),
]);

export const ownSession = resource('Session', [
  route('endSession', {
    access: 'session',
    summary: 'End one of your sessions',
    description: 'Its calls are refused from then on, and its connections close.',
    replies: { 204: { description: 'Ended.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.ownSessions.end(call, params.session),
    answer: ({ isCurrent }) => ({
      status: 204,
      ...(isCurrent && { cookies: [{ name: 'session', value: null, maxAgeMs: 0 }] }),
    }),
  }),
]);
