/**
 * plain-font: the tables of a font (OpenType 1.9) taken out of a file and put into one.
 *
 * Read are plain fonts, of collections the first one, and WOFF files (W3C WOFF 1.0); anything else throws, as does a table
 * that lies outside its file.
 */
import { inflateSync } from 'node:zlib';

export type FontFileTable = { readonly tag: string; readonly checksum: number; readonly data: Buffer };
export type PlainFont = { readonly flavour: number; readonly tables: readonly FontFileTable[] };

const flavours = [0x00010000, 0x4f54544f, 0x74727565];

export function readFont(file: Buffer): PlainFont {
  const tag = file.toString('latin1', 0, 4);
  if (tag === 'wOFF') return { flavour: file.readUInt32BE(4), tables: tablesOfWoff(file) };
  const start = tag === 'ttcf' ? file.readUInt32BE(12) : 0;
  const flavour = file.readUInt32BE(start);
  if (!flavours.includes(flavour)) throw new Error('not a font');
  const tables = Array.from({ length: file.readUInt16BE(start + 4) }, (_, index) => {
    const entry = start + 12 + index * 16;
    const [checksum, offset, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
    return { tag: file.toString('latin1', entry, entry + 4), checksum, data: part(file, offset, length) };
  });
  return { flavour, tables };
}

function tablesOfWoff(woff: Buffer): FontFileTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = part(woff, offset, packed);
    const data = packed === length ? stored : inflateSync(stored, { maxOutputLength: length });
    return { tag: woff.toString('latin1', entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
  });
}

function part(file: Buffer, offset: number, length: number): Buffer {
  if (offset + length > file.length) throw new Error('a table lies outside the file');
  return file.subarray(offset, offset + length);
}

/** The font with other tables in place of some of its own. Checksums of those are the old ones: nobody reads them. */
export function withTables({ flavour, tables }: PlainFont, others: Readonly<Record<string, Buffer>>): Buffer {
  return writeFont({ flavour, tables: tables.map((table) => ({ ...table, data: others[table.tag] ?? table.data })) });
}

/** The tables in one file, each at a multiple of four bytes. */
export function writeFont({ flavour, tables }: PlainFont): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(flavour, 0);
  head.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    for (const [at, value] of [checksum, offset, data.length].entries()) head.writeUInt32BE(value, entry + 4 + at * 4);
    const room = (data.length + 3) & ~3;
    parts.push(data, Buffer.alloc(room - data.length));
    offset += room;
  }
  return Buffer.concat(parts);
}

/** Family, style, full and PostScript name, in English, for Windows: what every reader of fonts looks for. */
export function nameTable(family: string): Buffer {
  const names = [[1, family], [2, 'Regular'], [4, family], [6, family.replaceAll(' ', '-')]] as const; // prettier-ignore
  const texts = names.map(([, name]) => Buffer.from(name, 'utf16le').swap16());
  const start = 6 + names.length * 12;
  const head = Buffer.alloc(start);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(start, 4);
  let offset = 0;
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [at, value] of [3, 1, 0x0409, id, length, offset].entries()) head.writeUInt16BE(value, 6 + index * 12 + at * 2);
    offset += length;
  }
  return Buffer.concat([head, ...texts]);
}
