/** Verbs for a person's custom themes. */
import Type from 'typebox';

import { table } from '#clients/text/table.ts';
import { type CustomTheme, NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { type Verb, verb } from './verb.ts';

const theme = { theme: Type.String({ minLength: 1, description: 'Its id, `custom:…`.' }) };

export const listThemes = verb({
  name: 'list-themes',
  summary: 'List your own themes.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /custom-themes'),
  command: {
    usage: 'theme ls',
    id: ({ themes }) => themes.map(({ id }) => id).join('\n'),
    text: ({ themes }) => table(themes.map(row)),
  },
});

export const createTheme = verb({
  name: 'create-theme',
  summary: 'Create a theme of your own; a tab is set to it by its id.',
  input: NewTheme,
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /custom-themes', { body }),
  command: {
    usage: 'theme add <file>',
    summary: 'create a theme from a JSON file',
    description:
      'The file (- for stdin) has { "id"?, "name", "definition": { "backgroundColor", "palette": { "blue": "#…" }, … } }.',
    examples: [`echo '{"name":"Sand","definition":{"backgroundColor":"#f5ecd9"}}' | atelier -q theme add -`],
    // The server checks what is in the file, and says what is wrong with it.
    input: async ({ file = '' }, { json }) => (await json(file)) as NewTheme,
    id: (reply) => reply.theme.id,
    text: (reply) => table([row(reply.theme)]),
  },
});

export const changeTheme = verb({
  name: 'change-theme',
  summary: 'Change the name or the definition of a theme of your own.',
  input: Type.Object({ ...theme, ...ThemePatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: ({ theme: id, ...body }, service) => service.json('PUT /custom-themes/:theme', { params: { theme: id }, body }),
  command: {
    usage: 'theme set <theme> <file>',
    summary: 'change the name or the definition of a theme, from a JSON file',
    input: async ({ theme: id = '', file = '' }, { json }) => ({ ...((await json(file)) as ThemePatch), theme: id }),
    id: (reply) => reply.theme.id,
    text: (reply) => table([row(reply.theme)]),
  },
});

export const deleteTheme = verb({
  name: 'delete-theme',
  summary: 'Delete a theme of your own; tabs that use it keep it.',
  input: Type.Object(theme),
  effect: 'destructive',
  idempotent: true,
  run: ({ theme: id }, service) => service.json('DELETE /custom-themes/:theme', { params: { theme: id } }),
  command: { usage: 'theme rm <theme>' },
});

export const themeVerbs: readonly Verb[] = [listThemes, createTheme, changeTheme, deleteTheme];

const row = ({ id, name, definition }: CustomTheme): string[] => [id, name, definition.backgroundColor ?? ''];
