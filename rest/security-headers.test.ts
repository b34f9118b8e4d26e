import { expect, test } from 'vitest';

import { securityHeaders } from './security-headers.ts';

test('HT1 browsers keep to HTTPS for a year on an address with HTTPS, for this name alone', () => {
  const found = (isHttps: boolean): string | undefined =>
    securityHeaders(isHttps).find(([name]) => name.toLowerCase() === 'strict-transport-security')?.[1];
  expect(found(true)).toBe('max-age=31536000');
  expect(found(false)).toBeUndefined();
});
