import { expect, test } from 'vitest';

import { articleOf, formFor, newArticle, withFile } from './article-form.ts';

const existing = ['Guide', 'article'];
const empty = formFor({ name: '', markdown: '' }, existing);

test('the article dialog begins with an existing article of the given name, or with a new one', () => {
  expect(formFor({ name: 'Guide', markdown: '# A' }, existing)).toMatchObject({ chosen: 'Guide', markdown: '# A' });
  expect(formFor({ name: 'Other', markdown: '' }, existing)).toMatchObject({ chosen: newArticle, name: 'Other' });
  expect(empty.chosen).toBe(newArticle);
});

test('a new article gets its trimmed name, or the name "article"', () => {
  expect(articleOf({ ...empty, name: ' Notes ', markdown: 'x' }, [])).toEqual({
    markdown: 'x',
    article: 'Notes',
    mode: 'replace',
  });
  expect(articleOf({ ...empty, name: '  ' }, []).article).toBe('article');
});

test('only an existing article is appended to', () => {
  expect(articleOf({ ...empty, chosen: 'Guide', mode: 'append' }, existing).mode).toBe('append');
  expect(articleOf({ ...empty, name: 'Guide', mode: 'append' }, existing).mode).toBe('append');
  expect(articleOf({ ...empty, name: 'New', mode: 'append' }, existing).mode).toBe('replace');
});

test('a page size is named only if it differs from the existing pages', () => {
  expect(articleOf(empty, [])).not.toHaveProperty('size');
  expect(articleOf({ ...empty, size: 'a4' }, []).size).toBe('a4');
});

test('a file brings its text, and its name to a new article without one', () => {
  const file = { name: 'readme', markdown: '# R' };
  expect(withFile(empty, file)).toMatchObject({ name: 'readme', markdown: '# R' });
  expect(withFile({ ...empty, name: 'Mine' }, file).name).toBe('Mine');
  expect(withFile({ ...empty, chosen: 'Guide' }, file)).toMatchObject({ name: '', chosen: 'Guide', markdown: '# R' });
});
