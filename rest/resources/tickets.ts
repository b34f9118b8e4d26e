/** tickets: one connection each to the live protocol, for a page that has a cookie and no token. */
import Type from 'typebox';

import { Timestamp } from '#schema/access.ts';

import { resource, route } from '../route.ts';

export const tickets = resource('/documents/:doc/tickets', 'Live protocol', [
  route({
    id: 'createTicket',
    method: 'post',
    access: 'browser',
    summary: 'Make a ticket for the live protocol',
    description: 'Good for one connection within 60 seconds. An API token connects with itself and needs none.',
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
