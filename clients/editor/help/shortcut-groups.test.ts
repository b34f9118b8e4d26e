import { describe, expect, test } from 'vitest';

import { shortcutGroups } from './shortcut-groups.ts';

const commands = [
  { id: 'undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'] },
  { id: 'fit', title: 'Fit to screen', group: 'View', keys: ['Shift+1'] },
  { id: 'redo', title: 'Redo', group: 'Edit', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  { id: 'keyless', title: 'Export', group: 'File' },
];
const titles = (words: string): string[] =>
  shortcutGroups(commands, words).flatMap(({ lines }) => lines.map(({ title }) => title));

describe('the shortcuts in the help dialog', () => {
  test('are grouped, in the order of the commands', () => {
    expect(shortcutGroups(commands, '').map(({ group, lines }) => [group, lines.length])).toEqual([
      ['Edit', 2],
      ['View', 1],
    ]);
  });

  test('are found by title, group and keys, with all words matching', () => {
    expect(titles('EDIT re')).toEqual(['Redo']);
    expect(titles('shift')).toEqual(['Fit to screen', 'Redo']);
    expect(titles('nothing')).toEqual([]);
  });
});
