/** libraries: shape libraries, each its owner's alone. */
import Type from 'typebox';

import type { ErrorCode } from '#schema/errors.ts';
import { Library, LibraryPatch, NewLibrary } from '#schema/library.ts';
import type { SchemaFault } from '#schema/validate.ts';

import { resource, route } from '../route.ts';

const faultCode = ({ pointer, keyword }: SchemaFault): ErrorCode | undefined =>
  pointer === '/items' && keyword === 'maxItems' ? 'library_full' : undefined;
const json = Type.Object({ library: Library });

export const libraries = resource('/shape-libraries', 'Libraries and themes', [
  route({
    id: 'createLibrary',
    method: 'post',
    access: 'signed-in',
    summary: 'Make a shape library',
    description: 'A name that is in use gets a number appended.',
    body: NewLibrary,
    faultCode,
    replies: { 201: { description: 'The new library.', json } },
    refuses: ['library_full', 'libraries_full', 'id_taken', 'invalid_value', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.libraries.create(call, body),
    answer: (made) => ({ status: 201, json: made, location: `/shape-libraries/${made.library.id}` }),
  }),
  route({
    id: 'listLibraries',
    method: 'get',
    access: 'signed-in',
    summary: 'List your shape libraries',
    replies: {
      200: { description: 'In the order in which they were made.', json: Type.Object({ libraries: Type.Array(Library) }) },
    },
    refuses: [],
    handle: ({ call }, app) => app.libraries.list(call),
  }),
]);

export const library = resource('/shape-libraries/:library', 'Libraries and themes', [
  route({
    id: 'changeLibrary',
    method: 'put',
    access: 'signed-in',
    summary: 'Rename a library, or replace its items',
    body: LibraryPatch,
    faultCode,
    replies: { 200: { description: 'The library as it is now.', json } },
    refuses: ['library_full', 'libraries_full', 'invalid_value', 'token_read_only'],
    handle: ({ call, params, body }, app) => app.libraries.change(call, params.library, body),
  }),
  route({
    id: 'deleteLibrary',
    method: 'delete',
    access: 'signed-in',
    summary: 'Delete a library',
    description: 'What was placed from it stays in the documents.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.libraries.remove(call, params.library),
  }),
]);
