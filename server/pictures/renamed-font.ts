/**
 * renamed-font: a WOFF file as a plain font (OpenType) under another family name.
 *
 * The files of a font's subsets all carry the one name of the whole font; a program that looks fonts up by name would take
 * the first of them for every character. Every table but `name` is kept as it is (W3C WOFF 1.0; OpenType 1.9, `name`).
 */
import { inflateSync } from 'node:zlib';

type Table = { readonly tag: string; readonly checksum: number; readonly data: Buffer };

/** `woff` is a file of a package of ours: one that is none throws. */
export function renamedFont(woff: Buffer, family: string): Uint8Array {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const tables = tablesOf(woff).map((table) => (table.tag === 'name' ? { ...table, data: nameTable(family) } : table));
  return plainFont(woff.readUInt32BE(4), tables);
}

function tablesOf(woff: Buffer): Table[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    const data = packed === length ? stored : inflateSync(stored, { maxOutputLength: length });
    return { tag: woff.toString('latin1', entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
  });
}

/** Family, style, full and PostScript name, in English, for Windows: what every reader of fonts looks for. */
function nameTable(family: string): Buffer {
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

/** The tables in one file, each at a multiple of four bytes. The checksum of `name` is the old one: nobody reads it. */
function plainFont(flavour: number, tables: readonly Table[]): Buffer {
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
