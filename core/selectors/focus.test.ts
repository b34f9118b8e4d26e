import { expect, test } from 'vitest';

import { isProblem } from '#schema/problem.ts';

import { drawn } from '../ops/drawn.test-support.ts';
import { readFocus } from './focus.ts';

const tab = drawn('add square id=api\nadd square id=apple\nadd square id=b\nadd square id=bc\nconnect b -> bc id=wire');
const id = (slug: string): string => tab.idsOfSlug(slug)[0]!;
const focus = (...entries: string[]) => {
  const found = readFocus(entries, tab);
  return isProblem(found) ? { code: found.code, ...found.members } : found;
};

test('[SL22] refs, ids and unique prefixes become full ids, each once, in their order', () => {
  expect(focus()).toEqual([]);
  expect(focus('b', 'api', id('wire'), 'appl', id('bc').slice(0, 5), 'b', id('b'))).toEqual(
    ['b', 'api', 'wire', 'apple', 'bc'].map(id),
  );
});

test('[SL20] all focus entries without a match are listed; one that does not have the form of a ref is refused first', () => {
  expect(focus('zz', 'b', 'ap~', 'zz', 'ap')).toMatchObject({ code: 'focus_not_found', refs: ['zz', 'ap~'] });
  for (const entry of ['', ' ', 'API', '"api"', 'a b', 'in:frame', '~', 'a\n', '__proto__', 'x'.repeat(25), 'b~UPPER'])
    expect(focus('zz', entry)).toMatchObject({ code: 'invalid_focus', refs: [entry] });
});

test('[SL21] a focus entry with several matches is refused with the candidates', () => {
  const refused = focus('b', 'ap');
  expect(refused).toMatchObject({ code: 'focus_ambiguous', refs: ['ap'], candidates: [{ ref: 'api' }, { ref: 'apple' }] });
});
