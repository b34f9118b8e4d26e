/** Calls for a person's custom themes. */
import Type from 'typebox';

import { CustomTheme, NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { resource, route } from '../route.ts';

const json = Type.Object({ theme: CustomTheme });

export const themes = resource('/custom-themes', 'Libraries and themes', [
  route({
    id: 'createTheme',
    method: 'post',
    access: 'signed-in',
    summary: 'Create a theme',
    description: 'Set a tab to the theme by its id; the theme is then copied into the document.',
    body: NewTheme,
    replies: { 201: { description: 'The new theme.', json } },
    refuses: ['id_taken', 'too_large', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.themes.create(call, body),
    answer: (created) => ({ status: 201, json: created, location: `/custom-themes/${created.theme.id}` }),
  }),
  route({
    id: 'listThemes',
    method: 'get',
    access: 'signed-in',
    summary: 'List your themes',
    replies: {
      200: { description: 'In order of creation.', json: Type.Object({ themes: Type.Array(CustomTheme) }) },
    },
    refuses: [],
    handle: ({ call }, app) => app.themes.list(call),
  }),
]);

export const theme = resource('/custom-themes/:theme', 'Libraries and themes', [
  route({
    id: 'changeTheme',
    method: 'put',
    access: 'signed-in',
    summary: 'Change the name or the definition of a theme',
    description: 'Documents keep their copy until a tab is set to the theme again.',
    body: ThemePatch,
    replies: { 200: { description: 'The changed theme.', json } },
    refuses: ['token_read_only'],
    handle: ({ call, params, body }, app) => app.themes.change(call, params.theme, body),
  }),
  route({
    id: 'deleteTheme',
    method: 'delete',
    access: 'signed-in',
    summary: 'Delete a theme',
    description: 'Documents that use it keep their copy.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.themes.remove(call, params.theme),
  }),
]);
