import { describe, expect, test } from 'vitest';

import { addressWithTab, imagePath, liveUrl, readerAddress } from './reader-address.ts';

const secret = 'ats_6fV-k2_Qx';
const of = (pathname: string, search = '') => readerAddress({ pathname, search });

describe('the address of a published board', () => {
  test('of a page has the secret and defaults', () =>
    expect(of(`/p/${secret}`)).toEqual({ mode: 'page', secret, tab: null, frame: null, theme: null, hasBar: true }));
  test('of a frame says what is shown, and how', () =>
    expect(of(`/embed/${secret}`, '?tab=tab_2&frame=checkout&theme=dark&toolbar=0')).toEqual({
      mode: 'embed',
      secret,
      tab: 'tab_2',
      frame: 'checkout',
      theme: 'dark',
      hasBar: false,
    }));
  test('with empty or unknown values has the defaults', () =>
    expect(of(`/embed/${secret}`, '?tab=&frame=&theme=neon&toolbar=yes')).toEqual(of(`/embed/${secret}`)));
  test.each(['/', '/p/', '/p/a/b', '/share', `/d/${secret}`, '/embed/a%20b'])('is not %s', (path) => expect(of(path)).toBeNull());
});

describe('the addresses of a link', () => {
  const address = of(`/embed/${secret}`)!;
  test('of the socket has the scheme of the page', () => {
    expect(liveUrl(address, null, { protocol: 'http:', host: 'a.example:4100' })).toBe(`ws://a.example:4100/p/${secret}/live`);
    expect(liveUrl(address, 'tab_2', { protocol: 'https:', host: 'a.example' })).toBe(
      `wss://a.example/p/${secret}/live?tab=tab_2`,
    );
  });
  test('of an image is that of the page, in a frame too', () =>
    expect(imagePath(address, 'img_1')).toBe(`/p/${secret}/images/img_1`));
  test('of another tab keeps the theme, and leaves out the frame', () =>
    expect(addressWithTab({ pathname: '/p/s', search: '?theme=dark&frame=a&tab=tab_1' }, 'tab_2')).toBe(
      '/p/s?theme=dark&tab=tab_2',
    ));
});
