import { describe, expect, test } from 'vitest';

import { type BoardAttributes, frameUrl, noticeOf } from './board-source.ts';

const none: BoardAttributes = { src: null, tab: null, frame: null, theme: null, toolbar: null };
const of = (attributes: Partial<BoardAttributes>) => frameUrl({ ...none, ...attributes }, 'https://blog.example/post')?.href;

describe('the address of an embedded board', () => {
  test.each([
    ['of a page', 'https://a.example/p/s-1', 'https://a.example/embed/s-1'],
    ['of a frame', 'https://a.example/embed/s-1', 'https://a.example/embed/s-1'],
    ['relative to the page around it', '/p/s-1', 'https://blog.example/embed/s-1'],
    ['with a query', 'https://a.example/p/s-1?tab=tab_2#x', 'https://a.example/embed/s-1?tab=tab_2'],
  ])('is made from one %s', (_what, src, url) => expect(of({ src })).toBe(url));
  test('has the attributes, before the query', () =>
    expect(of({ src: 'https://a.example/p/s?tab=tab_1', tab: 'tab_2', frame: 'pay', theme: 'dark', toolbar: '0' })).toBe(
      'https://a.example/embed/s?tab=tab_2&frame=pay&theme=dark&toolbar=0',
    ));
  test.each([undefined, '', 'javascript:alert(1)', 'https://a.example/d/doc_1', 'https://a.example/p/', 'data:text/html,x'])(
    'is none for %s',
    (src) => expect(of(src === undefined ? {} : { src })).toBeUndefined(),
  );
});

describe('a message of a board', () => {
  test('says what was selected, and that it is ready or has changed', () => {
    expect(noticeOf({ source: 'atelier', type: 'select', refs: ['pay', 7] })).toEqual({ type: 'select', refs: ['pay'] });
    expect(noticeOf({ source: 'atelier', type: 'change', more: 1 })).toEqual({ type: 'change' });
    expect(noticeOf({ source: 'atelier', type: 'ready' })).toEqual({ type: 'ready' });
  });
  test.each([
    null,
    'atelier',
    {},
    { source: 'atelier' },
    { source: 'other', type: 'change' },
    { source: 'atelier', type: 'select' },
  ])('is not %j', (data) => expect(noticeOf(data)).toBeNull());
});
