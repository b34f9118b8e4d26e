import { describe, expect, test } from 'vitest';

import { mentionQueryAt, mentionText, peopleFor } from './mention-query.ts';

const at = (text: string): unknown => mentionQueryAt(text.replace('|', ''), text.indexOf('|'));

describe('the mention that is being typed', () => {
  test.each([
    ['@|', { at: 0, words: '' }],
    ['Hi @gr|ace', { at: 3, words: 'gr' }],
    ['(@Grace Ho|', { at: 1, words: 'Grace Ho' }],
    ['一@王|', { at: 1, words: '王' }],
    ['@a @b|', { at: 3, words: 'b' }],
    ['|@', null],
    ['no one|', null],
    ['mail@gr|', null],
    ['@ gr|', null],
    ['@gr\nace|', null],
    [`@${'x'.repeat(41)}|`, null],
  ])('of %j is %j', (text, query) => expect(at(text)).toEqual(query));

  test('whole names come before words within names, and case and accents do not matter', () => {
    const people = ['Émile Ada', 'Ada Lovelace', 'Bob', 'Grace O’Ada', 'Ádám'].map((name, id) => ({ id: String(id), name }));
    const found = (words: string): string[] => peopleFor(words, people).map(({ name }) => name);
    expect(found('ada')).toEqual(['Ada Lovelace', 'Ádám', 'Émile Ada']);
    expect(found('ada l')).toEqual(['Ada Lovelace']);
    expect(found('zo')).toEqual([]);
    expect(found('')).toHaveLength(5);
    expect(
      peopleFor(
        'p',
        Array.from({ length: 30 }, (_, id) => ({ id: String(id), name: `P${id}` })),
      ),
    ).toHaveLength(8);
  });

  test('a blank follows the name, unless there is one', () => {
    expect([mentionText('Bob', ''), mentionText('Bob', ', so'), mentionText('Bob', ' so')]).toEqual(['@Bob ', '@Bob ', '@Bob']);
  });
});
