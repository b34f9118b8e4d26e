import { expect, test } from 'vitest';

import { keyName } from './command.ts';

const press = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('a key is named by its modifiers in one order, and a sign by itself', () => {
  expect(keyName({ ...press, key: 'z', ctrlKey: true, shiftKey: true }, false)).toBe('Mod+Shift+Z');
  expect(keyName({ ...press, key: '?', shiftKey: true }, false)).toBe('?');
  expect(keyName({ ...press, key: ' ' }, false)).toBe('Space');
});

test('Option and a letter are named by the letter, whatever character they type', () => {
  expect(keyName({ ...press, key: 'ç', code: 'KeyC', metaKey: true, altKey: true }, true)).toBe('Mod+Alt+C');
  expect(keyName({ ...press, key: '√', code: 'KeyV', altKey: true }, true)).toBe('Alt+V');
  expect(keyName({ ...press, key: 'ć', code: 'KeyC', altKey: true, ctrlKey: true }, false)).toBe('Mod+Alt+Ć');
});
