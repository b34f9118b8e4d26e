import { describe, expect, test } from 'vitest';

import { completed, emptyInput, type PaletteInput, paletteKeyAction } from './palette-input.ts';
import type { PaletteOption } from './palette-options.ts';

const completion = (insert: string, from = 0) => ({ kind: 'completion', insert, detail: '', from }) as const;
const options: readonly PaletteOption[] = [completion('add'), completion('align'), completion('arrange')];
const input = (text: string, more: Partial<PaletteInput> = {}): PaletteInput => ({
  ...emptyInput,
  text,
  caret: text.length,
  ...more,
});
const press = (key: string, at: PaletteInput, of = options, shiftKey = false) => paletteKeyAction({ key, shiftKey }, at, of);

describe('a completion', () => {
  test('takes the place of the word before the caret, followed by a space', () => {
    expect(completed(input('add squ', { marked: 2 }), completion('square', 4))).toEqual({
      text: 'add square ',
      caret: 11,
      marked: 0,
    });
  });

  test('is followed directly by the value after = and :', () => {
    expect(completed(input('add square fi'), completion('fill=', 11)).text).toBe('add square fill=');
  });

  test('leaves the text after the caret', () => {
    const at = input('ad square', { caret: 2 });
    expect(completed(at, completion('add'))).toEqual({ text: 'add  square', caret: 4, marked: 0 });
  });
});

describe('a key in the palette', () => {
  test('marks the next and previous option, around the ends', () => {
    expect(press('ArrowDown', input('a'))).toEqual({ kind: 'mark', marked: 1 });
    expect(press('ArrowUp', input('a'))).toEqual({ kind: 'mark', marked: 2 });
    expect(press('ArrowDown', input('a', { marked: 9 }))).toEqual({ kind: 'mark', marked: 0 });
  });

  test('moves the caret within several lines, and where nothing is offered', () => {
    expect(press('ArrowDown', input('add a\nadd b'))).toBeNull();
    expect(press('ArrowDown', input('a'), [])).toBeNull();
  });

  test('takes the marked option with Enter, and a completion with Tab', () => {
    expect(press('Enter', input('a', { marked: 1 }))).toEqual({ kind: 'take', option: options[1] });
    expect(press('Tab', input('a'))).toEqual({ kind: 'take', option: options[0] });
    expect(press('Tab', input('a'), [])).toBeNull();
  });

  test('applies lines with Enter, and begins another with Shift+Enter', () => {
    expect(press('Enter', input('add square'))).toEqual({ kind: 'apply' });
    expect(press('Enter', input('add square'), options, true)).toBeNull();
    expect(press('Enter', input('xyz'), [])).toEqual({ kind: 'none' });
  });
});
