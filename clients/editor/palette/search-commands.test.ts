import { describe, expect, test } from 'vitest';

import type { Command } from '../state/command.ts';
import { searchCommands } from './search-commands.ts';

const command = (title: string, group = 'Edit'): Command => ({ id: title, title, group, run: () => undefined });
const commands = ['Bring to front', 'Send to back', 'Zoom to fit', 'Group in a frame', 'Fit frame'].map((title) =>
  command(title),
);
const found = (letters: string, recent: readonly string[] = []): string[] =>
  searchCommands(commands, letters, recent).map(({ title }) => title);

describe('searching commands', () => {
  test('finds a command by the first letters of its words', () => {
    expect(found('zf')[0]).toBe('Zoom to fit');
    expect(found('btf')[0]).toBe('Bring to front');
    expect(found('fit')[0]).toBe('Fit frame');
    expect(found('xyz')).toEqual([]);
  });

  test('finds a command by a keyword, after titles that begin with it', () => {
    const hand = { ...command('Hand'), keywords: ['pan', 'move view'] };
    const ids = (letters: string): string[] =>
      searchCommands([...commands, hand, command('Pan left')], letters, []).map(({ title }) => title);
    expect(ids('pan').slice(0, 2)).toEqual(['Pan left', 'Hand']);
    expect(ids('view')[0]).toBe('Hand');
    expect(ids('move v')[0]).toBe('Hand');
    expect(ids('iew')).not.toContain('Hand');
  });

  test('lists the last used commands first without a text', () => {
    expect(found('', ['Send to back', 'gone'])).toEqual([
      'Send to back',
      'Bring to front',
      'Zoom to fit',
      'Group in a frame',
      'Fit frame',
    ]);
  });
});
