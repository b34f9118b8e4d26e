/**
 * A font with the outlines of some characters only, so that a picture contains few of the 20,000 characters of a large file.
 *
 * Reads TrueType outlines (OpenType 1.9: `glyf`, `loca`, `hmtx`). Glyphs keep their numbers, so shaping rules stay valid: glyphs that are
 * not used are empty, which takes no room once it is compressed. A font with shaping rules keeps all glyphs that they can put in the place
 * of its characters.
 */
import { readCharacterMap, writeCharacterMap } from './character-map.ts';
import { type FontFileTable, nameTable, type PlainFont } from './plain-font.ts';
import { type Substitution, substitutionsOf } from './substitutions.ts';

/** Reads a font once, to cut it many times. Throws if the font has no TrueType outlines. */
export class CuttableFont {
  readonly #font: PlainFont;
  readonly #glyphOf: ReadonlyMap<number, number>;
  readonly #substitutions: readonly Substitution[];

  constructor(font: PlainFont) {
    this.#font = font;
    this.#glyphOf = readCharacterMap(this.#table('cmap'));
    const rules = font.tables.find(({ tag }) => tag === 'GSUB');
    this.#substitutions = rules === undefined ? [] : substitutionsOf(rules.data);
  }

  cut(characters: Iterable<number>, family: string): PlainFont {
    const map = new Map<number, number>();
    for (const point of decomposed(characters)) {
      const glyph = this.#glyphOf.get(point);
      if (glyph !== undefined) map.set(point, glyph);
    }
    const glyphs = this.#closure(map.values());
    const { glyf, loca } = this.#outlines(glyphs);
    const head = Buffer.from(this.#table('head'));
    // Long offsets.
    head.writeInt16BE(1, 50);
    const replaced: Readonly<Record<string, Buffer>> = {
      cmap: writeCharacterMap(map),
      glyf,
      loca,
      hmtx: this.#widths(glyphs),
      head,
      name: nameTable(family),
      post,
    };
    const kept = this.#font.tables.filter(({ tag }) => !unused.has(tag));
    return { ...this.#font, tables: kept.map((table): FontFileTable => ({ ...table, data: replaced[table.tag] ?? table.data })) };
  }

  /** The glyphs, those that can replace them, and the parts that any of them are composed of. */
  #closure(glyphs: Iterable<number>): Set<number> {
    const closure = new Set([0, ...glyphs]);
    for (let size = 0; size < closure.size;) {
      size = closure.size;
      for (const { parts, glyph } of this.#substitutions) if (parts.every((part) => closure.has(part))) closure.add(glyph);
    }
    for (const glyph of closure) for (const part of partsOf(this.#outline(glyph))) closure.add(part);
    return closure;
  }

  #outlines(glyphs: ReadonlySet<number>): { readonly glyf: Buffer; readonly loca: Buffer } {
    const count = this.#table('maxp').readUInt16BE(4);
    const loca = Buffer.alloc(4 * (count + 1));
    const outlines: Buffer[] = [];
    let offset = 0;
    for (let glyph = 0; glyph < count; glyph += 1) {
      loca.writeUInt32BE(offset, glyph * 4);
      if (!glyphs.has(glyph)) continue;
      const outline = this.#outline(glyph);
      const padding = -outline.length & 3;
      outlines.push(outline, Buffer.alloc(padding));
      offset += outline.length + padding;
    }
    loca.writeUInt32BE(offset, count * 4);
    return { glyf: Buffer.concat(outlines), loca };
  }

  /** Zeros for other glyphs, as tens of thousands of numbers take room. */
  #widths(glyphs: ReadonlySet<number>): Buffer {
    const hmtx = Buffer.from(this.#table('hmtx'));
    // The last width is that of all further glyphs, which have only their distance from the left edge.
    const full = this.#table('hhea').readUInt16BE(34) - 1;
    for (let glyph = 0; glyph < full; glyph += 1) if (!glyphs.has(glyph)) hmtx.fill(0, glyph * 4, glyph * 4 + 4);
    for (let at = full * 4 + 2, glyph = full; at < hmtx.length; at += 2, glyph += 1)
      if (!glyphs.has(glyph)) hmtx.fill(0, at, at + 2);
    return hmtx;
  }

  #outline(glyph: number): Buffer {
    const [glyf, loca] = [this.#table('glyf'), this.#table('loca')];
    const isLong = this.#table('head').readInt16BE(50) === 1;
    const at = (index: number): number => (isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
    return glyf.subarray(at(glyph), at(glyph + 1));
  }

  #table(tag: string): Buffer {
    const table = this.#font.tables.find((one) => one.tag === tag);
    if (table === undefined) throw new Error(`a font without ${tag}`);
    return table.data;
  }
}

/** The characters, and those that programs shape them as: accents of their own, and both parts of the Thai and Lao vowels am. */
function decomposed(characters: Iterable<number>): Set<number> {
  const points = new Set<number>();
  for (const point of characters) {
    points.add(point);
    const text = String.fromCodePoint(point);
    const parts = point === 0xe33 || point === 0xeb3 ? text.normalize('NFKD') : text.normalize('NFD');
    for (const part of parts) points.add(part.codePointAt(0) ?? 0);
  }
  return points;
}

/** Names of glyphs, vertical text and instructions, which no picture needs. */
const unused: ReadonlySet<string> = new Set(['vhea', 'vmtx', 'BASE', 'gasp', 'prep', 'fpgm', 'cvt ', 'STAT']);

/** Version 3: no names of glyphs. */
const post = Buffer.alloc(32);
post.writeUInt32BE(0x30000);

/** The glyphs that a composed glyph consists of; none for a simple one. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let at = 10;
  for (;;) {
    const flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & areWords ? 4 : 2) + (flags & hasScale ? 2 : flags & hasTwoScales ? 4 : flags & hasMatrix ? 8 : 0);
    if ((flags & hasMore) === 0) return parts;
  }
}

const [areWords, hasScale, hasMore, hasTwoScales, hasMatrix] = [0x1, 0x8, 0x20, 0x40, 0x80];
