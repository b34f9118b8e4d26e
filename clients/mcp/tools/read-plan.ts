/** The tool read_plan: boards, card types and cards. */
import Type from 'typebox';

import { count } from '#clients/text/table.ts';
import { listItems, readItem, readPlan as verb } from '#clients/verbs/items.ts';
import { jsonOnOneLine, quote, quoteShort } from '#core/notation/quote.ts';
import type { Reply } from '#schema/api.ts';
import type { Item, BoardDocument } from '#schema/board.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const readPlan = tool({
  name: 'read_plan',
  title: 'Read the plan',
  description:
    'Read plan boards: columns with their statuses, card types, cards with their ids, itemTypesRev. json: every field of types and cards.',
  input: input({
    ...verb.input.properties,
    view: Type.Optional(Type.Enum(['outline', 'json'], { default: 'outline' })),
    item: Type.Optional(readItem.input.properties.item),
    ...offset,
  }),
  args: {
    item: 'Every field of one card: its id or #7.',
  },
  effect: 'read',
  idempotent: true,
  async run({ offset: skipped = 0, view = 'outline', item, ...asked }, { service }) {
    const more = { offset: skipped, rest: 'Call again with that offset.' };
    if (item !== undefined) return { text: jsonOnOneLine(await readItem.run({ ...asked, item }, service)), ...more };
    const [plan, list] = [await verb.run(asked, service), await listItems.run(asked, service)];
    const lines = view === 'json' ? jsonLinesOf(plan, list) : linesOf(plan, list.items);
    return { text: lines.join('\n'), ...more };
  },
});

/** A line for each type and card, so that it can be cut between two of them. */
const jsonLinesOf = ({ types, ...plan }: BoardDocument, { items, rev }: Reply<'listItems'>): string[] =>
  [{ ...plan, rev }, ...types.map((type) => ({ type })), ...items.map((item) => ({ item }))].map(jsonOnOneLine);

function linesOf({ boards, statuses, types, itemTypesRev }: BoardDocument, items: readonly Item[]): string[] {
  const columns = Map.groupBy(items, ({ status }) => status ?? '');
  const known = new Set(statuses.map(({ status }) => status));
  const others = [...columns.keys()].filter((status) => !known.has(status));
  return [
    ...boards.map(({ title, tabName, columns: of }) => `board ${quote(title)} on ${quote(tabName)}: ${of.map(({ status, wipLimit }) => `${status}${wipLimit === undefined ? '' : ` (at most ${wipLimit})`}`).join(', ')}`), // prettier-ignore
    `card types, rev ${itemTypesRev}: ${types.map(({ id, label }) => `${id} ${quote(label)}`).join(', ')}`,
    ...statuses.flatMap(({ status, name }) => [`${status} ${quote(name)}`, ...cardsIn(columns.get(status))]),
    ...others.flatMap((status) => [status === '' ? 'filed nowhere' : `${status}, a column of no board`, ...cardsIn(columns.get(status))]), // prettier-ignore
  ];
}

const cardsIn = (items: readonly Item[] = []): string[] =>
  items
    .toSorted((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))
    .map(({ id, key, type, title, assignee, due, archived, comments }) => {
      const more = [
        assignee === undefined ? null : quote(assignee.name),
        due === undefined ? null : `due ${due}`,
        archived === true ? 'archived' : null,
        comments.length === 0 ? null : count(comments.length, 'comment'),
      ].filter((part) => part !== null);
      return `  #${key} ${type} ${quoteShort(title, 120)}${more.map((part) => ` · ${part}`).join('')} · ${id}`;
    });
