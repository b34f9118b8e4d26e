/** Calls for a person's custom themes. */

import { resource, route } from '../route.ts';

export const themes = resource('Libraries and themes', [
  route('createTheme', {
    access: 'signed-in',
    summary: 'Create a theme',
    description: 'Set a tab to the theme by its id; the theme is then copied into the document.',
    replies: { 201: { description: 'The new theme.' } },
    refuses: ['id_taken', 'too_large', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.themes.create(call, body),
    answer: (created) => ({ status: 201, json: created, location: `/custom-themes/${created.theme.id}` }),
  }),
  route('listThemes', {
    access: 'signed-in',
    summary: 'List your themes',
    replies: {
      200: { description: 'In order of creation.' },
    },
    refuses: [],
    handle: ({ call }, app) => app.themes.list(call),
  }),
]);

export const theme = resource('Libraries and themes', [
  route('changeTheme', {
    access: 'signed-in',
    summary: 'Change the name or the definition of a theme',
    description: 'Documents keep their copy until a tab is set to the theme again.',
    replies: { 200: { description: 'The changed theme.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params, body }, app) => app.themes.change(call, params.theme, body),
  }),
  route('deleteTheme', {
    access: 'signed-in',
    summary: 'Delete a theme',
    description: 'Documents that use it keep their copy.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.themes.remove(call, params.theme),
  }),
]);
