/** libraries: verbs about a person's shape libraries. */
import Type from 'typebox';

import { type Library, LibraryPatch, NewLibrary } from '#schema/library.ts';

import { verb } from './verb.ts';

const library = { library: Type.String({ minLength: 1, description: 'Its id.' }) };
const at = (id: string): string => `/shape-libraries/${encodeURIComponent(id)}`;

export const listLibraries = verb({
  name: 'list-libraries',
  summary: 'List your shape libraries with their items.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: async (_input, service) =>
    (await service.json({ method: 'GET', path: '/shape-libraries' })) as { readonly libraries: readonly Library[] },
});

export const createLibrary = verb({
  name: 'create-library',
  summary: 'Make a shape library; a name that is taken gets a number.',
  input: NewLibrary,
  effect: 'write',
  idempotent: false,
  run: async (body, service) =>
    (await service.json({ method: 'POST', path: '/shape-libraries', body })) as { readonly library: Library },
});

export const changeLibrary = verb({
  name: 'change-library',
  summary: 'Rename a shape library, or replace its items.',
  input: Type.Object({ ...library, ...LibraryPatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ library: id, ...body }, service) =>
    (await service.json({ method: 'PUT', path: at(id), body })) as { readonly library: Library },
});

export const deleteLibrary = verb({
  name: 'delete-library',
  summary: 'Delete a shape library; shapes that were placed stay where they are.',
  input: Type.Object(library),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) => service.json({ method: 'DELETE', path: at(input.library) }),
});
