/** Rows of texts as aligned columns. Texts of people are on one line each and without control characters. */
import { countCharacters } from '#core/notation/characters.ts';

import { plainLine } from './plain.ts';

const gap = '  ';
const widestMax = 60;

/** One line per row, without spaces at its end. */
export function table(rows: readonly (readonly string[])[]): string {
  const texts = rows.map((row) => row.map(plainLine));
  const widths: number[] = [];
  for (const row of texts) row.forEach((text, at) => (widths[at] = Math.max(widths[at] ?? 0, Math.min(width(text), widestMax))));
  const padded = (text: string, at: number): string => text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - width(text)));
  return texts.map((row) => row.map(padded).join(gap).trimEnd()).join('\n');
}

/** Code points approximate the width. */
const width = countCharacters;

/** `1 tab`, `2 tabs`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A time as its day and minute in UTC: the same on every machine. */
export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
