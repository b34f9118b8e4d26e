/** Calls for the second factor of the caller. */

import { resource, route } from '../route.ts';

export const secondFactor = resource('Session', [
  route('startSecondFactor', {
    access: 'session',
    summary: 'Begin to turn on your second factor',
    description:
      'Answers a new secret for an authenticator app. Signing in asks for its codes once the first one is confirmed; until then a further call replaces the secret.',
    replies: { 200: { description: 'The secret.' } },
    refuses: ['password_unset', 'second_factor_on'],
    handle: ({ call }, app) => app.secondFactors.start(call),
  }),
]);

export const confirmedSecondFactor = resource('Session', [
  route('confirmSecondFactor', {
    access: 'session',
    guessable: true,
    summary: 'Turn on your second factor',
    description:
      'From then on, signing in with a password or a one-time code asks for a code of the app, too. Sessions and API tokens stay valid. Wrong codes and passwords are limited as sign-ins are.',
    replies: { 200: { description: 'It is on. The recovery codes are shown only once.' } },
    refuses: ['password_wrong', 'second_factor_wrong', 'second_factor_on', 'second_factor_off'],
    handle: ({ call, body }, app) => app.secondFactors.confirm(call, body),
  }),
]);

export const endedSecondFactor = resource('Session', [
  route('endSecondFactor', {
    access: 'session',
    guessable: true,
    summary: 'Turn off your second factor',
    description: 'With your password, or a code. Its recovery codes are deleted.',
    replies: { 204: { description: 'It is off.' } },
    refuses: ['password_wrong', 'second_factor_wrong', 'second_factor_off'],
    handle: ({ call, body }, app) => app.secondFactors.end(call, body),
  }),
]);

export const recoveryCodes = resource('Session', [
  route('renewRecoveryCodes', {
    access: 'session',
    guessable: true,
    summary: 'Replace your recovery codes',
    description: 'With your password, or a code. The earlier recovery codes are no longer accepted.',
    replies: { 200: { description: 'The new ones, which are shown only once.' } },
    refuses: ['password_wrong', 'second_factor_wrong', 'second_factor_off'],
    handle: ({ call, body }, app) => app.secondFactors.renewRecoveryCodes(call, body),
  }),
]);
