/** theme: `theme …`: a person's own themes. */
import type { Command } from 'commander';

import type { CustomTheme, NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { readJson } from '../input-file.ts';
import { table } from '#clients/text/table.ts';
import type { Open } from './command.ts';

export function addTheme(program: Command, open: Open): void {
  const theme = program.command('theme').summary('themes of your own: list, add, change, remove');

  theme
    .command('ls')
    .summary('list your own themes')
    .action(async (_options: object, command: Command) => {
      const { listThemes } = await import('#clients/verbs/themes.ts');
      const session = open(command);
      const list = await listThemes.run({}, await session.service());
      session.show({ json: list, id: list.themes.map(({ id }) => id).join('\n'), text: () => table(list.themes.map(row)) });
    });

  theme
    .command('add <file>')
    .summary('make a theme of a JSON file')
    .description(
      'The file (- for stdin) holds { "id"?, "name", "definition": { "backgroundColor", "palette": { "blue": "#…" }, … } }.',
    )
    .addHelpText(
      'after',
      `\nExample:\n  echo '{"name":"Sand","definition":{"backgroundColor":"#f5ecd9"}}' | atelier -q theme add -`,
    )
    .action(async (file: string, _options, command) => {
      const { createTheme } = await import('#clients/verbs/themes.ts');
      const session = open(command);
      // What the file holds is checked by the server, which says what is wrong with it.
      const body = (await readJson(session.io, file)) as NewTheme;
      const made = await createTheme.run(body, await session.service());
      session.show({ json: made, id: made.theme.id, text: () => table([row(made.theme)]) });
    });

  theme
    .command('set <theme> <file>')
    .summary('change the name or the definition of a theme, from a JSON file')
    .action(async (id: string, file: string, _options, command) => {
      const { changeTheme } = await import('#clients/verbs/themes.ts');
      const session = open(command);
      const body = (await readJson(session.io, file)) as ThemePatch;
      const changed = await changeTheme.run({ ...body, theme: id }, await session.service());
      session.show({ json: changed, id: changed.theme.id, text: () => table([row(changed.theme)]) });
    });

  theme
    .command('rm <theme>')
    .summary('delete a theme; tabs that have it keep it')
    .action(async (id: string, _options, command) => {
      const { deleteTheme } = await import('#clients/verbs/themes.ts');
      await deleteTheme.run({ theme: id }, await open(command).service());
    });
}

const row = ({ id, name, definition }: CustomTheme): string[] => [id, name, definition.backgroundColor ?? ''];
