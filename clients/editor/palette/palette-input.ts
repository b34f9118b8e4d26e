/** palette-input: the text of the palette with its caret and the marked option, and what keys and options make of it. */
import { isLines, type PaletteOption } from './palette-options.ts';

export type PaletteInput = { readonly text: string; readonly caret: number; readonly marked: number };

export const emptyInput: PaletteInput = { text: '', caret: 0, marked: 0 };

/** The text with a completion in the place of the word before the caret, and the caret after it. */
export function completed({ text, caret }: PaletteInput, option: PaletteOption & { readonly kind: 'completion' }): PaletteInput {
  // A value follows `=` and `:` directly.
  const gap = /[=:]$/.test(option.insert) ? '' : ' ';
  const before = text.slice(0, option.from) + option.insert + gap;
  return { text: before + text.slice(caret), caret: before.length, marked: 0 };
}

export const markedOption = (options: readonly PaletteOption[], marked: number): PaletteOption | undefined =>
  options[Math.min(marked, options.length - 1)];

export type PaletteKeyAction =
  | { readonly kind: 'mark'; readonly marked: number }
  | { readonly kind: 'take'; readonly option: PaletteOption }
  /** `apply`: the lines are applied; `none`: the key is taken and does nothing. */
  | { readonly kind: 'apply' | 'none' };

/** Null if the key belongs to the field. */
export function paletteKeyAction(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { text, marked }: PaletteInput,
  options: readonly PaletteOption[],
): PaletteKeyAction | null {
  const option = markedOption(options, marked);
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  // Within several lines the arrow keys move the caret.
  if (step !== 0 && options.length > 0 && !text.includes('\n')) {
    const { length } = options;
    return { kind: 'mark', marked: (Math.min(marked, length - 1) + step + length) % length };
  }
  if (key === 'Tab' && option?.kind === 'completion') return { kind: 'take', option };
  if (key !== 'Enter' || shiftKey) return null;
  if (isLines(text)) return { kind: 'apply' };
  return option === undefined || isLacking(option) ? { kind: 'none' } : { kind: 'take', option };
}

export const isLacking = (option: PaletteOption): boolean => option.kind === 'command' && option.lacks !== null;
