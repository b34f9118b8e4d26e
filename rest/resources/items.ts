/** Calls for boards, cards and card types. */
import type { ErrorCode } from '#schema/errors.ts';
import { limits } from '#schema/limits.ts';
import type { ValidationError } from '#schema/validate.ts';

import { resource, route } from '../route.ts';
import { isProposed, proposedAnswer, proposedReply } from './proposed.ts';

const fieldCodes = ['title_required', 'field_value_invalid', 'status_excluded', 'item_busy'] as const;

/** The code of an invalid member of a card, wherever the card is in the body. */
function cardFault({ pointer, keyword }: ValidationError): ErrorCode | undefined {
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

/** The code of an invalid member of a move, whose body is the place. */
function moveFault(fault: ValidationError): ErrorCode | undefined {
  if (fault.keyword === 'additionalProperties') return undefined;
  if (fault.pointer === '/status') return 'field_value_invalid';
  return fault.pointer === '/after' || fault.pointer === '/before' ? 'place_invalid' : cardFault(fault);
}

export const plan = resource('Plan', [
  route('readPlan', {
    access: 'viewer',
    summary: 'Read the boards, their statuses, and the card types',
    description:
      'A board is an element of shape `plan-board`: changesets add, change and remove it. Each column has a status, and shows the cards with that status; several boards can have the same column.',
    replies: { 200: { description: 'The boards.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.items.plan(call, params.doc),
  }),
]);

export const items = resource('Plan', [
  route('listItems', {
    access: 'viewer',
    summary: 'List all cards',
    description: 'Oldest first. Within a column cards are ordered by `rank`, then by `id`.',
    replies: { 200: { description: 'The cards.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.items.list(call, params.doc),
  }),
  route('createItem', {
    access: 'editor',
    summary: 'Create a card',
    description: `The card is at the end of its column unless \`place\` says otherwise. A document has at most ${limits.itemsPerDocument} cards.`,
    faultCode: cardFault,
    replies: { 201: { description: 'The card.' }, ...proposedReply },
    refuses: [...fieldCodes, 'type_invalid', 'place_invalid', 'items_full', 'too_large'],
    handle: ({ call, params, body, query }, app) => app.items.create(call, params.doc, body, { proposes: query.propose === '1' }),
    answer: (created, { params }) =>
      isProposed(created)
        ? proposedAnswer(created, params.doc)
        : {
            status: 201,
            json: created,
            location: `/documents/${params.doc}/items/${created.item.id}`,
          },
  }),
]);

export const bulkItems = resource('Plan', [
  route('createItems', {
    access: 'editor',
    summary: 'Create several cards',
    description: 'In this order, all or none. A refusal names the card by `index`.',
    faultCode: cardFault,
    replies: { 201: { description: 'The cards.' }, ...proposedReply },
    refuses: [...fieldCodes, 'type_invalid', 'items_full', 'too_large'],
    handle: ({ call, params, body, query }, app) =>
      app.items.createAll(call, params.doc, body, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 201, json: done }),
  }),
]);

export const patchItems = resource('Plan', [
  route('patchItems', {
    access: 'editor',
    summary: 'Change several cards',
    description: 'All or none. A refusal names the patch by `index`. `set: { status }` moves a card to the end of that column.',
    faultCode: cardFault,
    replies: { 200: { description: 'The cards.' }, ...proposedReply },
    refuses: [...fieldCodes, 'item_not_found', 'too_large'],
    handle: ({ call, params, body, query }, app) => app.items.patch(call, params.doc, body, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 200, json: done }),
  }),
]);

export const tallyItems = resource('Plan', [
  route('tallyItems', {
    access: 'participant',
    summary: 'Add dots to cards',
    description: 'Dots are added to those that a voter has already given, and never fall below 0. Deleted cards are skipped.',
    faultCode: cardFault,
    replies: {
      200: {
        description: 'The cards with their votes.',
      },
    },
    refuses: ['field_value_invalid', 'too_large', 'item_busy'],
    handle: ({ call, params, body }, app) => app.items.tally(call, params.doc, body),
  }),
]);

export const item = resource('Plan', [
  route('changeItem', {
    access: 'editor',
    summary: 'Change a card',
    description:
      'Sets the fields in `set` and clears those in `clear`. Changing `type` keeps all fields. `set: { status }` moves the card to the end of that column.',
    faultCode: cardFault,
    replies: { 200: { description: 'The card.' }, ...proposedReply },
    refuses: [...fieldCodes, 'type_invalid', 'too_large'],
    handle: ({ call, params, body, query }, app) =>
      app.items.change(call, params.doc, params.item, body, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 200, json: done }),
  }),
  route('deleteItem', {
    access: 'editor',
    summary: 'Delete a card',
    description: 'Deletes its comments and votes too. Its number is not used again.',
    replies: { 204: { description: 'Deleted.' }, ...proposedReply },
    refuses: ['item_busy', 'too_large'],
    handle: ({ call, params, query }, app) =>
      app.items.remove(call, params.doc, params.item, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 204 }),
  }),
]);

export const moveItem = resource('Plan', [
  route('moveItem', {
    access: 'editor',
    summary: 'Move a card',
    description:
      'Moves the card to another column or within its own: after or before a card of that column (`after` takes precedence), else to the end. `set` and `clear` accept only fields that a swimlane can change: assignee, priority, labels, estimate, start, due, archived and custom fields.',
    faultCode: moveFault,
    replies: { 200: { description: 'The card.' }, ...proposedReply },
    refuses: [...fieldCodes, 'place_invalid', 'too_large'],
    handle: ({ call, params, body, query }, app) =>
      app.items.move(call, params.doc, params.item, body, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 200, json: done }),
  }),
]);

export const itemTypes = resource('Plan', [
  route('replaceItemTypes', {
    access: 'editor',
    summary: 'Replace the card types',
    description:
      'Replaces the whole catalogue. Needs edit access to the whole document, and the current `itemTypesRev`; the refusal of an older one has the current catalogue. Cards of a deleted type keep it and remain readable.',
    replies: {
      200: {
        description: 'The stored catalogue.',
      },
    },
    refuses: ['item_types_stale', 'too_large', 'item_busy'],
    handle: ({ call, params, body }, app) => app.itemTypes.replace(call, params.doc, body),
  }),
]);
