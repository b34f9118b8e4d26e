/** Calls of the consent page, on which a person gives a program access. */

import { resource, route } from '../route.ts';

export const authorization = resource('Tokens', [
  route('readAuthorization', {
    access: 'session',
    summary: 'Read what a program asks for',
    description: 'For the consent page: judges the request that a program wrote into the address of /oauth/authorize.',
    replies: { 200: { description: 'The program, and the access that it can be given.' } },
    refuses: [
      'oauth_unavailable',
      'oauth_client_invalid',
      'oauth_redirect_invalid',
      'oauth_request_invalid',
      'outbound_refused',
      'outbound_failed',
    ],
    handle: ({ call, query }, app) => app.consents.show(call, query.query),
  }),
  route('decideAuthorization', {
    access: 'session',
    summary: 'Give a program access, or not',
    description: 'For the consent page. The answer says where the browser goes: back to the program, with a code or a denial.',
    replies: { 200: { description: 'Decided.' } },
    refuses: [
      'oauth_unavailable',
      'oauth_client_invalid',
      'oauth_redirect_invalid',
      'oauth_request_invalid',
      'outbound_refused',
      'outbound_failed',
      'document_not_found',
      'too_large',
    ],
    handle: ({ call, body }, app) => app.consents.decide(call, body),
  }),
]);
