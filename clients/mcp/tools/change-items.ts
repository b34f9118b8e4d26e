/** The tool change_items: create, change, move, vote for, comment on and delete cards, one kind of change a call. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { changeItem, commentOnItem, createItems, deleteItem, moveItem, patchItems, tallyItems } from '#clients/verbs/items.ts';
import { quoteShort } from '#core/notation/quote.ts';
import type { Item } from '#schema/board.ts';
import { limits } from '#schema/limits.ts';

import { input } from '../input.ts';
import { tool, type ToolAnswer } from '../tool.ts';

const { document, item } = moveItem.input.properties;
const { document: _document, ...move } = moveItem.input.properties;
const { type } = changeItem.input.properties;

export const changeItems = tool({
  name: 'change_items',
  title: 'Change cards',
  description: `Change cards: exactly one of these. Lists have at most ${limits.itemsPerCall}, all or none. Statuses, types and card numbers are in read_plan. Fields: title description status assignee priority color labels estimate start due checklist archived flagged, and custom ones, f-….`,
  input: input({
    document,
    create: Type.Optional(createItems.input.properties.items),
    update: Type.Optional(patchItems.input.properties.items),
    retype: Type.Optional(Type.Object({ item, type }, { additionalProperties: false, description: 'A new type for one card.' })),
    move: Type.Optional(
      Type.Object(move, { additionalProperties: false, description: 'One card to a column or within its own.' }),
    ),
    tally: Type.Optional(tallyItems.input.properties.items),
    comment: Type.Optional(
      Type.Object(
        { item, text: commentOnItem.input.properties.text },
        { additionalProperties: false, description: 'On one card.' },
      ),
    ),
    remove: Type.Optional(item),
  }),
  args: {
    create: '[{"type":"task","fields":{"title":"Pay","status":"to-do~1"}}]',
    update: '[{"id":"#7","set":{"priority":"high"},"clear":["due"]}]',
    retype: '{"item":"#7","type":"bug"}',
    move: '{"item":"#7","status":"done~1","after":"#3"}',
    tally: 'Votes to add by voter: [{"id":"#7","votes":{"ann":2}}]',
    comment: '{"item":"#7","text":"Why?"}',
    remove: 'Its id or #7.',
  },
  effect: 'destructive',
  idempotent: false,
  async run({ document: name, create, update, retype, move: moved, tally, comment, remove }, { service }) {
    const changes = [create, update, retype, moved, tally, comment, remove].filter((each) => each !== undefined);
    if (changes.length !== 1) throw notOne(changes.length);
    const at = { document: name };
    if (create !== undefined) return itemsAnswer(await createItems.run({ ...at, items: create }, service));
    if (update !== undefined) return itemsAnswer(await patchItems.run({ ...at, items: update }, service));
    if (retype !== undefined) return itemsAnswer(await changeItem.run({ ...at, ...retype }, service));
    if (moved !== undefined) return itemsAnswer(await moveItem.run({ ...at, ...moved }, service));
    if (tally !== undefined) return itemsAnswer(await tallyItems.run({ ...at, items: tally }, service));
    if (comment !== undefined) return commented(await commentOnItem.run({ ...at, ...comment }, service));
    await deleteItem.run({ ...at, item: remove ?? '' }, service);
    return { text: 'The card is deleted.' };
  },
});

type ItemsReply = { readonly rev: number } & (
  | { readonly item: Item }
  | { readonly items: readonly Item[]; readonly skipped?: readonly string[] }
);

function itemsAnswer(body: ItemsReply): ToolAnswer {
  const items = 'items' in body ? body.items : [body.item];
  const lines = items.map(({ id, key, type: kind, title, status }) => `#${key} ${kind} ${quoteShort(title, 80)}${status === undefined ? '' : ` · ${status}`} · ${id}`); // prettier-ignore
  const skipped = 'skipped' in body && body.skipped.length > 0 ? `skipped: ${body.skipped.join(' ')} · ` : '';
  return { text: lines.join('\n'), foot: `${skipped}rev ${body.rev}` };
}

function commented({ commentId, ...body }: ItemsReply & { readonly commentId: string }): ToolAnswer {
  const { text } = itemsAnswer(body);
  return { text, foot: `comment ${commentId} · rev ${body.rev}` };
}

const notOne = (count: number): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_request',
    status: 400,
    detail: count === 0 ? 'There is nothing to do.' : 'A call does one kind of thing.',
    hint: 'Send exactly one of create, update, retype, move, tally, comment, remove.',
  });
