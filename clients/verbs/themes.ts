/** themes: verbs about a person's own themes. */
import Type from 'typebox';

import { type CustomTheme, NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { verb } from './verb.ts';

const theme = { theme: Type.String({ minLength: 1, description: 'Its id, `custom:…`.' }) };
const at = (id: string): string => `/custom-themes/${encodeURIComponent(id)}`;

export const listThemes = verb({
  name: 'list-themes',
  summary: 'List your own themes.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: async (_input, service) =>
    (await service.json({ method: 'GET', path: '/custom-themes' })) as { readonly themes: readonly CustomTheme[] },
});

export const createTheme = verb({
  name: 'create-theme',
  summary: 'Make a theme of your own, which tabs take by its id.',
  input: NewTheme,
  effect: 'write',
  idempotent: false,
  run: async (body, service) =>
    (await service.json({ method: 'POST', path: '/custom-themes', body })) as { readonly theme: CustomTheme },
});

export const changeTheme = verb({
  name: 'change-theme',
  summary: 'Change the name or the definition of a theme of your own.',
  input: Type.Object({ ...theme, ...ThemePatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ theme: id, ...body }, service) =>
    (await service.json({ method: 'PUT', path: at(id), body })) as { readonly theme: CustomTheme },
});

export const deleteTheme = verb({
  name: 'delete-theme',
  summary: 'Delete a theme of your own; tabs that have it keep it.',
  input: Type.Object(theme),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) => service.json({ method: 'DELETE', path: at(input.theme) }),
});
