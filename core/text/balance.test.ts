import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { balanceLines } from './balance.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

const inBox = (label: string, widthPx: number): readonly string[] =>
  balanceLines(label, wrapLabel(label, widthPx, 16), widthPx, 16, 'sans', 400);

test('balancing makes the lines of a label about equally long', () => {
  expect(inBox('First screen in one second', 144)).toEqual(['First screen in', 'one second']);
  expect(inBox('Own keys for encryption', 144)).toEqual(['Own keys for', 'encryption']);
  expect(inBox('Whenever a copy comes back', 124)).toEqual(['Whenever a', 'copy comes', 'back']);
  expect(inBox('One\ntwo three', 144)).toEqual(['One', 'two three']);
  expect(inBox('short', 144)).toEqual(['short']);
});

test('balancing keeps the number of lines and the words, and no line is wider than the box', () => {
  const word = fc.stringMatching(/^[a-z-]{1,14}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), fc.integer({ min: 40, max: 300 }), (words, widthPx) => {
      const label = words.join(' ');
      const before = wrapLabel(label, widthPx, 16);
      const lines = inBox(label, widthPx);
      expect(lines).toHaveLength(before.length);
      expect(lines.join('').replaceAll(' ', '')).toBe(label.replaceAll(' ', ''));
      for (const line of lines) expect(textWidth(line, 16)).toBeLessThanOrEqual(Math.max(widthPx, ...before.map((one) => textWidth(one, 16))) + 0.02); // prettier-ignore
    }),
    fuzz(),
  );
});

test('balancing leaves long labels unchanged', () => {
  const label = 'word '.repeat(60).trim();
  expect(inBox(label, 500)).toEqual(wrapLabel(label, 500, 16));
});
