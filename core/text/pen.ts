/**
 * pen: adds up the advances of a line's characters.
 *
 * A character has its width in its font, with the kerning of pairs; alternates that depend on three characters are ignored. A
 * character that the font lacks has its width in Inter, a symbol font or the font of its script, in which it is then drawn; letters
 * that join have the widths of their forms (./joined-letters.ts). Of characters that no font has, East Asian wide characters and emoji take 1 em, combining marks and controls nothing, all others 0.6 em. Of an emoji of
 * several code points only the first counts.
 */
import { unitsPerEm, type Weight } from './font-table.ts';
import { JoinedLetters } from './joined-letters.ts';
import { type Font, type FontMetrics, metricsOf, type Typeface, typefacesOf } from './metrics.ts';

const otherAdvance = 0.6 * unitsPerEm;
export const zeroWidthJoiner = 0x200d;

export class Pen {
  /** Width so far in units of 1/2048 em. */
  units = 0;
  readonly #typefaces: readonly Typeface[];
  /** Of the typefaces in which a character was looked up. */
  readonly #metrics: FontMetrics[] = [];
  readonly #weight: Weight;
  /** The previous glyph and its font; 0 if there is none. */
  #glyph = 0;
  #before: FontMetrics | null = null;
  #joined = false;
  readonly #letters = new JoinedLetters();

  constructor(font: Font, weight: Weight) {
    this.#typefaces = typefacesOf[font];
    this.#weight = weight;
  }

  /** Begins a new line. */
  restart(): void {
    this.units = 0;
    this.#glyph = 0;
    this.#before = null;
    this.#joined = false;
    this.#letters.restart();
  }

  advance(codePoint: number): void {
    if (this.#joined && isPicture(codePoint)) {
      this.#joined = false;
      return;
    }
    for (let index = 0; index < this.#typefaces.length; index += 1) {
      const typeface = this.#typefaces[index] ?? 'sans';
      const font = (this.#metrics[index] ??= metricsOf(typeface));
      const glyph = font.glyphs[codePoint] ?? 0;
      if (glyph === 0) continue;
      const isScript = typeface === 'scripts';
      this.#add(font, glyph, !isScript);
      if (isScript) this.units += this.#letters.difference(codePoint, glyph);
      else this.#letters.restart();
      this.#joined = false;
      return;
    }
    if (!joinsPicture(codePoint)) this.units += foreignAdvance(codePoint);
    this.#before = null;
    this.#letters.restart();
    this.#joined = codePoint === zeroWidthJoiner;
  }

  #add(font: FontMetrics, glyph: number, isKerned: boolean): void {
    const { blocks, faces } = font;
    const { advances, rows, columns, kerns } = faces[this.#weight];
    this.units += advances[glyph] ?? 0;
    const before = this.#before === font ? this.#glyph : 0;
    if (isKerned && blocks[before] === blocks[glyph]) this.units += kerns[(rows[before] ?? 0) + (columns[glyph] ?? 0)] ?? 0;
    this.#glyph = glyph;
    this.#before = font;
  }
}

/** Advance in units of a character that no font has. */
export function foreignAdvance(codePoint: number): number {
  if (codePoint < 0xa0) return 0;
  if (isWide(codePoint)) return unitsPerEm;
  return /^[\p{M}\p{Cf}\p{Zl}\p{Zp}]$/u.test(String.fromCodePoint(codePoint)) ? 0 : otherAdvance;
}

/** Two regional indicators make a flag. */
export const isFlagHalf = (codePoint: number): boolean => codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;

/** Variation selectors and skin tones belong to the preceding emoji. */
export function joinsPicture(codePoint: number): boolean {
  return codePoint === 0xfe0f || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);
}

/** Characters that a preceding zero width joiner makes part of one emoji. */
export const isPicture = (codePoint: number): boolean => /^\p{Extended_Pictographic}$/u.test(String.fromCodePoint(codePoint));

/** True for wide characters of East Asian Width (UAX 11) and for emoji. */
export function isWide(codePoint: number): boolean {
  if (codePoint < 0x1100) return false;
  if (codePoint > 0xffff) return codePoint < 0xe0000 && codePoint >= 0x16fe0;
  return wideRanges.some(([from, to]) => codePoint >= from && codePoint <= to);
}

const wideRanges = [
  [0x1100, 0x115f],
  [0x2300, 0x27bf],
  [0x2b00, 0x2bff],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
] as const;
