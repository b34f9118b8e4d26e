/** The tool open_board: gives a chat board its ticket. Models never call it: the ticket is in no text. */
import { documentParams } from '#clients/verbs/place.ts';
import Type from 'typebox';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const openBoard = tool({
  name: 'open_board',
  title: 'Open a board',
  description: 'For boards in chats.',
  input: input({ document: Type.String({ maxLength: 2_048 }) }),
  effect: 'read',
  idempotent: true,
  isForBoards: true,
  async run({ document }, { service }) {
    const ticket = await service.json('POST /documents/:doc/chat', { params: await documentParams(service, document) });
    return { text: 'The board has its ticket.', isOwn: true, meta: { 'atelier/ticket': ticket } };
  },
});
