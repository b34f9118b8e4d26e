/** Tickets: for the live protocol, for pages that have a cookie and no token, and for chat boards. */
import { asAgent } from '../agent-call.ts';
import { resource, route } from '../route.ts';

export const tickets = resource('Live protocol', [
  route('createTicket', {
    access: 'browser',
    inChats: true,
    summary: 'Issue a ticket for the live protocol',
    description:
      'Valid for one connection within 60 seconds. API tokens connect directly and need none; the ticket of a chat board gets one for `/collab/chat`.',
    replies: {
      201: {
        description: 'The ticket and the address to connect to.',
      },
    },
    refuses: [],
    handle: ({ call, params }, app) => app.tickets.create(call, params.doc),
  }),
]);

export const chatBoards = resource('Live protocol', [
  route('openInChat', {
    access: 'viewer',
    write: false,
    tokenOnly: 'chat_requires_token',
    summary: 'Issue a ticket for a chat board',
    description:
      "The ticket is a bearer token for ten minutes. With it a person acts as the token's owner, on this document only and within the limits of the token: reading it, an editor's connection, and reverting changesets. It ends with the token.",
    replies: { 201: { description: 'The ticket, and the page that shows the document.' } },
    refuses: [],
    handle: ({ call, params }, app) =>
      asAgent(call, 'chat_requires_token', (agent) => app.tickets.createForChat(agent, params.doc)),
  }),
]);
