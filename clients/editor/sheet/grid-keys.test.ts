import { describe, expect, test } from 'vitest';

import { gridAction, type GridStroke } from './grid-keys.ts';

const stroke = (name: string): GridStroke => {
  const parts = name.split('+');
  return { key: parts.at(-1) ?? '', shift: parts.includes('Shift'), alt: parts.includes('Alt'), mod: parts.includes('Mod') };
};

describe('a key in a grid', () => {
  test.each([
    ['F2', 'edit'],
    ['Enter', 'edit'],
    ['Shift+Enter', 'move'],
    ['Escape', 'close'],
    ['Delete', 'clear'],
    ['Backspace', 'clear'],
    ['Mod+a', 'select-all'],
    ['Mod+z', 'undo'],
    ['Mod+Shift+Z', 'redo'],
    ['Mod+y', 'redo'],
    ['Alt+ArrowDown', 'filter'],
    ['ArrowDown', 'move'],
    ['Mod+d', 'fill-down'],
    ['Mod+r', 'fill-right'],
    ['Mod+Shift+R', 'move'],
    ['Mod+x', 'move'],
    ['Alt+x', 'move'],
    ['Tab', 'move'],
  ])('%s means %s', (name, kind) => {
    expect(gridAction(stroke(name))).toEqual({ kind });
  });

  test.each([
    ['Mod+b', 'b'],
    ['Mod+i', 'i'],
    ['Mod+u', 'u'],
    ['Mod+Shift+X', 'st'],
  ])('%s toggles the format %s', (name, format) => {
    expect(gridAction(stroke(name))).toEqual({ kind: 'format', format });
  });

  test('a character begins a text, also with Shift', () => {
    expect(gridAction(stroke('x'))).toEqual({ kind: 'type', text: 'x' });
    expect(gridAction(stroke('Shift+='))).toEqual({ kind: 'type', text: '=' });
    expect(gridAction(stroke(' '))).toEqual({ kind: 'type', text: ' ' });
  });
});
