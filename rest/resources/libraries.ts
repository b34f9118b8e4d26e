/** Calls for a person's shape libraries. */
import type { ErrorCode } from '#schema/errors.ts';
import type { ValidationError } from '#schema/validate.ts';

import { resource, route } from '../route.ts';

const faultCode = ({ pointer, keyword }: ValidationError): ErrorCode | undefined =>
  pointer === '/items' && keyword === 'maxItems' ? 'library_full' : undefined;

export const libraries = resource('Libraries and themes', [
  route('createLibrary', {
    access: 'signed-in',
    summary: 'Create a shape library',
    description: 'A number is appended to a name that is in use.',
    faultCode,
    replies: { 201: { description: 'The new library.' } },
    refuses: ['library_full', 'libraries_full', 'id_taken', 'invalid_value', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.libraries.create(call, body),
    answer: (created) => ({ status: 201, json: created, location: `/shape-libraries/${created.library.id}` }),
  }),
  route('listLibraries', {
    access: 'signed-in',
    summary: 'List your shape libraries',
    replies: {
      200: { description: 'In order of creation.' },
    },
    refuses: [],
    handle: ({ call }, app) => app.libraries.list(call),
  }),
]);

export const library = resource('Libraries and themes', [
  route('changeLibrary', {
    access: 'signed-in',
    summary: 'Rename a library, or replace its items',
    faultCode,
    replies: { 200: { description: 'The changed library.' } },
    refuses: ['library_full', 'libraries_full', 'invalid_value', 'token_read_only'],
    handle: ({ call, params, body }, app) => app.libraries.change(call, params.library, body),
  }),
  route('deleteLibrary', {
    access: 'signed-in',
    summary: 'Delete a library',
    description: 'Elements that were placed from it stay in their documents.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.libraries.remove(call, params.library),
  }),
]);
