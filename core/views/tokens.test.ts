import { expect, test } from 'vitest';

import { tokensOf } from './tokens.ts';

test('[VW40] tokens are counted for words, numbers, symbols and other scripts', () => {
  expect(['', ' ', 'a', 'word', 'words', 'two words', '123', '1234', '-12.5,7', 'é', '漢字', '👍', 'a\n'].map(tokensOf)).toEqual([
    0, 0, 1, 1, 2, 3, 1, 2, 6, 1, 2, 1, 2,
  ]);
});
