/**
 * generate-scripts-table: prints the table of the letters of other scripts, from the files in server/pictures/fonts.
 *
 * Run it by hand after server/pictures/fonts/subset-scripts.ts, from the repository's root, with its folder of sources, to which
 * `npm i --prefix ../sources harfbuzzjs@1.6.4` adds the shaper:
 * `npx node core/text/generate-scripts-table.ts ../sources > scripts.new && mv scripts.new core/text/scripts-table.ts && npx oxfmt core/text`.
 * Letters that change with their neighbors are measured by shaping them: the four forms of Arabic letters, pairs of them, and pairs of
 * Devanagari consonants that a virama joins.
 */
/* oxlint-disable no-restricted-imports -- a tool that is run by hand, as generate-table.ts */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { create } from 'fontkit';

import { unitsPerEm } from './font-table.ts';
import { packNumbers, packPairs, packRanges } from './pack-numbers.ts';

type Glyph = { readonly codepoint: number; readonly xAdvance: number };
type HarfBuzz = {
  readonly Blob: new (bytes: Uint8Array) => object;
  readonly Face: new (blob: object) => object;
  readonly Font: new (face: object) => object;
  readonly Buffer: new () => {
    addText(text: string): void;
    guessSegmentProperties(): void;
    getGlyphInfosAndPositions(): readonly Glyph[];
  };
  shape(font: object, buffer: object): void;
};

/** Files with all of Han and Hangul come before those of their common characters. */
const scripts = ['han', 'traditional', 'simplified', 'hangul-ext', 'hangul', 'marks', 'kana', 'emoji', 'devanagari', 'arabic', 'thai', 'hebrew'] as const; // prettier-ignore
/** The characters of `han` and `marks` in their Japanese forms. */
const japanese = ['japanese-ext', 'japanese'] as const;
const subsets = [...scripts, ...japanese];
type Subset = (typeof subsets)[number];
const shaped: readonly Subset[] = ['emoji', 'devanagari', 'arabic', 'thai', 'hebrew'];

/** The sign of a mark without a letter. */
const dottedCircle = 0x25cc;

const [virama, joiner] = ['\u094d', '\u200d'];
const [sources = ''] = process.argv.slice(2);
const require = createRequire(resolve(sources, 'package.json'));
const harfBuzz = (await import(pathToFileURL(require.resolve('harfbuzzjs')).href)) as HarfBuzz;
const { convert } = require('fontverter') as { convert: (font: Buffer, to: 'truetype') => Promise<Uint8Array> };

const fileOf = (subset: Subset): Buffer =>
  readFileSync(new URL(`../../server/pictures/fonts/scripts-${subset}-400-normal.woff`, import.meta.url));
/** Fontkit inflates a table of a WOFF file for each glyph, so it gets plain fonts. */
const plainFonts = new Map<Subset, Uint8Array>();
for (const subset of subsets) plainFonts.set(subset, await convert(fileOf(subset), 'truetype'));
const fonts = new Map([...plainFonts].map(([subset, file]) => [subset, create(file)]));
const pointsOf = new Map(
  subsets.map((subset) => [subset, (fonts.get(subset)?.characterSet ?? []).filter((point) => isOwn(point, subset))]),
);

/** False for characters that other fonts have, and for those that only modify the one before. */
function isOwn(point: number, subset: Subset): boolean {
  return (
    point > (subset === 'emoji' ? 0x1f000 : 0x500) &&
    point !== 0xffff &&
    point !== dottedCircle &&
    !/^[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]$/u.test(String.fromCodePoint(point))
  );
}

const text = String.fromCodePoint;
const isMark = (point: number): boolean => /^[\p{Mn}\p{Me}]$/u.test(text(point));
const isFlagHalf = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

type Shaper = { readonly glyphs: (text: string) => readonly Glyph[]; readonly width: (text: string) => number };

function shaperOf(subset: Subset): Shaper {
  const font = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(plainFonts.get(subset) ?? fileOf(subset))));
  const scale = unitsPerEm / (fonts.get(subset)?.unitsPerEm ?? 1);
  const glyphs = (some: string): readonly Glyph[] => {
    const buffer = new harfBuzz.Buffer();
    buffer.addText(some);
    buffer.guessSegmentProperties();
    harfBuzz.shape(font, buffer);
    return buffer.getGlyphInfosAndPositions();
  };
  return { glyphs, width: (some) => Math.round(glyphs(some).reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale) };
}

/** The widths of an Arabic letter on its own, and joined to the next, to both neighbors and to the previous letter. */
type Forms = readonly [isolated: number, initial: number, medial: number, final: number];

