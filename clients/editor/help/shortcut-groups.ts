/** shortcut-groups: the commands with keys, by group, in the order of the list, filtered by words. */
import type { Command } from '../state/command.ts';

type ShortcutLine = { readonly id: string; readonly title: string; readonly keys: readonly string[] };
export type ShortcutGroup = { readonly group: string; readonly lines: readonly ShortcutLine[] };

export function shortcutGroups(
  commands: readonly Pick<Command, 'id' | 'title' | 'group' | 'keys'>[],
  words: string,
): readonly ShortcutGroup[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const groups = new Map<string, ShortcutLine[]>();
  for (const { id, title, group, keys = [] } of commands) {
    const text = `${title} ${group} ${keys.join(' ')}`.toLowerCase();
    if (keys.length === 0 || !wanted.every((word) => text.includes(word))) continue;
    const lines = groups.get(group) ?? [];
    if (lines.length === 0) groups.set(group, lines);
    lines.push({ id, title, keys });
  }
  return [...groups].map(([group, lines]) => ({ group, lines }));
}
