import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { foreignParts } from './foreign-parts.ts';
import { textWidth } from './width.ts';

const told = (text: string): string[] => foreignParts(text, 'sans').map((part) => `${part.text} ${part.widthEm ?? 'ours'}`);

describe('foreign-parts', () => {
  test('[P1] a character and its marks are a part, and both halves of a flag', () => {
    expect(told('a日本 b')).toEqual(['a ours', '日 1', '本 1', ' b ours']);
    expect(told('שָׁל')).toEqual(['שָׁ 0.6', 'ל 0.6']);
    expect(told('🇩🇪🇫🇷🇩')).toEqual(['🇩🇪 1', '🇫🇷 1', '🇩 0.5']);
  });

  test('[P2] of a picture of several code points the first is left, of a foreign mark on a letter of ours nothing', () => {
    expect(told('👨\u200d👩\u200d👧 👍🏽')).toEqual(['👨 1', '  ours', '👍 1']);
    expect(told('⛹🏽\u200d♀\ufe0f')).toEqual(['⛹ ours']);
    expect(told('1\ufe0f\u20e3a\u05b8')).toEqual(['1a ours']);
  });

  test('[P3] characters that are never seen are left out', () => {
    expect(told('so\u00adft\u200b\u2060 ⚠\ufe0f')).toEqual(['soft ⚠ ours']);
  });

  test('the foreign parts are as wide as the pen says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const part of foreignParts(text, 'sans'))
          if (part.widthEm !== null) expect(textWidth(part.text, 1)).toBeCloseTo(part.widthEm, 6);
      }),
      fuzz(),
    );
  });
});
