/** Tickets for the live protocol, for pages that have a cookie and no token. */

import { resource, route } from '../route.ts';

export const tickets = resource('Live protocol', [
  route('createTicket', {
    access: 'browser',
    summary: 'Issue a ticket for the live protocol',
    description: 'Valid for one connection within 60 seconds. API tokens connect directly and need none.',
    replies: {
      201: {
        description: 'The ticket and the address to connect to.',
      },
    },
    refuses: [],
    handle: ({ call, params }, app) => app.tickets.create(call, params.doc),
  }),
]);
