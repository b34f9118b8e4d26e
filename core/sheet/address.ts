/** address: A1 addresses, with columns as letters and rows from 1. */

/** The letters of a column, by its index from 0: A, Z, AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The index of a column, from 0, by its one to three letters. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + (letter.charCodeAt(0) - 64);
  return index - 1;
}

export const cellAddress = (row: number, col: number): string => `${columnLetters(col)}${row + 1}`;

export type CellPosition = { readonly row: number; readonly col: number };

/** A cell such as `b2`, with indices from 0; null for anything else. */
export function parseAddress(text: string): CellPosition | null {
  const match = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/.exec(text);
  return match === null ? null : { row: Number(match[2]) - 1, col: columnIndex(match[1] ?? 'A') };
}
