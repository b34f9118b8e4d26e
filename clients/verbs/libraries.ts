/** libraries: verbs about a person's shape libraries, and drawing what is in them. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { placeBeside, placeItem } from '#core/libraries/place-item.ts';
import { slugOf } from '#schema/ids.ts';
import { type Library, type LibraryItem, LibraryPatch, NewLibrary } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';

import { applyChangeset } from './edit.ts';
import { documentAndTab } from './place.ts';
import { verb } from './verb.ts';

const library = { library: Type.String({ minLength: 1, description: 'Its id.' }) };

export const listLibraries = verb({
  name: 'list-libraries',
  summary: 'List your shape libraries with their items.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /shape-libraries'),
});

export const createLibrary = verb({
  name: 'create-library',
  summary: 'Make a shape library; a name that is taken gets a number.',
  input: NewLibrary,
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /shape-libraries', { body }),
});

export const changeLibrary = verb({
  name: 'change-library',
  summary: 'Rename a shape library, or replace its items.',
  input: Type.Object({ ...library, ...LibraryPatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: ({ library: id, ...body }, service) => service.json('PUT /shape-libraries/:library', { params: { library: id }, body }),
});

export const deleteLibrary = verb({
  name: 'delete-library',
  summary: 'Delete a shape library; shapes that were placed stay where they are.',
  input: Type.Object(library),
  effect: 'destructive',
  idempotent: true,
  run: ({ library: id }, service) => service.json('DELETE /shape-libraries/:library', { params: { library: id } }),
});

const { dryRun, picture, baseRev, expectedRev, summary } = applyChangeset.input.properties;
const coordinate = Type.Number({ minimum: -limits.coordinateMax, maximum: limits.coordinateMax });

export const placeLibraryItem = verb({
  name: 'place-library-item',
  summary: 'Draw an item of a shape library on a tab: one changeset that adds its parts.',
  input: Type.Object({
    ...documentAndTab,
    library: Type.String({ minLength: 1, description: 'Its id or name.' }),
    item: Type.String({ minLength: 1, description: 'Its id, or its title where only one has it.' }),
    at: Type.Optional(
      Type.Object(
        { x: coordinate, y: coordinate },
        { description: 'Where its top-left corner comes to lie; default: right of everything.', additionalProperties: false },
      ),
    ),
    baseRev,
    expectedRev,
    summary,
    dryRun,
    picture,
  }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, tab: tabName, library: libraryName, item: itemName, at: wanted, ...rest }, service) {
    const document = await findDocument(service, name);
    const tab = await findTab(service, document, tabName);
    const item = await findItem(service, libraryName, itemName);
    const { elements } = await service.json('GET /documents/:doc/tabs/:tab', { params: { doc: document, tab } });
    const taken = new Set(elements.map(({ id }) => slugOf(id)));
    const operations = placeItem(item, wanted ?? placeBeside(elements), taken);
    return applyChangeset.run({ document, tab, operations, ...rest }, service);
  },
});

/** By its id or its name. Throws Refused (library_not_found). */
export async function findLibrary(service: Service, name: string): Promise<Library> {
  const { libraries } = await listLibraries.run({}, service);
  const wanted = name.toLowerCase();
  const found = libraries.find(({ id }) => id === wanted) ?? libraries.find((one) => one.name.toLowerCase() === wanted);
  if (found === undefined) throw noLibrary(libraries);
  return found;
}

/** Throws Refused (library_not_found, invalid_value). */
async function findItem(service: Service, libraryName: string, itemName: string): Promise<LibraryItem> {
  const { items } = await findLibrary(service, libraryName);
  const byTitle = items.filter(({ title }) => title.toLowerCase() === itemName.toLowerCase());
  const item = items.find(({ id }) => id.toLowerCase() === itemName.toLowerCase()) ?? byTitle[0];
  if (item === undefined || (item.id.toLowerCase() !== itemName.toLowerCase() && byTitle.length > 1))
    throw noItem(byTitle.length > 1 ? byTitle : items);
  return item;
}

const noLibrary = (libraries: readonly Library[]): ServiceRefusal =>
  new ServiceRefusal({
    code: 'library_not_found',
    status: 404,
    detail: 'No shape library of yours has this id or name.',
    hint: 'List them: atelier library ls, or the tool list_libraries.',
    candidates: libraries.slice(0, candidatesShown).map(({ id, name }) => ({ id, name })),
  });

const noItem = (items: readonly LibraryItem[]): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_value',
    status: 400,
    detail: 'No one item of the library has this title.',
    hint: 'Name it by its id.',
    candidates: items.slice(0, candidatesShown).map(({ id, title }) => ({ id, title })),
  });

const candidatesShown = 20;
