/**
 * palette-options: what the palette offers for its text.
 *
 * A text is changeset lines if its first word is an operation, or if it is JSON or has several lines; otherwise it searches
 * commands.
 */
import { operationKinds } from '#core/ops/operation-list.ts';

import type { Command } from '../state/command.ts';
import { commands } from '../commands/list.ts';
import type { Editor } from '../state/editor.ts';
import { completeLine } from './complete-line.ts';
import { searchCommands } from './search-commands.ts';

export type PaletteOption =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'completion'; readonly insert: string; readonly detail: string; readonly from: number };

export type PaletteText = { readonly text: string; readonly caret: number; readonly recent: readonly string[] };

const shownMax = 50;

export function isLines(text: string): boolean {
  const first = /^\s*([a-z]+)\s/.exec(text)?.[1];
  return /^\s*[[{]/.test(text) || text.trim().includes('\n') || operationKinds.some(({ name }) => name === first);
}

/** The options that apply, the best first. */
export function paletteOptions(editor: Editor, { text, caret, recent }: PaletteText): PaletteOption[] {
  if (isLines(text)) return completions(editor, text, caret);
  const applying = commands.filter(({ when, id }) => id !== 'palette' && when?.(editor) !== false);
  const matches = searchCommands(applying, text, recent).map((command): PaletteOption => ({ kind: 'command', command }));
  const completed = text.trim() === '' || !editor.mayEdit.get() ? [] : completions(editor, text, caret);
  return [...matches, ...completed].slice(0, shownMax);
}

function completions({ tab, mayEdit }: Editor, text: string, caret: number): PaletteOption[] {
  if (!mayEdit.get()) return [];
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const end = text.indexOf('\n', caret);
  const line = text.slice(start, end === -1 ? text.length : end);
  const { from, options } = completeLine(line, caret - start, tab.view);
  return options.map((option) => ({ kind: 'completion', ...option, from: start + from }));
}
