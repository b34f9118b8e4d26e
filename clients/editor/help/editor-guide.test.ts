import { readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { commands } from '../commands/list.ts';
import { shortcutGroups } from './shortcut-groups.ts';

const guide = new URL('../../../docs/editor.md', import.meta.url);
const marks = ['<!-- keys: made from the commands of the editor -->', '<!-- end of keys -->'] as const;

/** `npm run docs:keys` writes it. */
test('the keys in docs/editor.md are those of the commands', () => {
  const text = readFileSync(guide, 'utf8');
  const [before = '', rest = ''] = text.split(marks[0]);
  const after = rest.split(marks[1])[1] ?? '';
  const wanted = `${before}${marks[0]}\n\n${table()}\n${marks[1]}${after}`;
  if (process.env['WRITE_KEYS'] === '1') writeFileSync(guide, wanted);
  expect(readFileSync(guide, 'utf8')).toBe(wanted);
});

function table(): string {
  const groups = shortcutGroups(commands, '').map(({ group, lines }) => {
    const rows = lines.map(({ title, keys }) => `| ${title} | ${keys.map((key) => `\`${key}\``).join(' ')} |`);
    return `### ${group}\n\n| what | keys |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return groups.join('\n');
}
