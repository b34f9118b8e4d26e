import { expect, test } from 'vitest';

import { initials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['ada', 'A'],
  ['  ', '?'],
  ['', '?'],
  ['(Linus) Torvalds', 'LT'],
  ['李 小龙', '李小'],
  ['👩🏽‍🚀', '👩🏽‍🚀'],
  ['ébène', 'É'],
])('%j is %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
