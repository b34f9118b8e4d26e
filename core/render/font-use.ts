/**
 * The font files that the text of a picture needs, and the style sheet that contains them.
 *
 * Each file covers the characters of one block of a font's width table, so that text is drawn as it was measured. Every file is a family of
 * its own: the runs of a line name their family, and no viewer chooses a font.
 */
import { foreignParts, type InkedPart } from '../text/foreign-parts.ts';
import { hanFormsOf } from '../text/han-forms.ts';
import { fontRuns, type FontPart, type FontRun, mainBlock } from '../text/font-runs.ts';
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
  /** What pictures embed: the whole file, or the glyphs that they use. */
  readonly embeds: 'file' | 'glyphs';
};

/** A file that a picture needs, and which characters of it if it embeds glyphs. */
export type UsedFontFile = FontFile & { readonly characters: readonly number[] };

/** The file, or a font of the characters that are used, as WOFF or WOFF2 in base64; null if there is none. */
export type FontFiles = (file: UsedFontFile) => string | null;

/** The family of an operator's font for a character that our fonts of Latin letters and symbols lack; null if there is none. */
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
  scripts: 'sans-serif',
  japanese: 'sans-serif',
};

/** A part of a line and its families; undefined if they are those of the whole line. */
export type FamilyRun = {
  readonly text: string;
  readonly families: string | undefined;
  /** True if its letters change with their neighbors. */
  readonly isShaped: boolean;
};

/** The font-family of text. No other values are ever written. */
export const familiesOf = (font: Typeface): string => `${quoted(typefaceTables[font].family)}, ${generics[font]}`;

/** Code is shown sign by sign: as a ligature, `=>` or `!=` would look like a character that is not there. */
const noLigatures = `[font-family^=${typefaceTables.mono.family.split(' ')[0]}]{font-variant-ligatures:none}`;

export class FontUse {
  /** The characters used of each file. */
  readonly #used = new Map<string, Set<number>>();
  readonly #foreign: ForeignFamilies | null;
  readonly #foreignUsed = new Set<string>();
  /** True if the tab has Japanese texts: its other texts may be Japanese, too. Set by the drawing of the tab. */
  isAmongJapanese: () => boolean = () => false;

  /** Without `foreign`, characters that our fonts lack are left to the viewer. */
  constructor(foreign: ForeignFamilies | null = null) {
    this.#foreign = foreign;
  }

  /** Splits a line of a text into runs that are each drawn from one file, and records the files. */
  runs(line: string, text: string, font: Font, weight: Weight): FamilyRun[] {
    const foreign = this.#foreign;
    const forms = hanFormsOf(text, this.isAmongJapanese);
    return fontRuns(line, font, forms).flatMap((run): FamilyRun[] => {
      if (foreign === null) return [this.#inOurs(run, font, weight)];
      if (run.font === 'scripts' || run.font === 'japanese') return this.#scriptRuns(run, font, weight, foreign);
      return this.#withForeign(this.#inOurs(run, font, weight), font, foreign);
    });
  }

  #inOurs({ text, ...part }: FontRun, font: Font, weight: Weight): FamilyRun {
    const key = keyOf(part, weight);
    const characters = this.#used.get(key) ?? new Set();
    this.#used.set(key, characters);
    if (embedsOf(part) === 'glyphs') for (const character of text) characters.add(character.codePointAt(0) ?? 0);
    const isShaped = typefaceTables[part.font].blocks[part.block]?.isShaped === true;
    if (part.block !== mainBlock(part.font))
      return { text, families: `${quoted(familyOf(part))}, ${familiesOf(part.font)}`, isShaped };
    return { text, families: part.font === font ? undefined : familiesOf(part.font), isShaped };
  }

