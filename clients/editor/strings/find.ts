/** find: the texts of clients/editor/find. */
import { catalogue } from './catalogue.ts';

export const findTexts = catalogue({
  noteOf: (kind: string) => `Note on ${kind}`,
  tableRow: (row: number) => (row === 0 ? 'Table, heading' : `Table, row ${row}`),
  placeOf: (number: number, count: number) => `${number} of ${count}`,
  findInDocument: 'Find in document',
  previous: 'Previous',
  next: 'Next',
  moreResults: (count: number) => `${count}+ results`,
  results: (count: number) => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
});
