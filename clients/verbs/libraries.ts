/** Verbs for a person's shape libraries and for placing their items. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { count, table } from '#clients/text/table.ts';
import { placeBeside, placeItem } from '#core/libraries/place-item.ts';
import { quoteShort } from '#core/notation/quote.ts';
import { groupsAround } from '#core/tab/group-paths.ts';
import { slugOf } from '#schema/ids.ts';
import { type Library, type LibraryItem, LibraryItems, LibraryPatch, NewLibrary } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';

import { changesetAnswer } from './changeset-answer.ts';
import { applyChangeset } from './edit.ts';
import { documentAndTab } from './place.ts';
import { type Verb, verb } from './verb.ts';

const library = { library: Type.String({ minLength: 1, description: 'Its id.' }) };

export const listLibraries = verb({
  name: 'list-libraries',
  summary: 'List your shape libraries with their items.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /shape-libraries'),
  command: {
    usage: 'library ls',
    summary: 'list your shape libraries',
    id: ({ libraries }) => libraries.map(({ id }) => id).join('\n'),
    text: ({ libraries }) => table(libraries.map(row)),
  },
  tool: {
    name: 'list_libraries',
    title: 'List shape libraries',
    description: 'Shape libraries with their items.',
    isPaged: true,
    answer({ libraries }) {
      const lines = libraries.flatMap(({ id, name, items }) => [
        `${id} ${quoteShort(name, 80)} · ${count(items.length, 'item')}`,
        ...items.map((item) => `  ${item.id} ${quoteShort(item.title, 80)} · ${item.width}×${item.height}`),
      ]);
      return { text: lines.join('\n') || 'no libraries' };
    },
  },
});

export const showLibrary = verb({
  name: 'show-library',
  summary: 'List the items of a shape library.',
  input: Type.Object({ library: Type.String({ minLength: 1, description: 'Its id or name.' }) }),
  effect: 'read',
  idempotent: true,
  run: (input, service) => findLibrary(service, input.library),
  command: {
    usage: 'library show <library>',
    summary: 'list the items of a shape library, which is named by its id or name',
    id: ({ items }) => items.map(({ id }) => id).join('\n'),
    text: ({ items }) =>
      table(
        items.map(({ id, title, width, height, elements }) => [id, title, `${width}×${height}`, count(elements.length, 'part')]),
      ),
  },
});

export const createLibrary = verb({
  name: 'create-library',
  summary: 'Create a shape library; a number is appended to a name that is in use.',
  input: NewLibrary,
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /shape-libraries', { body }),
  command: {
    usage: 'library add <file>',
    summary: 'create a shape library from a JSON file',
    description: 'The file (- for stdin) has { "name", "source"?, "items": [{ "id", "title", "width", "height", "elements" }] }.',
    // The server checks what is in the file, and says what is wrong with it.
    input: async ({ file = '' }, { json }) => (await json(file)) as NewLibrary,
    id: ({ library: { id } }) => id,
    text: ({ library: created }) => table([row(created)]),
  },
});

export const changeLibrary = verb({
  name: 'change-library',
  summary: 'Rename a shape library, or replace its items.',
  input: Type.Object({ ...library, ...LibraryPatch.properties }),
  effect: 'destructive',
  idempotent: true,
  run: ({ library: id, ...body }, service) => service.json('PUT /shape-libraries/:library', { params: { library: id }, body }),
  command: {
    usage: 'library rename <library> <name>',
    summary: 'rename a shape library',
    id: ({ library: { id } }) => id,
    text: ({ library: changed }) => table([row(changed)]),
  },
});

export const addLibraryItems = verb({
  name: 'add-library-items',
  summary: 'Add items to a shape library, after those that it has.',
  input: Type.Object({ ...library, ...LibraryItems.properties }),
  effect: 'write',
  idempotent: false,
  run: ({ library: id, items }, service) =>
    service.json('POST /shape-libraries/:library/items', { params: { library: id }, body: { items } }),
  command: {
    usage: 'library extend <library> <file>',
    summary: 'add items from a JSON file to a shape library',
    description: 'The file (- for stdin) has { "items": [{ "id", "title", "width", "height", "elements" }] }.',
    // The server checks what is in the file, and says what is wrong with it.
    input: async ({ library: id = '', file = '' }, { json }) => ({ library: id, ...((await json(file)) as LibraryItems) }),
    id: ({ library: { id } }) => id,
    text: ({ library: changed }) => table([row(changed)]),
  },
});

export const deleteLibrary = verb({
  name: 'delete-library',
  summary: 'Delete a shape library; elements that were placed from it stay.',
  input: Type.Object(library),
  effect: 'destructive',
  idempotent: true,
  run: ({ library: id }, service) => service.json('DELETE /shape-libraries/:library', { params: { library: id } }),
  command: { usage: 'library rm <library>' },
});

const { dryRun, picture, baseRev, expectedRev, summary } = applyChangeset.input.properties;
const coordinate = Type.Number({ minimum: -limits.coordinateMax, maximum: limits.coordinateMax });

export const placeLibraryItem = verb({
  name: 'place-library-item',
  summary: 'Draw an item of a shape library on a tab: one changeset that adds its parts.',
  input: Type.Object({
    ...documentAndTab,
    library: Type.String({ minLength: 1, description: 'Its id or name.' }),
    item: Type.String({ minLength: 1, description: 'Its id, or its title if only one has it.' }),
    at: Type.Optional(
      Type.Object(
        { x: coordinate, y: coordinate },
        { description: 'The position of its top-left corner; default: right of everything.', additionalProperties: false },
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
  canPropose: true,
  async run({ document: name, tab: tabName, library: libraryName, item: itemName, at: wanted, ...rest }, service) {
    const document = await findDocument(service, name);
    const tab = await findTab(service, document, tabName);
    const item = await findItem(service, libraryName, itemName);
    const { elements } = await service.json('GET /documents/:doc/tabs/:tab', { params: { doc: document, tab } });
    const taken = {
      slugs: new Set(elements.map(({ id }) => slugOf(id))),
      groups: new Set(elements.flatMap(({ group }) => groupsAround(group).slice(0, 1))),
    };
    const operations = placeItem(item, wanted ?? placeBeside(elements), taken);
    return applyChangeset.run({ document, tab, operations, ...rest }, service);
  },
  command: {
    usage: 'library place <doc:document> <library> <item>',
    summary: 'draw an item of a library on a tab',
    description: 'Draws an item of a shape library, named by id or title, on a tab: one changeset that adds its parts.',
    options: {
      tab: {},
      dryRun: {},
      baseRev: {},
      expectedRev: {},
      summary: { flags: '--summary <text>' },
      at: { flags: '--at <x,y>', value: 'point' },
    },
    examples: ['atelier library place "Payments" Icons Database --at 400,120'],
    id: ({ changeset }) => changeset?.id,
    text: ({ text }) => text,
  },
  tool: {
    name: 'place_library_item',
    title: 'Draw an item of a library',
    description: 'Draw an item of a shape library, as elements.',
    args: {
      library: 'Its id or name.',
      item: 'Its id or title.',
      at: '{"x":0,"y":400}; default: right of everything.',
    },
    answer: (reply) => changesetAnswer(reply),
  },
});

export const libraryVerbs: readonly Verb[] = [
  listLibraries,
  showLibrary,
  placeLibraryItem,
  createLibrary,
  changeLibrary,
  addLibraryItems,
  deleteLibrary,
];

const row = ({ id, name, items, source }: Library): string[] => [id, name, count(items.length, 'item'), source];

/** Finds a library by its id or name. Throws ServiceRefusal (library_not_found). */
async function findLibrary(service: Service, name: string): Promise<Library> {
  const { libraries } = await listLibraries.run({}, service);
  const wanted = name.toLowerCase();
  const match = libraries.find(({ id }) => id === wanted) ?? libraries.find((one) => one.name.toLowerCase() === wanted);
  if (match === undefined) throw noLibrary(libraries);
  return match;
}

/** Throws ServiceRefusal (library_not_found, invalid_value). */
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
    detail: 'None of your shape libraries has this id or name.',
    hint: 'List them: atelier library ls, or the tool list_libraries.',
    candidates: libraries.slice(0, candidatesShown).map(({ id, name }) => ({ id, name })),
  });

const noItem = (items: readonly LibraryItem[]): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_value',
    status: 400,
    detail: 'None or several of the items of the library have this title.',
    hint: 'Name it by its id.',
    candidates: items.slice(0, candidatesShown).map(({ id, title }) => ({ id, title })),
  });

const candidatesShown = 20;
