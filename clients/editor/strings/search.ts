/** search: the texts of clients/editor/search. */
import type { SearchType } from '#schema/search.ts';

import { catalogue } from './catalogue.ts';

const typeNames: Readonly<Record<SearchType, string>> = {
  document: 'Document',
  page: 'Page',
  element: 'Element',
  card: 'Card',
  cell: 'Cell',
  comment: 'Comment',
};

export const searchTexts = catalogue({
  typeOf: (type: SearchType) => typeNames[type],
  inDocuments: 'In documents',
  foundInDocuments: (count: number, hasMore: boolean) => `${count}${hasMore ? ' or more' : ''} found in documents`,
  gone: 'It is no longer there.',
  showMore: 'Show more',
});
