/** A person's shape libraries. Each item is a group of elements to draw with. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';
import { Name } from './tab.ts';

const strict = { additionalProperties: false } as const;

export const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const Uuid = Type.String({ pattern: uuidPattern, description: 'A UUID chosen by the client.' });
const side = Type.Number({ minimum: 0, maximum: limits.sizeMax, description: 'In pixels.' });

/** The engine checks the elements of an item, with codes of its own. */
export const LibraryElement = Type.Record(Type.String(), Type.Unknown(), { description: 'An element of a library item.' });

export const LibraryItem = Type.Object(
  {
    id: Uuid,
    title: Type.String({ maxLength: limits.nameCharacters, description: 'The title of the item.' }),
    width: side,
    height: side,
    elements: Type.Array(LibraryElement, {
      maxItems: limits.elementsPerItem,
      description: "Whole elements, as `add` in a changeset accepts them. Positions are relative to the item's top-left corner.",
    }),
  },
  { ...strict, description: 'A group of elements to draw with.' },
);
export type LibraryItem = Static<typeof LibraryItem>;

const items = Type.Array(LibraryItem, { maxItems: limits.itemsPerLibrary, description: 'The items; they replace all.' });
const source = Type.String({ maxLength: limits.linkCharacters, description: 'Where the library comes from.' });

export const Library = Type.Object(
  {
    id: Type.String({ description: 'Id of the library.' }),
    name: Type.String({ description: 'The name of the library.' }),
    source: Type.String({ description: 'Where the library comes from; empty if unknown.' }),
    items: Type.Array(LibraryItem, { description: 'Its items, in order.' }),
  },
  { description: 'A shape library of a person.' },
);
export type Library = Static<typeof Library>;

export const NewLibrary = Type.Object(
  { id: Type.Optional(Uuid), name: Name, source: Type.Optional(source), items: Type.Optional(items) },
  strict,
);
export type NewLibrary = Static<typeof NewLibrary>;

export const LibraryItems = Type.Object(
  { items: Type.Array(LibraryItem, { minItems: 1, maxItems: limits.itemsPerLibrary, description: 'The items to add.' }) },
  strict,
);
export type LibraryItems = Static<typeof LibraryItems>;

export const LibraryPatch = Type.Object(
  { name: Type.Optional(Name), source: Type.Optional(source), items: Type.Optional(items) },
  strict,
);
export type LibraryPatch = Static<typeof LibraryPatch>;
