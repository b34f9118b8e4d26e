/** The verb that searches everything that the token may read. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import type { Service } from '#clients/service/service.ts';
import { plainLine } from '#clients/text/plain.ts';
import { table } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import { type SearchAnswer, SearchQuery, type SearchResult } from '#schema/search.ts';

import { document } from './place.ts';
import { verb } from './verb.ts';

const { q, type, limit, cursor } = SearchQuery.properties;

export const search = verb({
  name: 'search',
  summary: 'Search labels, notes, comments, cards, cells, pages and names of all documents.',
  input: Type.Object({ q, type, document: Type.Optional(document.document), limit, cursor }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, ...query }, service: Service): Promise<SearchAnswer> {
    const doc = name === undefined ? undefined : await findDocument(service, name);
    return service.json('GET /search', { query: { ...query, ...(doc !== undefined && { doc }) } });
  },
  tool: {
    name: 'search',
    title: 'Search',
    description: 'Search all documents by words.',
    args: { q: 'Words.', type: 'document,page,element,card,cell,comment', limit: 'At most.', cursor: 'Of the last answer.' },
    answer: ({ results, next }) => ({
      text: results.map(resultLine).join('\n') || 'no results',
      ...(next !== null && { foot: `more: cursor=${next}` }),
      rest: 'Ask for fewer with limit.',
    }),
  },
});

/** For models. */
const resultLine = ({ type: what, document: { id, name }, tab, ref, excerpt, rev }: SearchResult): string =>
  [`${what} ${quote(ref)} in ${id} ${quote(name)}`, tab ?? '', rev === null ? '' : `rev ${rev}`, quote(excerpt)]
    .filter((part) => part !== '')
    .join(' · ');

/** For terminals. */
export const searchText = ({ results, next }: SearchAnswer): string =>
  [
    table(
      results.map(({ type: what, document: { name }, ref, excerpt }) => [
        what,
        plainLine(name),
        plainLine(ref),
        plainLine(excerpt),
      ]),
    ),
    ...(next === null ? [] : [`more: --cursor ${next}`]),
  ].join('\n');
