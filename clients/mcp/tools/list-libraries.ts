/** list_libraries: the shape libraries of the token's owner, with what is in them. */
import { listLibraries as verb } from '#clients/verbs/libraries.ts';
import { quoteShort } from '#core/notation/quote.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const listLibraries = tool({
  name: 'list_libraries',
  title: 'List shape libraries',
  description: 'List your shape libraries with the items in them, which place_library_item draws on a tab.',
  input: input(offset),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ offset: skipped = 0 }, { service }) {
    const { libraries } = await verb.run({}, service);
    const lines = libraries.flatMap(({ id, name, items }) => [
      `${id} ${quoteShort(name, 80)} · ${items.length} ${items.length === 1 ? 'item' : 'items'}`,
      ...items.map((item) => `  ${item.id} ${quoteShort(item.title, 80)} · ${item.width}×${item.height}`),
    ]);
    return { text: lines.join('\n') || 'no libraries', offset: skipped, rest: 'Call again with that offset.' };
  },
});