  /** The operator's fonts come before ours for other scripts. Marks and joiners stay with the letter before. */
  #scriptRuns({ text, ...part }: FontRun, font: Font, weight: Weight, foreign: ForeignFamilies): FamilyRun[] {
    const runs: { text: string; readonly families: string | null }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const isMark = last !== undefined && /^[\p{M}\p{Cf}]$/u.test(character);
      const families = isMark ? last.families : foreign(character.codePointAt(0) ?? 0);
      if (last !== undefined && last.families === families) last.text += character;
      else runs.push({ text: character, families });
    }
    return runs.map(({ text: own, families }) => {
      if (families === null) return this.#inOurs({ text: own, ...part }, font, weight);
      this.#foreignUsed.add(families);
      return { text: own, families, isShaped: mayBeShaped(own) };
    });
  }

  /** True if every run is drawn in a font of the server's, and none is left to the viewer. */
  get isComplete(): boolean {
    return this.#foreign !== null;
  }

  /** The families that foreign characters use, including the boxes. */
  foreignFamilies(): string[] {
    return [...this.#foreignUsed];
  }

  /** Puts foreign parts into the font that has them, or into boxes of their width; adjacent parts of one family are one run. */
  #withForeign({ text, families }: FamilyRun, font: Font, foreign: ForeignFamilies): FamilyRun[] {
    const runs: (Omit<FamilyRun, 'text'> & { text: string })[] = [];
    for (const part of foreignParts(text, font)) {
      const drawn = part.widthEm === null ? { text: part.text, families, isShaped: false } : inFamily(part, foreign);
      if (drawn.families !== undefined && part.widthEm !== null) this.#foreignUsed.add(drawn.families);
      const last = runs.at(-1);
      if (last !== undefined && last.families === drawn.families) last.text += drawn.text;
      else runs.push(drawn);
    }
    return runs;
  }

  /** The used files, in an order that does not depend on the text. */
  files(): UsedFontFile[] {
    return everyPart().flatMap((part) => {
      const characters = this.#used.get(keyOf(part, part.weight));
      return characters === undefined ? [] : [{ ...fileOf(part), characters: [...characters].toSorted((a, b) => a - b) }];
    });
  }

  /** The used fonts, embedded; empty if no file is available. */
  style(files: FontFiles): Markup {
    const rules = this.files().flatMap((file) => {
      const data = files(file);
      return data === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(data) ? [] : [faceRule(file, data)];
    });
    if (rules.length === 0) return emptyMarkup;
    const plainCode = this.files().some(({ source }) => source === typefaceTables.mono.source) ? [noLigatures] : [];
    return node('style', {}, [...rules, ...plainCode].join(''));
  }
}

type FontPartInWeight = FontPart & { readonly weight: Weight };

/** The files of all fonts. */
export const everyFontFile = (): FontFile[] => everyPart().map(fileOf);

/** A file for all weights is listed under the first weight. */
function everyPart(): FontPartInWeight[] {
  return Object.keys(typefaceTables).flatMap((name) => {
    const font = name as Typeface;
    const ofFont = hasOneWeight(font) ? weights.slice(0, 1) : weights;
    return ofFont.flatMap((weight) => typefaceTables[font].blocks.map((_, block) => ({ font, block, weight })));
  });
}

function fileOf(part: FontPartInWeight): FontFile {
  const { font, block, weight } = part;
  const { source, fileWeights, blocks } = typefaceTables[font];
  const { subset = '', codePoints = '' } = blocks[block] ?? {};
  return {
    family: familyOf(part),
    source,
    subset,
    codePoints,
    isMain: block === mainBlock(font),
    weight,
    isOnly: hasOneWeight(font),
    fileWeight: fileWeights[weight],
    embeds: embedsOf(part),
  };
}

const embedsOf = ({ font, block }: FontPart): 'file' | 'glyphs' => typefaceTables[font].blocks[block]?.embeds ?? 'file';

/** `widthEm` must be a number. */
function inFamily({ text, widthEm }: InkedPart, foreign: ForeignFamilies): FamilyRun {
  const families = foreign(text.codePointAt(0) ?? 0);
  if (families !== null) return { text, families, isShaped: mayBeShaped(text) };
  const box = boxes.widthsEm.findIndex((width) => width === widthEm);
  return { text: String.fromCodePoint(boxes.firstCodePoint + Math.max(0, box)), families: boxes.family, isShaped: false };
}

/** True for letters of the scripts from Hebrew to Khmer, and for emoji: an operator's font may have rules for any of them. */
const mayBeShaped = (text: string): boolean =>
  /[\u0590-\u1aff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{1f000}-\u{1fbff}]/u.test(text);

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

function faceRule({ family, weight, isOnly }: FontFile, data: string): string {
  const format = data.startsWith(woffInBase64) ? 'woff' : 'woff2';
  return `@font-face{font-family:${quoted(family)};font-weight:${isOnly ? weights.join(' ') : weight};src:url(data:font/${format};base64,${data})}`;
}

/** The first characters of a WOFF file, `wOFF`. */
const woffInBase64 = 'd09GRg';
