/** Calls of administrators, in a session only. */

import { resource, route } from '../route.ts';

export const people = resource('Administration', [
  route('listPeople', {
    access: 'session',
    summary: 'List people',
    replies: { 200: { description: 'A page of people.' } },
    refuses: ['administrator_required'],
    handle: ({ call, query }, app) => app.administration.listPeople(call, query),
  }),
  route('addPerson', {
    access: 'session',
    summary: 'Add a person',
    description: 'Without a password, the person signs in with a one-time code or through a provider that knows the address.',
    replies: { 201: { description: 'The new person.' } },
    refuses: ['administrator_required', 'email_taken'],
    handle: ({ call, body }, app) => app.administration.addPerson(call, body),
    answer: (json) => ({ status: 201, json }),
  }),
]);

export const person = resource('Administration', [
  route('changePerson', {
    access: 'session',
    summary: 'Deactivate a person, or make them an administrator',
    description:
      'A deactivated person is signed out everywhere and cannot sign in; their tokens are refused. What they have made stays. The last active administrator stays one.',
    replies: { 200: { description: 'The person.' } },
    refuses: ['administrator_required', 'user_not_found', 'last_administrator'],
    handle: ({ call, params, body }, app) => app.administration.changePerson(call, params.user, body),
  }),
]);

export const signInCodeOfPerson = resource('Administration', [
  route('createSignInCode', {
    access: 'session',
    summary: 'Create a page that signs a person in once',
    description: 'For people without a password, or who lost it. A second factor is asked for all the same.',
    replies: { 200: { description: 'The page, which is shown only once.' } },
    refuses: ['administrator_required', 'user_not_found'],
    handle: ({ call, params }, app) => app.administration.createSignInCode(call, params.user),
  }),
]);

export const endedFactorOfPerson = resource('Administration', [
  route('resetSecondFactor', {
    access: 'session',
    summary: 'Turn off the second factor of a person who has lost it',
    replies: { 204: { description: 'It is off.' } },
    refuses: ['administrator_required', 'user_not_found', 'second_factor_off'],
    handle: ({ call, params }, app) => app.administration.resetSecondFactor(call, params.user),
  }),
]);

export const tokensOfPerson = resource('Administration', [
  route('listTokensOfPerson', {
    access: 'session',
    summary: 'List the tokens of a person',
    replies: { 200: { description: 'The tokens, without their secrets.' } },
    refuses: ['administrator_required', 'user_not_found'],
    handle: ({ call, params }, app) => app.administration.listTokens(call, params.user),
  }),
]);

export const tokenOfPerson = resource('Administration', [
  route('revokeTokenOfPerson', {
    access: 'session',
    summary: 'Revoke a token of a person',
    replies: { 204: { description: 'Revoked.' } },
    refuses: ['administrator_required', 'user_not_found'],
    handle: ({ call, params }, app) => app.administration.revokeToken(call, params.user, params.token),
  }),
]);

export const administeredAudit = resource('Administration', [
  route('readAudit', {
    access: 'session',
    summary: 'Read the audit log',
    replies: { 200: { description: 'A page of entries.' } },
    refuses: ['administrator_required'],
    handle: ({ call, query }, app) => app.administration.audit(call, query),
  }),
]);

export const administeredStorage = resource('Administration', [
  route('readStorage', {
    access: 'session',
    summary: 'Show how much the installation stores',
    replies: { 200: { description: 'Counts and bytes.' } },
    refuses: ['administrator_required'],
    handle: ({ call }, app) => app.administration.storage(call),
  }),
]);
