import { describe, expect, test } from 'vitest';

import { fontRuns } from './font-runs.ts';
import { hanFormsOf, mayFollowTab } from './han-forms.ts';
import { textWidth } from './width.ts';

const alone = (): boolean => false;
const amongJapanese = (): boolean => true;

describe('forms of Han characters', () => {
  test('a text with kana is Japanese, and one without is Chinese on its own', () => {
    for (const text of ['データ直', '直す', 'ｶﾅ直', '注文を確認']) expect(hanFormsOf(text, alone), text).toBe('japanese');
    for (const text of ['直', '订单', '張・直', 'ー直', 'data 直', '주문 直'])
      expect(hanFormsOf(text, alone), text).toBe('chinese');
  });

  test('among Japanese texts, a text is Japanese if Japanese has all of its Han characters', () => {
    for (const text of ['直', '顧客管理', '髙﨑さん', 'API 直']) expect(hanFormsOf(text, amongJapanese), text).toBe('japanese');
    for (const text of ['订单', '直订', 'API', 'Жук']) expect(hanFormsOf(text, amongJapanese), text).toBe('chinese');
  });

  test('other texts are looked at for Han characters without kana only', () => {
    let asked = 0;
    for (const text of ['API', '直す', '😀', '주문'])
      hanFormsOf(text, () => {
        asked += 1;
        return true;
      });
    expect(asked).toBe(0);
    expect(['直', '直す', 'API'].map(mayFollowTab)).toEqual([true, false, false]);
  });

  test('Japanese forms have a font of their own, with ideographs, marks and full-width signs, as wide as the others', () => {
    expect(fontRuns('a直、！', 'serif', 'japanese').map(({ font }) => font)).toEqual(['serif', 'japanese']);
    expect(fontRuns('a直、！', 'serif').every(({ font }) => font !== 'japanese')).toBe(true);
    // A character that Japanese does not write keeps its Chinese form.
    expect(fontRuns('直订', 'sans', 'japanese').map(({ font }) => font)).toEqual(['japanese', 'scripts']);
    expect(textWidth('直、！髙', 10)).toBe(40);
  });
});
