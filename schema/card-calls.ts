/** The calls for boards, cards and card types. */
import Type from 'typebox';

import * as cards from './board-calls.ts';
import { BoardDocument, Catalogue, Item } from './board.ts';
import { CommentText } from './calls.ts';
import { type ApiEndpoint, endpoint } from './endpoint.ts';
import { proposing } from './proposal-calls.ts';
import { ProposeQuery } from './proposal.ts';

const itemsRev = Type.Integer({ minimum: 0, description: 'Rises by one with each write to the cards.' });
const OneItem = Type.Object({ item: Item, rev: itemsRev });
const ManyItems = Type.Object({ items: Type.Array(Item, { description: 'The cards.' }), rev: itemsRev });
const card = { item: Item, rev: itemsRev };

export const cardCalls = {
  readPlan: endpoint('GET /documents/:doc/plan', { reply: BoardDocument }),
  listItems: endpoint('GET /documents/:doc/items', { reply: ManyItems }),
  createItem: endpoint('POST /documents/:doc/items', {
    query: ProposeQuery,
    body: cards.NewItem,
    reply: OneItem,
    variants: proposing,
  }),
  createItems: endpoint('POST /documents/:doc/items/bulk', {
    query: ProposeQuery,
    body: cards.NewItems,
    reply: ManyItems,
    variants: proposing,
  }),
  patchItems: endpoint('POST /documents/:doc/items/patches', {
    query: ProposeQuery,
    body: cards.CardPatches,
    reply: ManyItems,
    variants: proposing,
  }),
  tallyItems: endpoint('POST /documents/:doc/items/tally', {
    body: cards.CardTally,
    reply: Type.Object({
      items: Type.Array(Item, { description: 'The cards with their votes.' }),
      skipped: Type.Array(Type.String(), { description: 'Ids of cards that have been deleted.' }),
      rev: itemsRev,
    }),
  }),
  changeItem: endpoint('POST /documents/:doc/items/:item', {
    query: ProposeQuery,
    body: cards.CardChange,
    reply: OneItem,
    variants: proposing,
  }),
  deleteItem: endpoint('DELETE /documents/:doc/items/:item', { query: ProposeQuery, variants: proposing }),
  moveItem: endpoint('POST /documents/:doc/items/:item/move', {
    query: ProposeQuery,
    body: cards.CardMove,
    reply: OneItem,
    variants: proposing,
  }),
  replaceItemTypes: endpoint('PUT /documents/:doc/item-types', {
    body: cards.ItemTypesUpdate,
    reply: Type.Object({ itemTypes: Catalogue, itemTypesRev: Type.Integer({ minimum: 0, description: 'The new revision.' }) }),
  }),
  addCardComment: endpoint('POST /documents/:doc/items/:item/comments', {
    body: CommentText,
    reply: Type.Object({ ...card, commentId: Type.String({ description: 'Id of the new comment.' }) }),
  }),
  deleteCardComment: endpoint('DELETE /documents/:doc/items/:item/comments/:comment', {}),
  resolveCardThread: endpoint('POST /documents/:doc/items/:item/comments/resolve', {
    reply: Type.Object(card),
    isOptional: true,
  }),
  reopenCardThread: endpoint('POST /documents/:doc/items/:item/comments/reopen', { reply: Type.Object(card), isOptional: true }),
} satisfies Readonly<Record<string, ApiEndpoint>>;
