/** library: `library …`: a person's shape libraries. */
import type { Command } from 'commander';

import type { Library, NewLibrary } from '#schema/library.ts';

import { readJson } from '../input-file.ts';
import { count, table } from '../table.ts';
import type { Open } from './command.ts';

export function addLibrary(program: Command, open: Open): void {
  const library = program.command('library').summary('shape libraries: list, add, rename, remove');

  library
    .command('ls')
    .summary('list your shape libraries')
    .action(async (_options: object, command: Command) => {
      const { listLibraries } = await import('#clients/verbs/libraries.ts');
      const session = open(command);
      const list = await listLibraries.run({}, await session.service());
      session.show({ json: list, id: list.libraries.map(({ id }) => id).join('\n'), text: () => table(list.libraries.map(row)) });
    });

  library
    .command('add <file>')
    .summary('make a shape library of a JSON file')
    .description(
      'The file (- for stdin) holds { "name", "source"?, "items": [{ "id", "title", "width", "height", "elements" }] }.',
    )
    .action(async (file: string, _options, command) => {
      const { createLibrary } = await import('#clients/verbs/libraries.ts');
      const session = open(command);
      // What the file holds is checked by the server, which says what is wrong with it.
      const body = (await readJson(session.io, file)) as NewLibrary;
      const made = await createLibrary.run(body, await session.service());
      session.show({ json: made, id: made.library.id, text: () => table([row(made.library)]) });
    });

  library
    .command('rename <library> <name>')
    .summary('give a shape library another name')
    .action(async (id: string, name: string, _options, command) => {
      const { changeLibrary } = await import('#clients/verbs/libraries.ts');
      const session = open(command);
      const changed = await changeLibrary.run({ library: id, name }, await session.service());
      session.show({ json: changed, id: changed.library.id, text: () => table([row(changed.library)]) });
    });

  library
    .command('rm <library>')
    .summary('delete a shape library; shapes that were placed stay')
    .action(async (id: string, _options, command) => {
      const { deleteLibrary } = await import('#clients/verbs/libraries.ts');
      await deleteLibrary.run({ library: id }, await open(command).service());
    });
}

const row = ({ id, name, items, source }: Library): string[] => [id, name, count(items.length, 'item'), source];
