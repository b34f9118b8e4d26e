/**
 * Writes the letters of scripts that the fonts' own packages lack into files: Chinese, Japanese, Korean, Arabic, Hebrew, Devanagari and
 * Thai, and emoji. Packages of such fonts have every weight, 200 MB; these files have one weight and 8 MB.
 *
 * Run it by hand from the repository's root, with the sources in a separate folder:
 * `npm i --prefix ../sources subset-font@2.9.0 @expo-google-fonts/noto-sans-sc@0.4.3 @expo-google-fonts/noto-sans-kr@0.4.3`
 * `@expo-google-fonts/noto-sans-jp@0.4.3 @fontsource/noto-sans-arabic@5.3.0 @fontsource/noto-sans-hebrew@5.3.0`
 * `@fontsource/noto-sans-devanagari@5.3.0 @fontsource/noto-sans-thai@5.3.0 @fontsource/noto-emoji@5.3.2`, then
 * `npx node server/pictures/fonts/subset-scripts.ts ../sources`, then core/text/generate-scripts-table.ts.
 *
 * A file ends in .woff alone: a picture never embeds it whole. Scripts whose letters change with their neighbors keep their shaping rules.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';

import { create } from 'fontkit';

type Range = readonly [from: number, to: number];
type Cut = {
  readonly subset: string;
  /** True if its characters are in other files, too, in other forms. */
  readonly isVariant?: boolean;
  readonly source: string;
  readonly isWanted: (point: number) => boolean;
  /** True if the letters change with their neighbors. */
  readonly isShaped: boolean;
};
type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const [sources = ''] = process.argv.slice(2);
const require = createRequire(resolve(sources, 'package.json'));
const subsetFont = require('subset-font') as Subset;
const packageFile = (path: string): Buffer => readFileSync(resolve(sources, 'node_modules', path));

const google = (region: string): string =>
  `@expo-google-fonts/noto-sans-${region.toLowerCase()}/400Regular/NotoSans${region}_400Regular.ttf`;
const noto = (script: string): string => `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff2`;
const within =
  (...ranges: readonly Range[]) =>
  (point: number): boolean =>
    ranges.some(([from, to]) => point >= from && point <= to);

/** The characters of the rows of a national standard with 94 characters in a row. */
function charactersOf(encoding: string, [first, last]: Range): ReadonlySet<number> {
  const decoder = new TextDecoder(encoding);
  const cells = Array.from(
    { length: (last - first + 1) * 94 },
    (_, cell) => [first + Math.floor(cell / 94), 1 + (cell % 94)] as const,
  );
  return new Set(cells.map(([row, cell]) => decoder.decode(Uint8Array.of(0xa0 + row, 0xa0 + cell)).codePointAt(0) ?? 0));
}

/** The 5,401 characters of the first level of Big5. */
function commonTraditional(): ReadonlySet<number> {
  const decoder = new TextDecoder('big5');
  const points = new Set<number>();
  for (let high = 0xa4; high <= 0xc6; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (!text.includes('\ufffd') && text.length === 1) points.add(text.codePointAt(0) ?? 0);
    }
  return points;
}

const han: Range = [0x4e00, 0x9fff];
const hangul: Range = [0xac00, 0xd7a3];
const [simplified, traditional] = [charactersOf('gb18030', [16, 55]), commonTraditional()];
const commonHangul = charactersOf('euc-kr', [16, 40]);
/** The levels of JIS X 0208, the second one with the characters that manufacturers added. */
const [commonKanji, kanji] = [charactersOf('euc-jp', [16, 47]), charactersOf('euc-jp', [16, 92])];
const marks: readonly Range[] = [[0x2e80, 0x303f], [0x3100, 0x312f], [0x31a0, 0x31ef], [0x3200, 0x33ff], [0xfe10, 0xfe1f], [0xfe30, 0xfe4f], [0xff00, 0xff60], [0xffe0, 0xffee]]; // prettier-ignore

