import { expect, test } from 'vitest';

import { sizeText } from './size-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_540, '1.5 kB'],
  [999_600, '1 MB'],
  [34_000_000, '34 MB'],
  [5_200_000_000, '5.2 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
