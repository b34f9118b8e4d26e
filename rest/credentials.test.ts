import type { IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { isSameOrigin } from './credentials.ts';

const isSame = (headers: Record<string, string>, publicUrl: string | null): boolean =>
  isSameOrigin({ headers } as unknown as IncomingMessage, publicUrl);

test('with a PUBLIC_URL, its address has one scheme; other hosts are judged by what the browser says', () => {
  const host = 'atelier.example';
  const url = `https://${host}`;
  const claimed = { 'sec-fetch-site': 'same-origin' };
  expect(isSame({ host, origin: url }, url)).toBe(true);
  expect(isSame({ host, origin: `http://${host}` }, url)).toBe(false);
  expect(isSame({ host, origin: `http://${host}`, ...claimed }, url)).toBe(false);
  expect(isSame({ host: '10.0.0.5:4100', origin: 'http://10.0.0.5:4100' }, url)).toBe(true);
  expect(isSame({ host: '10.0.0.5:4100', origin: 'https://10.0.0.5:4100' }, url)).toBe(false);
  expect(isSame({ host, origin: url }, null)).toBe(false);
  expect(isSame({ host, origin: url, ...claimed }, null)).toBe(true);
  expect(isSame({ host, origin: 'https://evil.example', ...claimed }, null)).toBe(false);
  expect(isSame({ host }, null)).toBe(false);
});
