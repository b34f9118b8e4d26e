import { describe, expect, test } from 'vitest';

import { mentionedIds, mentionsIn, partsOf, withNames } from './mentions-in-text.ts';

const person = (digit: string, name: string) => ({ id: `user_${digit.repeat(20)}`, name });
const [ada, ann, anna] = [person('a', 'Ada Lovelace'), person('b', 'Ann'), person('c', 'Anna')];
const cut = (text: string, people = [ada, ann, anna]): string =>
  partsOf(text, people)
    .map(({ text: part, person: found }) => (found === null ? part : `[${part}]`))
    .join('');

describe('mentions in a text', () => {
  test('ids that a text mentions are listed once each, and names take their places', () => {
    const sent = `@${ada.id}, ask @${ann.id} and @${ada.id}.`;
    expect(mentionedIds(sent)).toEqual([ada.id, ann.id]);
    expect(withNames(sent, [ada, ann])).toBe('@Ada Lovelace, ask @Ann and @Ada Lovelace.');
    expect(mentionedIds(`${ada.id} @user_short @${ada.id}_x @USER_${'a'.repeat(20)}`)).toEqual([]);
  });

  test('a name that is not known leaves the text as it is, and one name never writes another', () => {
    expect(withNames(`@${ada.id}`, [ann])).toBe(`@${ada.id}`);
    const odd = { ...ann, name: `@${ada.id} $1 $&` };
    expect(withNames(`@${ann.id}`, [odd, ada])).toBe(`@@${ada.id} $1 $&`);
  });

  test('the longest name counts, and only a whole name', () => {
    expect(cut('@Anna, @Ann and @Anne')).toBe('[@Anna], [@Ann] and @Anne');
    expect(cut('@Ada Lovelace’s turn')).toBe('[@Ada Lovelace]’s turn');
    expect(cut('mail@Ann @ada lovelace @@Ann')).toBe('mail@Ann @ada lovelace @[@Ann]');
    expect(cut('@Ann@Anna')).toBe('[@Ann]@Anna');
  });

  test('names without spaces around them are found in scripts that write none', () => {
    expect(cut('田中さん見て@王小明请看', [person('d', '王小明')])).toBe('田中さん見て[@王小明]请看');
  });

  test('parts are the whole text, also beside characters of two units', () => {
    for (const text of ['', '@', '@@', '🙂@Ann🙂', '\u{1d400}@Ann', 'no one'])
      expect(
        partsOf(text, [ann])
          .map(({ text: part }) => part)
          .join(''),
      ).toBe(text);
    expect(cut('🙂@Ann🙂')).toBe('🙂[@Ann]🙂');
  });

  test('members are mentioned by id, or by a name that no other member has', () => {
    const [first, second] = [person('e', 'Sam'), person('f', 'Sam')];
    const members = [ada, ann, first, second];
    expect(mentionsIn('@Ada Lovelace and @Ada Lovelace', members)).toEqual([ada]);
    expect(mentionsIn('@Sam', members)).toEqual([]);
    expect(mentionsIn(`@${second.id} and @Ann`, members)).toEqual([second, ann]);
    expect(mentionsIn(`mail@${ann.id}`, members)).toEqual([ann]);
  });
});
