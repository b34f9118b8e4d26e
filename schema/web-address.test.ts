import { expect, test } from 'vitest';

import { parseElements, withoutUserName } from './web-address.ts';

test('an address without its user name is the address that a browser opens', () => {
  for (const address of [
    'https://a@b.org/',
    'http://a:b@c@b.org/d@e',
    'https://b.org/',
    'https://b.org/a@b',
    'https://b.org?a@b',
  ]) {
    const url = new URL(address);
    url.username = '';
    url.password = '';
    expect(new URL(withoutUserName(address)).href).toBe(url.href);
  }
});

test('stored elements are parsed with the addresses that elements may have', () => {
  const stored = {
    link: 'https://u:p@b.org/',
    url: 'https:///b.org',
    label: 'https://u:p@b.org/',
    nested: [{ link: 'mailto:a@b.org' }],
  };
  const current = { ...stored, link: 'https://b.org/', url: 'https://b.org' };
  expect(parseElements(JSON.stringify([stored]))).toEqual([current]);
  const plain = { link: 'https://b.org/a@b', url: 'https://b.org?a@b' };
  expect(parseElements(JSON.stringify(plain))).toEqual(plain);
});
