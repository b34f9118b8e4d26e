/** themes: custom themes, each its owner's alone. */
import Type from 'typebox';

import { CustomTheme, NewTheme, ThemePatch } from '#schema/custom-theme.ts';

import { resource, route } from '../route.ts';

const json = Type.Object({ theme: CustomTheme });

export const themes = resource('/custom-themes', 'Libraries and themes', [
  route({
    id: 'createTheme',
    method: 'post',
    access: 'signed-in',
    summary: 'Make a theme',
    description: 'A tab takes it by its id; it is copied into the document then.',
    body: NewTheme,
    replies: { 201: { description: 'The new theme.', json } },
    refuses: ['id_taken', 'too_large', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.themes.create(call, body),
    answer: (made) => ({ status: 201, json: made, location: `/custom-themes/${made.theme.id}` }),
  }),
  route({
    id: 'listThemes',
    method: 'get',
    access: 'signed-in',
    summary: 'List your themes',
    replies: {
      200: { description: 'In the order in which they were made.', json: Type.Object({ themes: Type.Array(CustomTheme) }) },
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
    description: 'Documents keep what they took until their tab is set to it again.',
    body: ThemePatch,
    replies: { 200: { description: 'The theme as it is now.', json } },
    refuses: ['token_read_only'],
    handle: ({ call, params, body }, app) => app.themes.change(call, params.theme, body),
  }),
  route({
    id: 'deleteTheme',
    method: 'delete',
    access: 'signed-in',
    summary: 'Delete a theme',
    description: 'Documents that use it keep what they took.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.themes.remove(call, params.theme),
  }),
]);
