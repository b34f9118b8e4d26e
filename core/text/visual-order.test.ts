import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { inVisualOrder, isRightToLeft, levelsOf, mirrored } from './visual-order.ts';

/** The characters from left to right. */
const seen = (line: string): string => {
  const levels = levelsOf(line);
  const characters = Array.from(line, (text, index) => ({ text, level: levels[index]! }));
  return inVisualOrder(characters).map(({ text, level }) => (level === 1 ? mirrored(text) : text)).join(''); // prettier-ignore
};

describe('visual-order', () => {
  test.each([
    ['Hello world!', 'Hello world!'],
    ['אבג דה', 'הד גבא'],
    ['אבג!', '!גבא'],
    ['see אבג דה now', 'see הד גבא now'],
    ['אבג API דה', 'הד API גבא'],
    ['אבג 120 דה', 'הד 120 גבא'],
    ['אבג (דה)', '(הד) גבא'],
    ['v2 אבג', 'v2 גבא'],
    ['日本 אב', '日本 בא'],
    ['12 אב', 'בא 12'],
  ])('%s is seen as %s', (line, expected) => {
    expect(seen(line)).toBe(expected);
  });

  test('a line has the direction of its first letter', () => {
    expect(['שלום API', '12 مرحبا', 'API שלום', '12', ''].map(isRightToLeft)).toEqual([true, true, false, false, false]);
  });

  test('every part of a line is drawn once, and a line without letters from right to left as it is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'א', 'ב', '1', '2', '(', 'ग', ')', '日', '!') }), (line) => {
        const levels = levelsOf(line);
        const parts = Array.from(line, (text, index) => ({ text, index, level: levels[index]! }));
        const drawn = inVisualOrder(parts);
        expect(drawn.toSorted((a, b) => a.index - b.index)).toEqual(parts);
        if (!/[אב]/.test(line)) expect(drawn).toEqual(parts);
      }),
      fuzz(500),
    );
  });
});
