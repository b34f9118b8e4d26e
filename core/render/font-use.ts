/**
 * The font files that the text of a picture needs, and the style sheet that contains them.
 *
 * Each file covers the characters of one block of a font's width table, so that text is drawn as it was measured. Every file is a family of
 * its own: the runs of a line name their family, and no viewer chooses a font.
 */
import { foreignParts, type InkedPart } from '../text/foreign-parts.ts';
import { fontRuns, type FontPart, mainBlock } from '../text/font-runs.ts';
import { type Weight, weights } from '../text/font-table.ts';
import { type Font, type Typeface, typefaceTables } from '../text/metrics.ts';
import { type Markup, node, emptyMarkup } from './markup.ts';

/** A file of a font. `source`: its package under @fontsource/, or a font of signs; `fileWeight`: the weight in its name. */
export type FontFile = {
  readonly family: string;
  readonly source: string;
  readonly subset: string;
  /** Its characters: ranges in hexadecimal, as in core/text/font-table.ts. */
  readonly codePoints: string;
  /** True if its family has the name of the font. */
  readonly isMain: boolean;
  readonly weight: Weight;
  /** True if the font has only this file for all weights. */
  readonly isOnly: boolean;
  readonly fileWeight: number;
};

/** The WOFF2 file in base64; null if there is none. */
export type FontFiles = (file: FontFile) => string | null;

/** The family of a font for a character that our fonts lack; null if there is none. */
export type ForeignFamilies = (codePoint: number) => string | null;

/** A font with boxes of three widths, for characters that no font has. */
export const boxes = { family: 'Atelier Boxes', firstCodePoint: 0xe000, widthsEm: [0.5, 0.6, 1] } as const;

/** The fallback if a font is missing. */
const generics: Readonly<Record<Typeface, string>> = {
  sans: 'sans-serif',
  serif: 'serif',
  mono: 'monospace',
  hand: 'cursive',
  signs: 'sans-serif',
  symbols: 'sans-serif',
  'mono-signs': 'monospace',
};

/** A part of a line and its families; undefined if they are those of the whole line. */
export type FamilyRun = { readonly text: string; readonly families: string | undefined };

/** The font-family of text. No other values are ever written. */
export const familiesOf = (font: Typeface): string => `${quoted(typefaceTables[font].family)}, ${generics[font]}`;

export class FontUse {
  readonly #used = new Set<string>();
  readonly #foreign: ForeignFamilies | null;
  readonly #foreignUsed = new Set<string>();

  /** Without `foreign`, characters that our fonts lack are left to the viewer. */
  constructor(foreign: ForeignFamilies | null = null) {
    this.#foreign = foreign;
  }

  /** Splits a line into runs that are each drawn from one file, and records the files. */
  runs(line: string, font: Font, weight: Weight): FamilyRun[] {
    const runs = fontRuns(line, font).map(({ text, ...part }): FamilyRun => {
      this.#used.add(keyOf(part, weight));
      if (part.block !== mainBlock(part.font)) return { text, families: `${quoted(familyOf(part))}, ${familiesOf(part.font)}` };
      return { text, families: part.font === font ? undefined : familiesOf(part.font) };
    });
    const foreign = this.#foreign;
    return foreign === null ? runs : runs.flatMap((run) => this.#withForeign(run, font, foreign));
  }

  /** The families that foreign characters use, including the boxes. */
  foreignFamilies(): string[] {
    return [...this.#foreignUsed];
  }

  /** Puts foreign parts into the font that has them, or into boxes of their width; adjacent parts of one family are one run. */
  #withForeign({ text, families }: FamilyRun, font: Font, foreign: ForeignFamilies): FamilyRun[] {
    const runs: { text: string; readonly families: string | undefined }[] = [];
    for (const part of foreignParts(text, font)) {
      const drawn = part.widthEm === null ? { text: part.text, families } : inFamily(part, foreign);
      if (drawn.families !== undefined && part.widthEm !== null) this.#foreignUsed.add(drawn.families);
      const last = runs.at(-1);
      if (last !== undefined && last.families === drawn.families) last.text += drawn.text;
      else runs.push(drawn);
    }
    return runs;
  }

  /** The used files, in an order that does not depend on the text. */
  files(): FontFile[] {
    return everyFontFile(({ font, block, weight }) => this.#used.has(`${font} ${block} ${weight}`));
  }

  /** The used fonts, embedded; empty if no file is available. */
  style(files: FontFiles): Markup {
    const rules = this.files().flatMap((file) => {
      const data = files(file);
      return data === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(data) ? [] : [faceRule(file, data)];
    });
    return rules.length === 0 ? emptyMarkup : node('style', {}, rules.join(''));
  }
}

type FontPartInWeight = FontPart & { readonly weight: Weight };

/** The files of all fonts, or of the wanted parts. A file for all weights is listed under the first weight. */
export function everyFontFile(isWanted: (part: FontPartInWeight) => boolean = () => true): FontFile[] {
  return Object.keys(typefaceTables).flatMap((name) => {
    const font = name as Typeface;
    const { source, fileWeights, blocks } = typefaceTables[font];
    const isOnly = hasOneWeight(font);
    return weights.flatMap((weight) =>
      blocks.flatMap(({ subset, codePoints }, block) => {
        if ((isOnly && weight !== weights[0]) || !isWanted({ font, block, weight })) return [];
        const isMain = block === mainBlock(font);
        return [
          {
            family: familyOf({ font, block }),
            source,
            subset,
            codePoints,
            isMain,
            weight,
            isOnly,
            fileWeight: fileWeights[weight],
          },
        ];
      }),
    );
  });
}

/** `widthEm` must be a number. */
function inFamily({ text, widthEm }: InkedPart, foreign: ForeignFamilies): FamilyRun {
  const families = foreign(text.codePointAt(0) ?? 0);
  if (families !== null) return { text, families };
  const box = boxes.widthsEm.findIndex((width) => width === widthEm);
  return { text: String.fromCodePoint(boxes.firstCodePoint + Math.max(0, box)), families: boxes.family };
}

/** A file for all weights is recorded once. */
const keyOf = ({ font, block }: FontPart, weight: Weight): string =>
  `${font} ${block} ${hasOneWeight(font) ? weights[0] : weight}`;

function hasOneWeight(font: Typeface): boolean {
  const { fileWeights } = typefaceTables[font];
  return weights.every((weight) => fileWeights[weight] === fileWeights[weights[0]]);
}

/** The main file has the name of the font. */
function familyOf({ font, block }: FontPart): string {
  const { family, blocks } = typefaceTables[font];
  return block === mainBlock(font) ? family : `${family} ${blocks[block]?.subset}`;
}

/** A name with a digit at the start of a word needs quotes. */
const quoted = (family: string): string => (/ \d/.test(family) ? `'${family}'` : family);

const faceRule = ({ family, weight, isOnly }: FontFile, data: string): string =>
  `@font-face{font-family:${quoted(family)};font-weight:${isOnly ? weights.join(' ') : weight};src:url(data:font/woff2;base64,${data})}`;
