/** The command `search`: everything that the token may read, by its words. */
import type { Command } from 'commander';

import { integer } from '../values.ts';
import type { Open } from './command.ts';

type SearchOptions = { type?: string; document?: string; limit?: number; cursor?: string };

export function addSearch(program: Command, open: Open): void {
  program
    .command('search <words...>')
    .summary('find text in all documents')
    .description(
      'Finds labels, notes, comments, cards, cells, pages and names of documents that contain all words, also within other words.',
    )
    .option('--type <types>', 'only these, separated by commas: document, page, element, card, cell, comment')
    .option('--document <doc>', 'only in this document: its id, its name, or the address of its page')
    .option('--limit <count>', 'the most results (default: 20)', integer)
    .option('--cursor <cursor>', 'the next page, as the last answer names it')
    .addHelpText('after', '\nExample:\n  atelier search ledger --type card,comment')
    .action(async (words: string[], options: SearchOptions, command) => {
      const session = open(command);
      const { search, searchText } = await import('#clients/verbs/search.ts');
      const reply = await search.run({ q: words.join(' '), ...options }, await session.service());
      session.show({
        json: reply,
        id: reply.results.map(({ url }) => url).join('\n'),
        text: () => searchText(reply),
      });
    });
}
