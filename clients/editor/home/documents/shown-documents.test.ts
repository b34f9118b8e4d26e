import { expect, test } from 'vitest';

import type { Document } from '#schema/document.ts';

import { type ShownDocuments, withChanged, withDocument, withoutDocument, withPage } from './shown-documents.ts';

const document = (id: string, name = id): Document => ({ id, name }) as Document;
const shown: ShownDocuments = { documents: [document('a'), document('b')], next: 'cursor' };
const names = ({ documents }: ShownDocuments): string[] => documents.map(({ name }) => name);

test('a changed or restored document is at the top of the list, once', () => {
  expect(names(withDocument(shown, document('b', 'renamed')))).toEqual(['renamed', 'a']);
  expect(names(withDocument(shown, document('c')))).toEqual(['c', 'a', 'b']);
  expect(withDocument(shown, document('c')).next).toBe('cursor');
});

test('a marked document stays where it is', () => {
  expect(names(withChanged(shown, document('b', 'starred')))).toEqual(['a', 'starred']);
  expect(names(withChanged(shown, document('x')))).toEqual(['a', 'b']);
});

test('a trashed document leaves the list', () => {
  expect(names(withoutDocument(shown, 'a'))).toEqual(['b']);
  expect(names(withoutDocument(shown, 'x'))).toEqual(['a', 'b']);
});

test('a page is appended without the documents that are shown already', () => {
  const page = { documents: [document('b', 'older'), document('c')], next: null };
  expect([names(withPage(shown, page)), withPage(shown, page).next]).toEqual([['a', 'b', 'c'], null]);
});
