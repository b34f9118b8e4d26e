/**
 * inter-metrics: the Inter table unpacked into typed arrays, so that a character costs one look-up and a pair one more.
 *
 * A glyph is a number from 1; 0 stands for a character that Inter does not have. Units are 1/2048 em.
 */
import { interBlocks, type InterMetrics } from './inter-table.ts';

export type Weight = 400 | 600;

export type Face = {
  /** By glyph; 0 for combining marks and other characters without a width. */
  readonly advances: Uint16Array;
  /** By glyph: where its row of `kerns` begins. */
  readonly rows: Uint32Array;
  /** By glyph: its column in a row. */
  readonly columns: Uint8Array;
  /** What a pair of the same block is wider (or, negative, narrower) than its two advances. */
  readonly kerns: Int16Array;
};

const rowLength = 256;
const ranges = interBlocks.map(({ codePoints }) => unpackRanges(codePoints));
const firstGlyphs = ranges.map((_, block) => 1 + ranges.slice(0, block).reduce((sum, points) => sum + points.length, 0));

/** Glyph by code point. */
export const glyphs: Uint16Array = glyphTable();
/** The block (font file) of each glyph: pairs kern within one only. */
export const blocks: Uint8Array = Uint8Array.from([0xff, ...ranges.flatMap((points, block) => points.map(() => block))]);
export const faces: Readonly<Record<Weight, Face>> = { 400: unpack(400), 600: unpack(600) };

function glyphTable(): Uint16Array {
  const points = ranges.flat();
  const table = new Uint16Array(points.reduce((most, point) => Math.max(most, point), 0) + 1);
  for (const [index, point] of points.entries()) table[point] = index + 1;
  return table;
}

function unpack(weight: Weight): Face {
  const metrics = interBlocks.map((block) => block.weights[weight]);
  const all = (field: 'advances' | 'left' | 'right'): number[] => [0, ...metrics.flatMap((one) => numbers(one[field]))];
  const left = all('left');
  const rowsOfBlock = ranges.map(
    (points, block) => 1 + Math.max(0, ...points.map((_, at) => left[(firstGlyphs[block] ?? 0) + at] ?? 0)),
  );
  const firstRows = rowsOfBlock.map((_, block) => rowsOfBlock.slice(0, block).reduce((sum, rows) => sum + rows, 0));
  const kerns = new Int16Array(rowsOfBlock.reduce((sum, rows) => sum + rows, 0) * rowLength);
  for (const [block, one] of metrics.entries()) fillKerns(kerns, (firstRows[block] ?? 0) * rowLength, one);
  return {
    advances: Uint16Array.from(all('advances')),
    rows: Uint32Array.from(left, (row, glyph) => ((firstRows[blocks[glyph] ?? 0] ?? 0) + row) * rowLength),
    columns: Uint8Array.from(all('right')),
    kerns,
  };
}

/** Writes a block's pairs into its part of the table, which starts at `offset`. */
function fillKerns(table: Int16Array, offset: number, { kerns }: InterMetrics): void {
  if (kerns === '') return;
  for (const row of kerns.split(';')) {
    const [left = '', pairs = ''] = row.split(':');
    for (const pair of pairs.split(',')) {
      const [right = '', value = ''] = pair.split('=');
      table[offset + Number.parseInt(left, 36) * rowLength + Number.parseInt(right, 36)] = Number.parseInt(value, 36);
    }
  }
}

function unpackRanges(text: string): number[] {
  return text.split(' ').flatMap((span) => {
    const [from = 0, to = from] = span.split('-').map((part) => Number.parseInt(part, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function numbers(text: string): number[] {
  return text.split(' ').map((part) => Number.parseInt(part, 36));
}
