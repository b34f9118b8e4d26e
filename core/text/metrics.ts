/**
 * metrics: the font tables, unpacked into typed arrays, so that a character costs one look-up and a pair one more.
 *
 * A glyph is a number from 1; 0 represents a character that the font does not have. Units are 1/2048 em.
 */
import type { Text } from '#schema/element.ts';

import { type FontTable, type Weight, weights, type Widths } from './font-table.ts';
import { handTable } from './hand-table.ts';
import { monoSignsTable } from './mono-signs-table.ts';
import { monoTable } from './mono-table.ts';
import { sansTable } from './sans-table.ts';
import { japaneseTable, scriptsTable } from './scripts-table.ts';
import { serifTable } from './serif-table.ts';
import { signsTable } from './signs-table.ts';
import { symbolsTable } from './symbols-table.ts';

/** Fonts that an element may name. */
export type Font = NonNullable<Text['font']>;
/** Fonts in which a character may be drawn. `japanese` has characters of `scripts` in their Japanese forms, as wide as those. */
export type Typeface = Font | 'signs' | 'symbols' | 'mono-signs' | 'scripts' | 'japanese';

export const fontTables: Readonly<Record<Font, FontTable>> = {
  sans: sansTable,
  serif: serifTable,
  mono: monoTable,
  hand: handTable,
};

/** The font itself; `other` if there is none of that name, as a stored element may name any. */
export const knownFont = (font: Font | undefined, other: Font = 'sans'): Font =>
  font !== undefined && Object.hasOwn(fontTables, font) ? font : other;

export const typefaceTables: Readonly<Record<Typeface, FontTable>> = {
  ...fontTables,
  signs: signsTable,
  symbols: symbolsTable,
  'mono-signs': monoSignsTable,
  scripts: scriptsTable,
  japanese: japaneseTable,
};

/** Fonts in which a character of a text is looked up, in this order. */
export const typefacesOf: Readonly<Record<Font, readonly Typeface[]>> = {
  sans: ['sans', 'signs', 'symbols', 'mono-signs', 'scripts'],
  serif: ['serif', 'signs', 'sans', 'symbols', 'mono-signs', 'scripts'],
  mono: ['mono', 'mono-signs', 'signs', 'sans', 'symbols', 'scripts'],
  hand: ['hand', 'signs', 'sans', 'symbols', 'mono-signs', 'scripts'],
};

export type FontFace = {
  /** By glyph; 0 for combining marks and other characters without a width. */
  readonly advances: Uint16Array;
  /** By glyph: the start of its row in `kerns`. */
  readonly rows: Uint32Array;
  /** By glyph: its column in a row. */
  readonly columns: Uint16Array;
  /** The difference between the width of a pair from one block and its two advances. */
  readonly kerns: Int16Array;
};

export type FontMetrics = {
  /** Glyph by code point. */
  readonly glyphs: Uint16Array;
  /** The block (font file) of each glyph, 0xff for none. */
  readonly blocks: Uint8Array;
  readonly faces: Readonly<Record<Weight, FontFace>>;
};

const unpacked: Partial<Record<Typeface, FontMetrics>> = {};

/** Unpacked on first use: most texts need one font, and some tables take tens of milliseconds. */
export const metricsOf = (typeface: Typeface): FontMetrics => (unpacked[typeface] ??= unpackTable(typefaceTables[typeface]));

function unpackTable({ blocks }: FontTable): FontMetrics {
  const ranges = blocks.map(({ codePoints }) => unpackRanges(codePoints));
  const points = ranges.flat();
  const glyphs = new Uint16Array(points.reduce((most, point) => Math.max(most, point), 0) + 1);
  for (const [index, point] of points.entries()) glyphs[point] = index + 1;
  const blockOf = Uint8Array.from([0xff, ...ranges.flatMap((some, block) => some.map(() => block))]);
  const face = (weight: Weight): FontFace => unpackFace(blocks.map(({ widths }) => widths[weight]), blockOf); // prettier-ignore
  const [regular, bold] = weights;
  const regularFace = face(regular);
  const isOneFace = blocks.every(({ widths }) => widths[bold] === widths[regular]);
  return { glyphs, blocks: blockOf, faces: { [regular]: regularFace, [bold]: isOneFace ? regularFace : face(bold) } };
}

function unpackFace(widths: readonly Widths[], blockOf: Uint8Array): FontFace {
  const all = (field: 'advances' | 'left' | 'right'): number[] => [0, ...widths.flatMap((one) => unpackNumbers(one[field]))];
  const [left, right] = [all('left'), all('right')];
  const rowLength = 1 + largest(right);
  // Classes are numbered within their block, so each block has rows of its own.
  const rowsOfBlock = widths.map(() => 1);
  for (const [glyph, row] of left.entries()) {
    const block = blockOf[glyph] ?? 0;
    const rows = rowsOfBlock[block];
    if (rows !== undefined) rowsOfBlock[block] = Math.max(rows, row + 1);
  }
  const firstRows = rowsOfBlock.map((_, block) => rowsOfBlock.slice(0, block).reduce((sum, rows) => sum + rows, 0));
  const kerns = new Int16Array(rowsOfBlock.reduce((sum, rows) => sum + rows, 0) * rowLength);
  for (const [block, one] of widths.entries()) fillKerns(kerns, firstRows[block] ?? 0, rowLength, one);
  return {
    advances: Uint16Array.from(all('advances')),
    rows: Uint32Array.from(left, (row, glyph) => ((firstRows[blockOf[glyph] ?? 0] ?? 0) + row) * rowLength),
    columns: Uint16Array.from(right),
    kerns,
  };
}

/** Writes a block's pairs into its part of the table, from `firstRow` on. */
function fillKerns(table: Int16Array, firstRow: number, rowLength: number, { kerns }: Widths): void {
  if (kerns === '') return;
  for (const row of kerns.split(';')) {
    const [left = '', values = ''] = row.split(':');
    const offset = (firstRow + Number.parseInt(left, 36)) * rowLength;
    for (const part of values.split(',')) {
      const [value = '', rights = ''] = part.split('=');
      for (const right of rights.split(' ')) table[offset + Number.parseInt(right, 36)] = Number.parseInt(value, 36);
    }
  }
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

export function unpackRanges(text: string): number[] {
  return text.split(' ').flatMap((span) => {
    const [from = 0, to = from] = span.split('-').map((part) => Number.parseInt(part, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function unpackNumbers(text: string): number[] {
  return text.split(' ').flatMap((part) => {
    const [value = '', times = '1'] = part.split('*');
    const number = Number.parseInt(value, 36);
    return Array.from({ length: Number(times) }, () => number);
  });
}
