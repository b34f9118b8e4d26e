/** items: plan boards, the cards on them, and the types of cards. */
import Type from 'typebox';

import { CardChange, CardMove, CardPatches, CardTally, ItemTypesUpdate, NewItem, NewItems } from '#schema/board-calls.ts';
import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';
import { Catalogue, Item, BoardDocument } from '#schema/board.ts';
import type { SchemaFault } from '#schema/validate.ts';

import { resource, route } from '../route.ts';

const rev = Type.Integer({ minimum: 0, description: 'Rises with each write to the cards.' });
const One = Type.Object({ item: Item, rev });
const Many = Type.Object({ items: Type.Array(Item), rev });
const fieldCodes = ['title_required', 'field_value_invalid', 'status_excluded', 'item_busy'] as const;

/** A fault of a card's form has the code of the member that it is in, wherever the card stands in the body. */
function cardFault({ pointer, keyword }: SchemaFault): ErrorCode | undefined {
  const [first = ''] = pointer
    .replace(/^\/items\/\d+/, '')
    .split('/')
    .slice(1);
  if (keyword === 'additionalProperties') return undefined;
  if (first === 'type') return 'type_invalid';
  if (first === 'fields') return keyword === 'required' ? 'title_required' : 'field_value_invalid';
  if (first === 'set' || first === 'clear' || first === 'votes') return 'field_value_invalid';
  return first === 'place' ? 'place_invalid' : undefined;
}

/** The same for a move, whose body is the place. */
function moveFault(fault: SchemaFault): ErrorCode | undefined {
  if (fault.keyword === 'additionalProperties') return undefined;
  if (fault.pointer === '/status') return 'field_value_invalid';
  return fault.pointer === '/after' || fault.pointer === '/before' ? 'place_invalid' : cardFault(fault);
}

export const plan = resource('/documents/:doc/plan', 'Plan', [
  route({
    id: 'readPlan',
    method: 'get',
    access: 'viewer',
    summary: 'The boards, their statuses, and the card types',
    description:
      'A board is an element of shape `plan-board`: changesets make, change and remove it. A status is one of its columns; a card filed under it shows on every board that has the column.',
    replies: { 200: { description: 'The plan.', json: BoardDocument } },
    refuses: [],
    handle: ({ call, params }, app) => app.items.plan(call, params.doc),
  }),
]);

export const items = resource('/documents/:doc/items', 'Plan', [
  route({
    id: 'listItems',
    method: 'get',
    access: 'viewer',
    summary: 'All cards',
    description: 'Oldest first; in a column they stand by `rank`, then by `id`.',
    replies: { 200: { description: 'The cards.', json: Many } },
    refuses: [],
    handle: ({ call, params }, app) => app.items.list(call, params.doc),
  }),
  route({
    id: 'createItem',
    method: 'post',
    access: 'editor',
    summary: 'Make a card',
    description: `It stands at the end of its column unless \`place\` says more. A document holds ${limits.itemsPerDocument} cards.`,
    body: NewItem,
    faultCode: cardFault,
    replies: { 201: { description: 'The card.', json: One } },
    refuses: [...fieldCodes, 'type_invalid', 'place_invalid', 'items_full'],
    handle: ({ call, params, body }, app) => app.items.create(call, params.doc, body),
    answer: (made, { params }) => ({ status: 201, json: made, location: `/documents/${params.doc}/items/${made.item.id}` }),
  }),
]);

export const bulkItems = resource('/documents/:doc/items/bulk', 'Plan', [
  route({
    id: 'createItems',
    method: 'post',
    access: 'editor',
    summary: 'Make many cards',
    description: 'In this order, all or none. A refusal names the card by `index`.',
    body: NewItems,
    faultCode: cardFault,
    replies: { 201: { description: 'The cards.', json: Many } },
    refuses: [...fieldCodes, 'type_invalid', 'items_full', 'too_large'],
    handle: ({ call, params, body }, app) => app.items.createAll(call, params.doc, body),
  }),
]);

export const patchItems = resource('/documents/:doc/items/patches', 'Plan', [
  route({
    id: 'patchItems',
    method: 'post',
    access: 'editor',
    summary: 'Change many cards',
    description: 'All or none. A refusal names the patch by `index`. `set: { status }` moves a card to the end of that column.',
    body: CardPatches,
    faultCode: cardFault,
    replies: { 200: { description: 'The cards.', json: Many } },
    refuses: [...fieldCodes, 'item_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.items.patch(call, params.doc, body),
  }),
]);

export const tallyItems = resource('/documents/:doc/items/tally', 'Plan', [
  route({
    id: 'tallyItems',
    method: 'post',
    access: 'participant',
    summary: 'Add dots to cards',
    description: 'Dots are added to what a voter gave before and never fall below 0. Cards that are gone are skipped.',
    body: CardTally,
    faultCode: cardFault,
    replies: {
      200: {
        description: 'The cards with their votes.',
        json: Type.Object({ items: Type.Array(Item), skipped: Type.Array(Type.String()), rev }),
      },
    },
    refuses: ['field_value_invalid', 'too_large', 'item_busy'],
    handle: ({ call, params, body }, app) => app.items.tally(call, params.doc, body),
  }),
]);

export const item = resource('/documents/:doc/items/:item', 'Plan', [
  route({
    id: 'changeItem',
    method: 'post',
    access: 'editor',
    summary: 'Change a card',
    description:
      'Writes the fields in `set` and takes the values of those in `clear`. A new `type` keeps all fields. `set: { status }` moves the card to the end of that column.',
    body: CardChange,
    faultCode: cardFault,
    replies: { 200: { description: 'The card.', json: One } },
    refuses: [...fieldCodes, 'type_invalid'],
    handle: ({ call, params, body }, app) => app.items.change(call, params.doc, params.item, body),
  }),
  route({
    id: 'deleteItem',
    method: 'delete',
    access: 'editor',
    summary: 'Delete a card',
    description: 'With its comments and votes. Its number is not given again.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['item_busy'],
    handle: ({ call, params }, app) => app.items.remove(call, params.doc, params.item),
  }),
]);

export const moveItem = resource('/documents/:doc/items/:item/move', 'Plan', [
  route({
    id: 'moveItem',
    method: 'post',
    access: 'editor',
    summary: 'Move a card',
    description:
      'To another column, or within its own: after or before a card of that column (`after` wins), else to its end. `set` and `clear` reach only what a swimlane can change: assignee, priority, labels, estimate, start, due, archived and custom fields.',
    body: CardMove,
    faultCode: moveFault,
    replies: { 200: { description: 'The card.', json: One } },
    refuses: [...fieldCodes, 'place_invalid'],
    handle: ({ call, params, body }, app) => app.items.move(call, params.doc, params.item, body),
  }),
]);

export const itemTypes = resource('/documents/:doc/item-types', 'Plan', [
  route({
    id: 'replaceItemTypes',
    method: 'put',
    access: 'editor',
    summary: 'Replace the card types',
    description:
      'The whole catalogue. Needs edit access to the whole document, and the `itemTypesRev` that was read; another one answers the catalogue as it is. Cards of a type that is gone keep it and stay readable.',
    body: ItemTypesUpdate,
    replies: {
      200: {
        description: 'The catalogue as it is stored.',
        json: Type.Object({ itemTypes: Catalogue, itemTypesRev: Type.Integer({ minimum: 0 }) }),
      },
    },
    refuses: ['item_types_stale', 'too_large', 'item_busy'],
    handle: ({ call, params, body }, app) => app.itemTypes.replace(call, params.doc, body),
  }),
]);