const arabic = shaperOf('arabic');
const forms = new Map<number, Forms>();
for (const point of pointsOf.get('arabic') ?? []) {
  if (!/^\p{L}$/u.test(text(point)) && point !== 0x640) continue;
  const letter = text(point);
  const variants = [letter, letter + joiner, joiner + letter + joiner, joiner + letter];
  const [alone, , , final] = variants.map((variant) => glyphKey(arabic, variant));
  // Presentation forms do not change.
  if (point !== 0x640 && alone === final) continue;
  forms.set(point, variants.map((variant) => arabic.width(variant)) as unknown as Forms);
}
function glyphKey(shaper: Shaper, some: string): string {
  return shaper.glyphs(some).map(({ codepoint, xAdvance }) => `${codepoint} ${xAdvance}`).filter((key) => !key.endsWith(' 0')).join(); // prettier-ignore
}
const joinsNext = (point: number): boolean =>
  point === 0x640 || glyphKey(arabic, text(point)) !== glyphKey(arabic, text(point) + joiner);

/** The common letters of Arabic, Persian and Urdu. */
const paired = new Set(Array.from('ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگیےٹڈڑںہ', (letter) => letter.codePointAt(0) ?? 0)); // prettier-ignore

function arabicPair(a: number, b: number): number {
  if (!paired.has(a) || !paired.has(b)) return 0;
  const [first, second] = [forms.get(a), forms.get(b)];
  const isJoined = joinsNext(a) && second !== undefined;
  const apart = isJoined ? (first?.[1] ?? 0) + second[3] : arabic.width(text(a)) + arabic.width(text(b));
  return arabic.width(text(a, b)) - apart;
}

const devanagari = shaperOf('devanagari');
const isConsonant = (point: number): boolean => (point >= 0x915 && point <= 0x939) || (point >= 0x958 && point <= 0x95f);

function conjunct(a: number, b: number): number {
  if (!isConsonant(a) || !isConsonant(b)) return 0;
  return devanagari.width(text(a) + virama + text(b)) - devanagari.width(text(a)) - devanagari.width(text(b));
}

const blockOf = (subset: Subset, place: number, blocks: readonly Subset[]): string => {
  const later = new Set(blocks.slice(place + 1).flatMap((other) => pointsOf.get(other) ?? []));
  const own = new Set(pointsOf.get(subset));
  const [first, last] = [Math.min(...own), Math.max(...own)];
  // A range may contain characters of later files, which count: that makes ranges of large files short.
  const isFilled = subset === 'han' || subset === 'hangul-ext' || subset === 'japanese-ext';
  const points = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (point) => own.has(point) || (isFilled && later.has(point)),
  );
  const font = fonts.get(subset);
  const advance = (point: number): number => {
    if (isMark(point)) return 0;
    const width =
      ((font?.glyphForCodePoint(own.has(point) ? point : first).advanceWidth ?? 0) * unitsPerEm) / (font?.unitsPerEm ?? 1);
    return Math.round(isFlagHalf(point) ? width / 2 : width);
  };
  const pairs =
    subset === 'arabic'
      ? packPairs(points.map((a) => points.map((b) => arabicPair(a, b))))
      : subset === 'devanagari'
        ? packPairs(points.map((a) => points.map((b) => conjunct(a, b))))
        : { left: packNumbers(points.map(() => 0)), right: packNumbers(points.map(() => 0)), kerns: '' };
  const widths = `{ advances: '${packNumbers(points.map(advance))}', left: '${pairs.left}', right: '${pairs.right}', kerns: '${pairs.kerns}' }`;
  return `    {
      subset: '${subset}',
      codePoints: '${packRanges(points)}',
      embeds: 'glyphs',${shaped.includes(subset) ? '\n      isShaped: true,' : ''}
      widths: oneWeight(${widths}),
    },`;
};

const packedForms = [...forms]
  .map(
    ([point, [isolated, ...others]]) =>
      `${point.toString(16)}:${others.map((width) => (width - isolated).toString(36)).join(',')}`,
  )
  .join(' ');
const joining = [...forms.keys()].filter(joinsNext);

process.stdout.write(`/**
 * scripts-table: advances of the letters of other scripts, generated by generate-scripts-table.ts from server/pictures/fonts
 * (SIL Open Font License 1.1).
 */
import { type FontTable, oneWeight } from './font-table.ts';

// prettier-ignore
export const scriptsTable: FontTable = {
  family: 'Atelier Scripts',
  source: 'scripts',
  fileWeights: { 400: 400, 600: 400 },
  capMiddle: 0.36,
  blocks: [
${scripts.map(blockOf).join('\n')}
  ],
};

// prettier-ignore
export const japaneseTable: FontTable = {
  family: 'Atelier Japanese',
  source: 'scripts',
  fileWeights: { 400: 400, 600: 400 },
  capMiddle: 0.36,
  blocks: [
${japanese.map(blockOf).join('\n')}
  ],
};

/** Letters that join, with what their initial, medial and final forms are wider than the isolated one. */
// prettier-ignore
export const arabicForms = '${packedForms}';

/** Those that join to the next letter. */
// prettier-ignore
export const arabicJoining = '${packRanges(joining.toSorted((a, b) => a - b))}';
`);
