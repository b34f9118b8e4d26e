/** The commands of `item`, which read the fields of cards from words. */
import type { Command } from 'commander';

import type { Reply } from '#schema/api.ts';
import type { Item, BoardDocument } from '#schema/board.ts';

import { UsageError } from '../exit-codes.ts';
import { plainLine } from '#clients/text/plain.ts';
import type { CliSession } from '../session.ts';
import { table } from '#clients/text/table.ts';
import type { Open } from './command.ts';

type MoveOptions = { status?: string; after?: string; before?: string };

export function addItem(item: Command, open: Open): void {
  item
    .command('ls <doc>')
    .summary('list the cards')
    .option('--status <status>', 'only those of this column, by its status or its name')
    .action(async (document: string, { status }: { status?: string }, command) => {
      const verbs = await import('#clients/verbs/items.ts');
      const session = open(command);
      const service = await session.service();
      const [list, plan] = [await verbs.listItems.run({ document }, service), await verbs.readPlan.run({ document }, service)];
      const column = status === undefined ? null : statusIn(plan, status);
      const items = list.items.filter((each) => column === null || each.status === column);
      session.show({ json: { ...list, items } satisfies Reply<'listItems'>, id: items.map(({ id }) => id).join('\n'), text: () => rows(items, plan) }); // prettier-ignore
    });

  item
    .command('add <doc> <type> <fields...>')
    .summary('create a card: key=value for each field')
    .addHelpText(
      'after',
      '\nExample:\n  atelier item add "Payments" task title="Retry failed payments" status=Doing labels=api,money',
    )
    .action(async (document: string, type: string, words: string[], _options, command) => {
      const verbs = await import('#clients/verbs/items.ts');
      const session = open(command);
      const service = await session.service();
      const plan = await verbs.readPlan.run({ document }, service);
      const { set, clear } = fieldsOf(words, plan);
      if (clear.length > 0) throw new UsageError(`${clear[0]}= has no value.`);
      const typeId = plan.types.find(({ id, label }) => id === type || label === type)?.id ?? type;
      showItem(session, await verbs.createItem.run({ document, type: typeId, fields: set }, service));
    });

  item
    .command('set <doc> <item> <fields...>')
    .summary('change a card: key=value, key= to clear; the card by its id or number')
    .addHelpText('after', '\nExample:\n  atelier item set "Payments" 7 priority=high due=2026-03-01 estimate=')
    .action(async (document: string, id: string, words: string[], _options, command) => {
      const verbs = await import('#clients/verbs/items.ts');
      const session = open(command);
      const service = await session.service();
      const { set, clear, type } = fieldsOf(words, await verbs.readPlan.run({ document }, service));
      const body = { set, clear, ...(type !== undefined && { type }) };
      showItem(session, await verbs.changeItem.run({ document, item: id, ...body }, service));
    });

  item
    .command('move <doc> <item> [fields...]')
    .summary('move a card to a column, after or before another, else to its end')
    .option('--status <status>', 'the column, by its status or its name (default: its own)')
    .option('--after <item>', 'after this card')
    .option('--before <item>', 'before this card')
    .addHelpText('after', '\nExample:\n  atelier item move "Payments" 7 --status Done priority=')
    .action(async (document: string, id: string, words: string[], options: MoveOptions, command) => {
      const verbs = await import('#clients/verbs/items.ts');
      const session = open(command);
      const service = await session.service();
      const plan = await verbs.readPlan.run({ document }, service);
      const { set, clear } = fieldsOf(words, plan);
      const place = { ...options, ...(options.status !== undefined && { status: statusIn(plan, options.status) }) };
      showItem(session, await verbs.moveItem.run({ document, item: id, ...place, set, clear }, service));
    });
}

const showItem = (session: CliSession, reply: Reply<'createItem'>): void =>
  session.show({ json: reply, id: reply.item.id, text: () => `#${reply.item.key} ${plainLine(reply.item.title)}  (${reply.item.id})` }); // prettier-ignore

const rows = (items: readonly Item[], { statuses }: BoardDocument): string =>
  table(
    items.map(({ key, type, title, status, assignee, id }) => [
      `#${key}`,
      type,
      title,
      statuses.find((each) => each.status === status)?.name ?? status ?? '',
      assignee?.name ?? '',
      id,
    ]),
  );

/** The status of a column, by its status or name. The server judges any other text. */
const statusIn = ({ statuses }: BoardDocument, text: string): string =>
  statuses.find(({ status, name }) => status === text || name === text)?.status ?? text;

type FieldWords = { readonly set: Record<string, unknown>; readonly clear: string[]; readonly type?: string };

function fieldsOf(words: readonly string[], plan: BoardDocument): FieldWords {
  const set = new Map<string, unknown>();
  const clear: string[] = [];
  for (const word of words) {
    const end = word.indexOf('=');
    if (end < 1) throw new UsageError(`${word} is not of the form key=value.`);
    const [name, text] = [word.slice(0, end), word.slice(end + 1)];
    if (text === '') clear.push(name);
    else set.set(name, valueOf(name, text, plan));
  }
  const type = set.get('type');
  set.delete('type');
  return { set: Object.fromEntries(set), clear, ...(typeof type === 'string' && { type }) };
}

/** A text as a value of the field's kind. A text that is no such value is sent unchanged, and the server says what it accepts. */
function valueOf(name: string, text: string, plan: BoardDocument): unknown {
  if (name === 'status') return statusIn(plan, text);
  if (name === 'type') return plan.types.find(({ id, label }) => id === text || label === text)?.id ?? text;
  const kind = plan.types.flatMap(({ custom }) => custom).find(({ id }) => id === name)?.kind;
  if (kind === 'number' || name === 'estimate') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === 'checkbox' || name === 'archived' || name === 'flagged')
    return text === 'true' || (text === 'false' ? false : text);
  if (name === 'labels' && !text.startsWith('[')) return text.split(',').map((label) => label.trim());
  if (name === 'labels' || name === 'checklist' || name === 'assignee') return json(text);
  return text;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
