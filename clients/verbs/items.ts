/** Verbs for the boards, card types and cards of a document. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { table } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import { CardChange, CardMove, CardPatches, CardTally, ItemTypesUpdate, NewItem, NewItems } from '#schema/board-calls.ts';
import type { Item } from '#schema/board.ts';

import { document, documentParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

const item = { item: Type.String({ minLength: 1, maxLength: 64, description: 'Its id, or its number as `#7`.' }) };

export const readPlan = verb({
  name: 'read-plan',
  summary: 'Read the plan boards of a document with their columns, and its card types.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async (input, service) =>
    service.json('GET /documents/:doc/plan', { params: await documentParams(service, input.document) }),
});

export const listItems = verb({
  name: 'list-items',
  summary: 'List the cards of a document, oldest first.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async (input, service) =>
    service.json('GET /documents/:doc/items', { params: await documentParams(service, input.document) }),
});

export const readItem = verb({
  name: 'read-item',
  summary: 'Read a card: every field, its comments and its votes.',
  input: Type.Object({ ...document, ...item }),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, item: named }, service) => {
    const items = await itemsOf(service, await documentParams(service, name));
    const found = items.find(({ id, key }) => id === named || isKey(named, key));
    if (found === undefined) throw noItem(named);
    return found;
  },
});

export const createItem = verb({
  name: 'create-item',
  summary: 'Create a card.',
  input: Type.Object({ ...document, ...NewItem.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, ...body }, service) =>
    service.json('POST /documents/:doc/items', { params: await documentParams(service, name), body }),
});

export const createItems = verb({
  name: 'create-items',
  summary: 'Create many cards, all or none.',
  input: Type.Object({ ...document, ...NewItems.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, ...body }, service) =>
    service.json('POST /documents/:doc/items/bulk', { params: await documentParams(service, name), body }),
});

export const changeItem = verb({
  name: 'change-item',
  summary: 'Change the fields or the type of a card.',
  input: Type.Object({ ...document, ...item, ...CardChange.properties }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, item: named, ...body }, service) =>
    service.json('POST /documents/:doc/items/:item', { params: await itemParams(service, name, named), body }),
});

export const moveItem = verb({
  name: 'move-item',
  summary: 'Move a card to a column, or within its own: after or before another card, else to the end.',
  input: Type.Object({ ...document, ...item, ...CardMove.properties }),
  effect: 'write',
  idempotent: true,
  run: async ({ document: name, item: named, after, before, ...body }, service) => {
    const params = await itemParams(service, name, named);
    const beside = async (card: string): Promise<string> => (await idsOf(service, params, [card]))[0] ?? card;
    return service.json('POST /documents/:doc/items/:item/move', {
      params,
      body: {
        ...body,
        ...(after !== undefined && { after: await beside(after) }),
        ...(before !== undefined && { before: await beside(before) }),
      },
    });
  },
});

export const patchItems = verb({
  name: 'patch-items',
  summary: 'Change the fields of many cards, all or none.',
  input: Type.Object({ ...document, ...CardPatches.properties }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, items }, service) => {
    const params = await documentParams(service, name);
    const ids = await idsOf(service, params, items.map(({ id }) => id)); // prettier-ignore
    const body = { items: items.map((patch, index) => ({ ...patch, id: ids[index] ?? patch.id })) };
    return service.json('POST /documents/:doc/items/patches', { params, body });
  },
});

export const tallyItems = verb({
  name: 'tally-items',
  summary: 'Add dots to cards, by voter.',
  input: Type.Object({ ...document, ...CardTally.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, items }, service) => {
    const params = await documentParams(service, name);
    const ids = await idsOf(service, params, items.map(({ id }) => id)); // prettier-ignore
    const body = { items: items.map((tally, index) => ({ ...tally, id: ids[index] ?? tally.id })) };
    return service.json('POST /documents/:doc/items/tally', { params, body });
  },
});

export const deleteItem = verb({
  name: 'delete-item',
  summary: 'Delete a card with its comments and votes.',
  input: Type.Object({ ...document, ...item }),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) =>
    service.json('DELETE /documents/:doc/items/:item', { params: await itemParams(service, input.document, input.item) }),
  command: { usage: 'item rm <doc:document> <item>', summary: 'delete a card with its comments and votes' },
});

export const commentOnItem = verb({
  name: 'comment-on-item',
  summary: 'Comment on a card: starts its thread, or adds to it and reopens it.',
  input: Type.Object({ ...document, ...item, text: Type.String({ description: '1 to 2,000 characters.' }) }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, item: named, text }, service) =>
    service.json('POST /documents/:doc/items/:item/comments', {
      params: await itemParams(service, name, named),
      body: { text },
    }),
  command: {
    usage: 'item comment <doc:document> <item> <text>',
    summary: 'comment on a card',
    examples: ['atelier item comment "Payments" "#7" "Is this still right?"'],
    id: ({ commentId }) => commentId,
    text: ({ item: card }) => `#${card.key} ${card.comments.at(-1)?.text ?? ''}`,
  },
});

export const replaceItemTypes = verb({
  name: 'replace-item-types',
  summary: 'Replace all card types of a document; null restores the default types.',
  input: Type.Object({ ...document, ...ItemTypesUpdate.properties }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, ...body }, service) =>
    service.json('PUT /documents/:doc/item-types', { params: await documentParams(service, name), body }),
  tool: {
    name: 'change_card_types',
    title: 'Change the card types',
    description: 'Replace all card types: read_plan with view=json has them, and the itemTypesRev.',
    args: {
      expectedRev: '',
      itemTypes: '{"version":1,"types":[{"id":"bug","label":"Bug"}]}; null: the default types.',
    },
    answer({ itemTypes, itemTypesRev }) {
      const lines = itemTypes.types.map(({ id, label, fields }) => `${id} ${quote(label)}: ${fields.join(' ')}`);
      return { text: lines.join('\n'), foot: `itemTypesRev ${itemTypesRev}` };
    },
  },
});

export const listItemTypes = verb({
  name: 'list-item-types',
  summary: 'List the card types.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    const { types, itemTypesRev } = await readPlan.run(input, service);
    return { types, itemTypesRev };
  },
  command: {
    usage: 'type ls <doc:document>',
    id: ({ types }) => types.map(({ id }) => id).join('\n'),
    text: ({ types }) => table(types.map(({ id, label, fields }) => [id, label, fields.join(' ')])),
  },
});

export const itemVerbs: readonly Verb[] = [commentOnItem, deleteItem];

export const itemTypeVerbs: readonly Verb[] = [listItemTypes];

type DocumentParams = { readonly doc: string };

async function itemParams(service: Service, name: string, named: string): Promise<DocumentParams & { readonly item: string }> {
  const params = await documentParams(service, name);
  const [item = named] = await idsOf(service, params, [named]);
  return { ...params, item };
}

const itemsOf = async (service: Service, params: DocumentParams): Promise<readonly Item[]> =>
  (await service.json('GET /documents/:doc/items', { params })).items;

/** Replaces numbers, with or without `#`, by the ids of their cards. Throws ServiceRefusal (item_not_found). */
async function idsOf(service: Service, params: DocumentParams, named: readonly string[]): Promise<string[]> {
  if (!named.some(isNumber)) return [...named];
  const byKey = new Map((await itemsOf(service, params)).map(({ id, key }) => [key, id]));
  return named.map((text) => {
    if (!isNumber(text)) return text;
    const id = byKey.get(Number(text.replace('#', '')));
    if (id !== undefined) return id;
    throw noItem(text);
  });
}

const isNumber = (text: string): boolean => /^#?\d{1,9}$/.test(text);
const isKey = (text: string, key: number): boolean => isNumber(text) && Number(text.replace('#', '')) === key;

const noItem = (named: string): ServiceRefusal =>
  new ServiceRefusal({
    code: 'item_not_found',
    status: 404,
    detail: `There is no card ${named}.`,
    hint: 'List them: atelier item ls <doc>, or the tool read_plan.',
  });
