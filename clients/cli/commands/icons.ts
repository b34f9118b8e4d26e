/** The command `icons`: the icons that `add icon=` draws, by words. */
import type { Command } from 'commander';

import { integer } from '../values.ts';
import type { Open } from './command.ts';

type IconOptions = { limit?: number; cursor?: string };

export function addIcons(program: Command, open: Open): void {
  program
    .command('icons [words...]')
    .summary('find icons for shapes')
    .description('Lists the icons whose names and tags contain all words, the best first; all icons without words.')
    .option('--limit <count>', 'the most icons (default: 20)', integer)
    .option('--cursor <cursor>', 'the next page, as the last answer names it')
    .addHelpText('after', '\nExample:\n  atelier icons database')
    .action(async (words: string[], options: IconOptions, command) => {
      const session = open(command);
      const { listIcons, iconsText } = await import('#clients/verbs/icons.ts');
      const search = words.join(' ');
      const reply = await listIcons.run({ ...(search !== '' && { search }), ...options }, await session.service());
      session.show({
        json: reply,
        id: reply.icons.map(({ name }) => name).join('\n'),
        text: () => iconsText(reply),
      });
    });
}
