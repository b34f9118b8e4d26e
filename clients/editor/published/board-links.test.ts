import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { boardLink } from './board-links.ts';

const origin = 'https://atelier.example';
const tabs = [{ id: 'tab_1', name: 'Flow' }];
const box = { id: 'a~1', z: 'a0', x: 0, y: 0, width: 10, height: 10 } as const;
const linked = (link: string): Element => ({ type: 'text', ...box, link });
const of = (element: Element) => boardLink(element, origin, tabs);

describe('the link of an element', () => {
  test.each(['https://a.example/x?y=1', 'http://a.example/', 'mailto:ada@a.example', `${origin}/p/another`])(
    'leads outside: %s',
    (href) => expect(of(linked(href))).toEqual({ kind: 'outside', href }),
  );
  test('of a card or video is its address, unless it has another one', () => {
    expect(of({ type: 'link-card', ...box, url: 'https://a.example/card' })).toEqual({ kind: 'outside', href: 'https://a.example/card' }); // prettier-ignore
    expect(of({ type: 'video', ...box, url: 'https://a.example/v', link: 'https://a.example/own' })).toEqual({ kind: 'outside', href: 'https://a.example/own' }); // prettier-ignore
  });
  test('to a tab of the same link, or an element on it, stays here', () => {
    expect(of(linked(`${origin}/d/doc_1/tab_1`))).toEqual({ kind: 'inside', tab: 'tab_1', target: null });
    expect(of(linked(`${origin}/d/doc_1/tab_1#pay~0k3f9x2a`))).toEqual({ kind: 'inside', tab: 'tab_1', target: 'pay~0k3f9x2a' });
  });
  test.each([
    `${origin}/d/doc_1`,
    `${origin}/d/doc_1/tab_2`,
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://',
    'no address',
  ])('that a reader cannot open is none: %s', (address) => expect(of(linked(address))).toBeNull());
  test('is none on an element without one', () => expect(of({ type: 'text', ...box })).toBeNull());
});
