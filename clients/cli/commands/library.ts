/** library: `library …`: a person's shape libraries, and drawing what is in them. */
import type { Command } from 'commander';

import type { Library, LibraryItem, NewLibrary } from '#schema/library.ts';

import { readJson } from '../input-file.ts';
import { count, table } from '#clients/text/table.ts';
import { type PointArgument, point } from '../values.ts';
import type { Open } from './command.ts';
import { changesetOptions, type EditCommandOptions, showChangeset } from './edit.ts';

export function addLibrary(program: Command, open: Open): void {
  const library = program.command('library').summary('shape libraries: list, show, add, rename, remove; draw an item');

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
    .command('show <library>')
    .summary('list the items of a shape library, which is named by its id or name')
    .action(async (name: string, _options: object, command: Command) => {
      const { findLibrary } = await import('#clients/verbs/libraries.ts');
      const session = open(command);
      const found = await findLibrary(await session.service(), name);
      session.show({ json: found, id: found.items.map(({ id }) => id).join('\n'), text: () => table(found.items.map(itemRow)) });
    });

  changesetOptions(library.command('place <doc> <library> <item>').summary('draw an item of a library on a tab'))
    .description('Draws an item of a shape library, named by id or title, on a tab: one changeset that adds its parts.')
    .option('--at <x,y>', 'where its top-left corner comes to lie (default: right of everything)', point)
    .addHelpText('after', `\nExample:\n  atelier library place "Payments" Icons Database --at 400,120`)
    .action(
      async (document: string, name: string, item: string, options: EditCommandOptions & { at?: PointArgument }, command) => {
        const { placeLibraryItem } = await import('#clients/verbs/libraries.ts');
        const session = open(command);
        showChangeset(
          session,
          await placeLibraryItem.run({ document, library: name, item, ...options }, await session.service()),
        );
      },
    );

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

const itemRow = ({ id, title, width, height, elements }: LibraryItem): string[] => [
  id,
  title,
  `${width}×${height}`,
  count(elements.length, 'part'),
];

const row = ({ id, name, items, source }: Library): string[] => [id, name, count(items.length, 'item'), source];
