/**
 * Packs of journal rows: consecutive rows of one document, compressed together, since rows of the same elements have most bytes in common.
 *
 * The bytes of a pack are a header with the length of the list, the list of rows as JSON, and the updates one after the other.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

import type { RaisedRevs } from './raised-revs.ts';

export type PastRow = {
  readonly seq: number;
  readonly at: number;
  /** Null if they are unknown. */
  readonly revs: RaisedRevs | null;
  readonly bytes: Uint8Array;
};

/** For each tab the first and the last revision that the rows raise it to; null if those of some row are unknown. */
export type PackRevs = Readonly<Record<string, readonly [first: number, last: number]>> | null;

export type RowPack = {
  readonly seq: number;
  readonly lastSeq: number;
  readonly at: number;
  readonly lastAt: number;
  readonly revs: PackRevs;
  readonly size: number;
  readonly bytes: Uint8Array;
};

/** The updates of a pack together; a longer one is a pack of its own. */
const packBytes = 512 * 1024;
/** What reading a row costs, in bytes of updates. */
const perRow = 32;
const quality = 5;

const compressed = promisify(brotliCompress);
const decompressed = promisify(brotliDecompress);

export const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  compressed(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

export const decompress = (bytes: Uint8Array): Promise<Uint8Array> => decompressed(bytes);

/** What reading these rows costs, in bytes. */
export const sizeOf = (rows: readonly PastRow[]): number => rows.reduce((sum, { bytes }) => sum + bytes.length + perRow, 0);

/** Consecutive rows in order, as packs of about the same size. */
export async function packRows(rows: readonly PastRow[]): Promise<RowPack[]> {
  const packs: RowPack[] = [];
  let run: PastRow[] = [];
  for (const row of rows) {
    if (run.length > 0 && sizeOf(run) + row.bytes.length > packBytes) {
      packs.push(await packOf(run));
      run = [];
    }
    run.push(row);
  }
  if (run.length > 0) packs.push(await packOf(run));
  return packs;
}

async function packOf(rows: readonly PastRow[]): Promise<RowPack> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a pack has rows');
  const list = Buffer.from(JSON.stringify(rows.map(({ at, revs, bytes }) => [at - first.at, bytes.length, revs])));
  const header = Buffer.alloc(4);
  header.writeUInt32LE(list.length);
  const bytes = await compress(Buffer.concat([header, list, ...rows.map((row) => row.bytes)]));
  return {
    seq: first.seq,
    lastSeq: last.seq,
    at: first.at,
    lastAt: last.at,
    revs: rangesOf(rows),
    size: sizeOf(rows),
    bytes,
  };
}

export function rangesOf(rows: readonly Pick<PastRow, 'revs'>[]): PackRevs {
  const range: Record<string, [number, number]> = {};
  for (const { revs } of rows) {
    if (revs === null) return null;
    for (const [tab, rev] of Object.entries(revs)) range[tab] = [range[tab]?.[0] ?? rev, rev];
  }
  return range;
}

/** The rows of a pack whose bytes are intact. */
export async function unpackRows({ seq, at, bytes }: Pick<RowPack, 'seq' | 'at' | 'bytes'>): Promise<PastRow[]> {
  const whole = Buffer.from(await decompress(bytes));
  let position = 4 + whole.readUInt32LE();
  const list = JSON.parse(whole.toString('utf8', 4, position)) as [number, number, RaisedRevs | null][];
  return list.map(([later, length, revs], index) => {
    const row = { seq: seq + index, at: at + later, revs, bytes: whole.subarray(position, position + length) };
    position += length;
    return row;
  });
}
