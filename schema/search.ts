/** The search over everything that a caller can read. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

export const searchTypes = ['document', 'page', 'element', 'card', 'cell', 'comment'] as const;
export type SearchType = (typeof searchTypes)[number];

const typeNames = searchTypes.join('|');

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: limits.searchCharacters,
      pattern: '\\S',
      description:
        'Words, each of which is somewhere in what is found, also within other words. Case, accents and the width of letters do not matter.',
    }),
    type: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: `^(${typeNames})(,(${typeNames}))*$`,
        description: `Only these, separated by commas: ${searchTypes.join(', ')}.`,
      }),
    ),
    doc: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Id of the only document to search.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.searchResultsMax,
        default: limits.searchResultsDefault,
        description: 'The most results to list.',
      }),
    ),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 600, description: '`next` of the previous page.' })),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const SearchResult = Type.Object(
  {
    type: Type.Enum([...searchTypes], {
      description: 'What was found. A comment on a card is a comment; a cell of a table on the canvas belongs to the element.',
    }),
    document: Type.Object(
      {
        id: Type.String({ description: 'Id of the document.' }),
        name: Type.String({ description: 'The name of the document.' }),
      },
      { description: 'The document that it is in.' },
    ),
    tab: orNull('Id of its tab; null for documents and cards.'),
    ref: Type.String({
      description:
        'Its name in its document: the ref of an element, `#7` for a card, `Budget!B2` for a cell, the id of a page or document.',
    }),
    excerpt: Type.String({ description: 'The text around the first word that was found.' }),
    url: Type.String({ description: 'The address of its page, where it is selected.' }),
    rev: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The revision of its tab, of a card that of the cards; null for documents.',
    }),
  },
  { description: 'Something that a search has found.' },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchAnswer = Type.Object({
  results: Type.Array(SearchResult, { description: 'Those in the documents that were changed last come first.' }),
  next: Type.Union([Type.String(), Type.Null()], { description: 'The cursor of the next page; null on the last page.' }),
});
export type SearchAnswer = Static<typeof SearchAnswer>;