/** In the order in which they are searched for a character. Common characters have files of their own, as rare ones are seldom read. */
const cuts: readonly Cut[] = [
  {
    subset: 'hebrew',
    source: noto('hebrew'),
    isWanted: within([0x590, 0x5ff], [0xfb1d, 0xfb4f]),
    isShaped: true,
  },
  { subset: 'thai', source: noto('thai'), isWanted: within([0xe00, 0xe7f]), isShaped: true },
  { subset: 'arabic', source: noto('arabic'), isWanted: within([0x600, 0x6ff], [0x750, 0x77f], [0x870, 0x8ff], [0xfb50, 0xfdff], [0xfe70, 0xfefc]), isShaped: true }, // prettier-ignore
  { subset: 'devanagari', source: noto('devanagari'), isWanted: within([0x900, 0x97f], [0x1cd0, 0x1cff], [0xa830, 0xa839], [0xa8e0, 0xa8ff]), isShaped: true }, // prettier-ignore
  { subset: 'kana', source: google('JP'), isWanted: within([0x3040, 0x30ff], [0x31f0, 0x31ff], [0xff61, 0xff9f]), isShaped: false }, // prettier-ignore
  { subset: 'marks', source: google('SC'), isWanted: within(...marks), isShaped: false }, // prettier-ignore
  { subset: 'simplified', source: google('SC'), isWanted: (point) => within(han)(point) && simplified.has(point), isShaped: false }, // prettier-ignore
  { subset: 'traditional', source: google('SC'), isWanted: (point) => within(han)(point) && traditional.has(point), isShaped: false }, // prettier-ignore
  { subset: 'han', source: google('SC'), isWanted: within(han), isShaped: false },
  { subset: 'hangul', source: google('KR'), isWanted: (point) => within([0x3130, 0x318f])(point) || (within(hangul)(point) && commonHangul.has(point)), isShaped: false }, // prettier-ignore
  { subset: 'hangul-ext', source: google('KR'), isWanted: within(hangul), isShaped: false },
  { subset: 'japanese', source: google('JP'), isWanted: (point) => within(...marks)(point) || (within(han)(point) && commonKanji.has(point)), isShaped: false, isVariant: true }, // prettier-ignore
  { subset: 'japanese-ext', source: google('JP'), isWanted: (point) => within(han)(point) && kanji.has(point) && !commonKanji.has(point), isShaped: false, isVariant: true }, // prettier-ignore
  { subset: 'emoji', source: '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff2', isWanted: within([0xfe0f, 0xfe0f], [0x2600, 0x27bf], [0x1f000, 0x1fbff]), isShaped: true }, // prettier-ignore
];

const folder = new URL('.', import.meta.url);
for (const file of readdirSync(folder)) if (file.startsWith('scripts-')) rmSync(new URL(file, folder));

const taken = new Set<number>();
for (const { subset, source, isWanted, isShaped, isVariant = false } of cuts) {
  const file = packageFile(source);
  const points = create(file).characterSet.filter((point) => isWanted(point) && (isVariant || !taken.has(point)));
  if (!isVariant) for (const point of points) taken.add(point);
  // Joiners shape the letters beside them; a shaped letter needs the dotted circle where it stands alone.
  const extra = isShaped ? '\u200c\u200d\u25cc' : '';
  const text = extra + String.fromCodePoint(...points.slice(0, 8_000)) + String.fromCodePoint(...points.slice(8_000));
  const dropTables = ['gasp', 'prep', 'fpgm', 'cvt ', 'STAT', 'DSIG', 'meta', 'BASE', 'vhea', 'vmtx', ...(isShaped ? [] : ['GSUB', 'GPOS', 'GDEF'])]; // prettier-ignore
  const options = { targetFormat: 'woff', noHinting: true, noLayoutClosure: !isShaped, dropTables };
  const bytes = await subsetFont(file, text, options);
  writeFileSync(new URL(`scripts-${subset}-400-normal.woff`, folder), bytes);
  process.stdout.write(`${subset}: ${points.length} characters, ${bytes.length} bytes\n`);
}
