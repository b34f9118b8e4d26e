import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { foreignParts } from './foreign-parts.ts';
import { textWidth } from './width.ts';

const partsOf = (text: string): string[] => foreignParts(text, 'sans').map((part) => `${part.text} ${part.widthEm ?? 'ours'}`);

describe('foreign-parts', () => {
  test('a character with its marks is one part', () => {
    expect(partsOf('a㐀㐁 b')).toEqual(['a ours', '㐀 1', '㐁 1', ' b ours']);
    expect(partsOf('ܫܰܠ')).toEqual(['ܫܰ 0.6', 'ܠ 0.6']);
  });

  test('of an emoji of several code points the first stays, of a foreign mark on a known letter nothing', () => {
    expect(partsOf('\u{1faff}\u200d👩\u200d👧 \u{1faff}🏽')).toEqual(['\u{1faff} 1', '  ours', '\u{1faff} 1']);
    expect(partsOf('⛹🏽\u200d♀\ufe0f')).toEqual(['⛹ ours']);
    expect(partsOf('1\ufe0f\u20e3a\u0730')).toEqual(['1a ours']);
  });

  test('invisible characters are left out', () => {
    expect(partsOf('so\u00adft\u200b\u2060 ⚠\ufe0f')).toEqual(['soft ⚠ ours']);
  });

  test('foreign parts have the width that the pen measures', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const part of foreignParts(text, 'sans'))
          if (part.widthEm !== null) expect(textWidth(part.text, 1)).toBeCloseTo(part.widthEm, 6);
      }),
      fuzz(),
    );
  });
});
