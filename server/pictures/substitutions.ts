/**
 * Finds the glyphs that the shaping rules of a font can put in the place of others (OpenType 1.9, `GSUB`). Contexts are ignored, so it may
 * find more than a text shows.
 */

/** `glyph` may appear where all of `parts` do. */
export type Substitution = { readonly parts: readonly number[]; readonly glyph: number };

export function substitutionsOf(table: Buffer): Substitution[] {
  const lookups = table.subarray(table.readUInt16BE(8));
  return offsetsAt(lookups, 0).flatMap((at) => {
    const lookup = lookups.subarray(at);
    const type = lookup.readUInt16BE(0);
    return offsetsAt(lookup, 4).flatMap((offset) => {
      const subtable = lookup.subarray(offset);
      if (type !== extension) return substitutionsIn(subtable, type);
      return substitutionsIn(subtable.subarray(subtable.readUInt32BE(4)), subtable.readUInt16BE(2));
    });
  });
}

/** Types of lookups. Those of contexts (5 and 6) only name other lookups. */
const [single, multiple, alternate, ligature, extension, reverse] = [1, 2, 3, 4, 7, 8];

function substitutionsIn(subtable: Buffer, type: number): Substitution[] {
  if (![single, multiple, alternate, ligature, reverse].includes(type)) return [];
  const covered = coveredGlyphs(subtable.subarray(subtable.readUInt16BE(2)));
  const replacing = (index: number, glyph: number): Substitution => ({ parts: [covered[index] ?? 0], glyph });
  if (type === single && subtable.readUInt16BE(0) === 1) {
    const delta = subtable.readUInt16BE(4);
    return covered.map((glyph, index) => replacing(index, (glyph + delta) & 0xffff));
  }
  if (type === single) return numbersAt(subtable, 4).map((glyph, index) => replacing(index, glyph));
  if (type === reverse) return numbersAt(subtable, reversedGlyphs(subtable)).map((glyph, index) => replacing(index, glyph));
  return offsetsAt(subtable, 4).flatMap((at, index) => {
    const set = subtable.subarray(at);
    if (type !== ligature) return numbersAt(set, 0).map((glyph) => replacing(index, glyph));
    return offsetsAt(set, 0).map((offset) => {
      const one = set.subarray(offset);
      const rest = Array.from({ length: one.readUInt16BE(2) - 1 }, (_, part) => one.readUInt16BE(4 + part * 2));
      return { parts: [covered[index] ?? 0, ...rest], glyph: one.readUInt16BE(0) };
    });
  });
}

/** Where a reverse lookup, after the glyphs before and after, lists its substitutes. */
function reversedGlyphs(subtable: Buffer): number {
  const ahead = 6 + 2 * subtable.readUInt16BE(4);
  return ahead + 2 + 2 * subtable.readUInt16BE(ahead);
}

/** Both formats of a coverage table. */
function coveredGlyphs(table: Buffer): number[] {
  if (table.readUInt16BE(0) === 1) return numbersAt(table, 2);
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const [from, to] = [table.readUInt16BE(4 + index * 6), table.readUInt16BE(6 + index * 6)];
    return Array.from({ length: to - from + 1 }, (_one, glyph) => from + glyph);
  }).flat();
}

/** A list after its length. */
function numbersAt(table: Buffer, at: number): number[] {
  return Array.from({ length: table.readUInt16BE(at) }, (_, index) => table.readUInt16BE(at + 2 + index * 2));
}

const offsetsAt = numbersAt;
