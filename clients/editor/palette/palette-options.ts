/**
 * palette-options: what the palette offers for its text.
 *
 * A text is changeset lines if its first word is an operation, or if it is JSON or has several lines; otherwise it searches
 * commands. To who may edit, commands that lack a selection are listed after those that apply, with what to select.
 */
import { operationKinds } from '#core/ops/operation-list.ts';

import type { SearchResult } from '#schema/search.ts';

import type { Command } from '../state/command.ts';
import { commands } from '../commands/list.ts';
import type { Editor } from '../state/editor.ts';
import { completeLine } from './complete-line.ts';
import { searchCommands } from './search-commands.ts';

export type PaletteOption =
  | {
      readonly kind: 'command';
      readonly command: Command;
      /** Why it does not apply; null if it does. */
      readonly lacks: string | null;
    }
  | { readonly kind: 'result'; readonly result: SearchResult }
  | { readonly kind: 'completion'; readonly insert: string; readonly detail: string; readonly from: number };

type CommandOption = PaletteOption & { readonly kind: 'command' };

export type PaletteText = { readonly text: string; readonly caret: number; readonly recent: readonly string[] };

const shownMax = 50;
/** Of commands that do not apply. */
const lackingMax = 5;

export function isLines(text: string): boolean {
  const first = /^\s*([a-z]+)\s/.exec(text)?.[1];
  return /^\s*[[{]/.test(text) || text.trim().includes('\n') || operationKinds.some(({ name }) => name === first);
}

/** The options that apply, the best first. */
export function paletteOptions(editor: Editor, { text, caret, recent }: PaletteText): PaletteOption[] {
  if (isLines(text)) return completions(editor, text, caret);
  const isSearch = text.trim() !== '' && editor.mayEdit.get();
  const others = commands.filter(({ id }) => id !== 'palette');
  const matches = searchCommands(others, text, recent).flatMap((command): CommandOption[] => {
    if (command.when?.(editor) !== false) return [{ kind: 'command', command, lacks: null }];
    return isSearch && command.needs !== undefined ? [{ kind: 'command', command, lacks: command.needs }] : [];
  });
  const lacking = matches.filter(({ lacks }) => lacks !== null).slice(0, lackingMax);
  const completed = isSearch ? completions(editor, text, caret) : [];
  return [...matches.filter(({ lacks }) => lacks === null), ...completed, ...lacking].slice(0, shownMax);
}

function completions({ tab, mayEdit }: Editor, text: string, caret: number): PaletteOption[] {
  if (!mayEdit.get()) return [];
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret);
  const line = text.slice(start, end === -1 ? text.length : end);
  const { from, options } = completeLine(line, caret - start, tab.view);
  return options.map((option) => ({ kind: 'completion', ...option, from: start + from }));
}
