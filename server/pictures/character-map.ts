/**
 * Reads and writes the map from characters to glyphs of a font (OpenType 1.9, `cmap`). It reads formats 4 and 12, one of which every Unicode
 * font has, and writes format 12. An inconsistent table throws.
 */
export type Glyphs = ReadonlyMap<number, number>;

/** No font has more; a table that claims to is not worth reading. */
const charactersMax = 200_000;

export function readCharacterMap(table: Buffer): Glyphs {
  const offsets = Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const entry = 4 + index * 8;
    const [platform, encoding] = [table.readUInt16BE(entry), table.readUInt16BE(entry + 2)];
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    return isUnicode ? table.readUInt32BE(entry + 4) : -1;
  }).filter((offset) => offset >= 0);
  const inFormat = (format: number): number | undefined => offsets.find((offset) => table.readUInt16BE(offset) === format);
  const [full, basic] = [inFormat(12), inFormat(4)];
  if (full !== undefined) return readGroups(table.subarray(full));
  if (basic !== undefined) return readSegments(table.subarray(basic));
  throw new Error('no map of Unicode characters');
}

/** Format 12. */
function readGroups(table: Buffer): Glyphs {
  const glyphs = new Map<number, number>();
  let read = 0;
  const count = table.readUInt32BE(12);
  for (let index = 0; index < count; index += 1) {
    const at = 16 + index * 12;
    const [first, last, glyph] = [table.readUInt32BE(at), table.readUInt32BE(at + 4), table.readUInt32BE(at + 8)];
    read += last - first + 1;
    if (last > 0x10ffff || first > last || read > charactersMax) throw new Error('a map of too many characters');
    for (let point = first; point <= last; point += 1) glyphs.set(point, glyph + point - first);
  }
  return glyphs;
}

/** Format 4. */
function readSegments(table: Buffer): Glyphs {
  const glyphs = new Map<number, number>();
  let read = 0;
  const size = table.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    const [last, first] = [table.readUInt16BE(at), table.readUInt16BE(at + 2 + size)];
    const [delta, rangeAt] = [table.readUInt16BE(at + 2 + 2 * size), at + 2 + 3 * size];
    const range = table.readUInt16BE(rangeAt);
    read += last - first + 1;
    if (first > last || read > charactersMax) throw new Error('a map of too many characters');
    for (let point = first; point <= last && point < 0xffff; point += 1) {
      const glyph = range === 0 ? point : table.readUInt16BE(rangeAt + range + 2 * (point - first));
      if (glyph !== 0) glyphs.set(point, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** Format 12: one group per run of characters that map to consecutive glyphs. */
export function writeCharacterMap(glyphs: Glyphs): Buffer {
  const groups: { readonly first: number; last: number; readonly glyph: number }[] = [];
  for (const [point, glyph] of [...glyphs].toSorted(([a], [b]) => a - b)) {
    const group = groups.at(-1);
    if (group !== undefined && group.last === point - 1 && glyph - group.glyph === point - group.first) group.last = point;
    else groups.push({ first: point, last: point, glyph });
  }
  const table = Buffer.alloc(28 + groups.length * 12);
  // One table, after these twelve bytes: platform 3 (Windows), encoding 10 (all of Unicode).
  for (const [at, value] of [0, 1, 3, 10].entries()) table.writeUInt16BE(value, at * 2);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [index, { first, last, glyph }] of groups.entries()) {
    for (const [at, value] of [first, last, glyph].entries()) table.writeUInt32BE(value, 28 + index * 12 + at * 4);
  }
  return table;
}
