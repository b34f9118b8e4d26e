/**
 * font-use: which files of Inter a picture's text needs, and the style sheet that holds them.
 *
 * Each file covers the characters of one block of the width table, so that what is measured is what is drawn.
 */
import { blocks, glyphs, type Weight } from '../text/inter-metrics.ts';
import { interBlocks } from '../text/inter-table.ts';
import type { Font } from '../text/pen.ts';
import { type Markup, node, nothing } from './markup.ts';

/** The files of @fontsource/inter, in the order of the width table's blocks. */
export const interSubsets = ['cyrillic-ext', 'cyrillic', 'greek-ext', 'greek', 'vietnamese', 'latin-ext', 'latin'] as const;
export type InterSubset = (typeof interSubsets)[number];

export type FontFile = { readonly subset: InterSubset; readonly weight: Weight };

/** The WOFF2 file of a subset and weight in base64; null when there is none. */
export type FontFiles = (subset: InterSubset, weight: Weight) => string | null;

/** Only these families are ever written. The last of each is a generic one. */
export const families: Readonly<Record<Font, string>> = {
  sans: 'Inter, sans-serif',
  serif: "Georgia, 'Times New Roman', serif",
  mono: "Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  hand: "'Segoe Print', 'Bradley Hand', 'Comic Sans MS', cursive",
};

export class FontUse {
  readonly #used: Readonly<Record<Weight, Set<number>>> = { 400: new Set(), 600: new Set() };

  note(line: string, weight: Weight): void {
    const used = this.#used[weight];
    for (let index = 0; index < line.length; index += 1) {
      const glyph = glyphs[line.charCodeAt(index)] ?? 0;
      if (glyph !== 0) used.add(blocks[glyph] ?? 0);
    }
  }

  /** Those used, in an order that does not depend on the text. */
  files(): FontFile[] {
    return ([400, 600] as const).flatMap((weight) =>
      interSubsets.flatMap((subset, block) => (this.#used[weight].has(block) ? [{ subset, weight }] : [])),
    );
  }

  /** The fonts used, embedded; nothing when no file is given. */
  style(files: FontFiles): Markup {
    const rules = this.files().flatMap(({ subset, weight }) => {
      const file = files(subset, weight);
      const ranges = rangesOf(interSubsets.indexOf(subset));
      return file === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(file) ? [] : [faceRule(file, weight, ranges)];
    });
    return rules.length === 0 ? nothing : node('style', {}, rules.join(''));
  }
}

const faceRule = (file: string, weight: Weight, ranges: string): string =>
  `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/woff2;base64,${file});unicode-range:${ranges}}`;

const rangesOf = (block: number): string =>
  (interBlocks[block]?.codePoints ?? '')
    .split(' ')
    .map((span) => `U+${span}`)
    .join(',');
