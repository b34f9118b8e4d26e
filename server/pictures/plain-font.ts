/**
 * Reads the tables of a font (OpenType 1.9) from a file, and writes them to one. It reads plain fonts, the first font of a collection, and
 * WOFF files (W3C WOFF 1.0). Any other file throws, as does a table outside its file.
 */
import { deflateSync, inflateSync } from 'node:zlib';

export type FontFileTable = { readonly tag: string; readonly checksum: number; readonly data: Buffer };
export type PlainFont = { readonly flavor: number; readonly tables: readonly FontFileTable[] };

const flavors = [0x00010000, 0x4f54544f, 0x74727565];

export function readFont(file: Buffer): PlainFont {
  const tag = file.toString('latin1', 0, 4);
  if (tag === 'wOFF') return { flavor: file.readUInt32BE(4), tables: tablesOfWoff(file) };
  const start = tag === 'ttcf' ? file.readUInt32BE(12) : 0;
  const flavor = file.readUInt32BE(start);
  if (!flavors.includes(flavor)) throw new Error('not a font');
  const tables = Array.from({ length: file.readUInt16BE(start + 4) }, (_, index) => {
    const entry = start + 12 + index * 16;
    const [checksum, offset, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
    return { tag: file.toString('latin1', entry, entry + 4), checksum, data: part(file, offset, length) };
  });
  return { flavor, tables };
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

/** The font with some tables replaced. Checksums are not updated, as no program that we use reads them. */
export function withTables({ flavor, tables }: PlainFont, replacements: Readonly<Record<string, Buffer>>): Buffer {
  return writeFont({ flavor, tables: tables.map((table) => ({ ...table, data: replacements[table.tag] ?? table.data })) });
}

/** A font file with these tables, each aligned to four bytes. */
export function writeFont({ flavor, tables }: PlainFont): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(flavor, 0);
  head.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    for (const [at, value] of [checksum, offset, data.length].entries()) head.writeUInt32BE(value, entry + 4 + at * 4);
    const paddedLength = (data.length + 3) & ~3;
    parts.push(data, Buffer.alloc(paddedLength - data.length));
    offset += paddedLength;
  }
  return Buffer.concat(parts);
}

/** The same as WOFF. */
export function writeWoff({ flavor, tables }: PlainFont): Buffer {
  const head = Buffer.alloc(44 + tables.length * 20);
  const parts: Buffer[] = [head];
  let [offset, plainLength] = [head.length, 12 + tables.length * 16];
  // A reader finds a table by a binary search.
  for (const [index, { tag, checksum, data }] of tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).entries()) {
    const deflated = deflateSync(data);
    const stored = deflated.length < data.length ? deflated : data;
    const entry = 44 + index * 20;
    head.write(tag, entry, 'latin1');
    for (const [at, value] of [offset, stored.length, data.length, checksum].entries())
      head.writeUInt32BE(value, entry + 4 + at * 4);
    const paddedLength = (stored.length + 3) & ~3;
    parts.push(stored, Buffer.alloc(paddedLength - stored.length));
    offset += paddedLength;
    plainLength += (data.length + 3) & ~3;
  }
  head.write('wOFF', 0, 'latin1');
  for (const [at, value] of [flavor, offset].entries()) head.writeUInt32BE(value, 4 + at * 4);
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(plainLength, 16);
  head.writeUInt16BE(1, 20);
  return Buffer.concat(parts);
}

/** Family, style, full and PostScript name, in English, for Windows: the names that every font reader looks for. */
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
