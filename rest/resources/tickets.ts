/** Tickets for the live protocol, for pages that have a cookie and no token. */
import Type from 'typebox';

import { Timestamp } from '#schema/access.ts';

import { resource, route } from '../route.ts';

export const tickets = resource('/documents/:doc/tickets', 'Live protocol', [
  route({
    id: 'createTicket',
    method: 'post',
    access: 'browser',
    summary: 'Issue a ticket for the live protocol',
    description: 'Valid for one connection within 60 seconds. API tokens connect directly and need none.',
    replies: {
      201: {
        description: 'The ticket and the address to connect to.',
        json: Type.Object({ ticket: Type.String(), expiresAt: Timestamp, url: Type.String() }),
      },
    },
    refuses: [],
    handle: ({ call, params }, app) => app.tickets.create(call, params.doc),
  }),
]);
