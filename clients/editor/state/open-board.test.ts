import { expect, test } from 'vitest';

import { boardIn } from './open-board.ts';

test('the address names a board or none', () => {
  expect(boardIn('?board=sprint~ab12cd34')).toBe('sprint~ab12cd34');
  expect(boardIn('?board=sprint%7Eab12cd34')).toBe('sprint~ab12cd34');
  for (const search of ['', '?board=', '?board=sprint', '?board=%3Cscript%3E', '?other=sprint~ab12cd34'])
    expect(boardIn(search)).toBeNull();
});
