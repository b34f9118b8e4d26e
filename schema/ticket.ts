/** Tickets, as they are issued. */
import Type from 'typebox';

import { Timestamp } from './access.ts';

export const NewTicket = Type.Object({
  ticket: Type.String({ description: 'Admits one connection.' }),
  expiresAt: Timestamp,
  url: Type.String({ description: 'The address of the WebSocket.' }),
});

export const NewChatTicket = Type.Object({
  ticket: Type.String({ description: 'The credential of the board.' }),
  expiresAt: Timestamp,
  url: Type.String({ description: "The page's address of the document." }),
});
