/** themes: verbs about a person's own themes. */
import Type from 'typebox';

import { NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { verb } from './verb.ts';

const theme = { theme: Type.String({ minLength: 1, description: 'Its id, `custom:…`.' }) };

export const listThemes = verb({
  name: 'list-themes',
  summary: 'List your own themes.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /custom-themes'),
});

export const createTheme = verb({
  name: 'create-theme',
  summary: 'Make a theme of your own, which tabs take by its id.',
  input: NewTheme,
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /custom-themes', { body }),
});

export const changeTheme = verb({
  name: 'change-theme',
  summary: 'Change the name or the definition of a theme of your own.',
  input: Type.Object({ ...theme, ...ThemePatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: ({ theme: id, ...body }, service) => service.json('PUT /custom-themes/:theme', { params: { theme: id }, body }),
});

export const deleteTheme = verb({
  name: 'delete-theme',
  summary: 'Delete a theme of your own; tabs that have it keep it.',
  input: Type.Object(theme),
  effect: 'destructive',
  idempotent: true,
  run: ({ theme: id }, service) => service.json('DELETE /custom-themes/:theme', { params: { theme: id } }),
});
