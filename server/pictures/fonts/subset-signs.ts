/**
 * Writes the symbols that the fonts' own packages lack into small subset files: arrows, mathematics, boxes, dingbats.
 *
 * Run it by hand from the repository's root, with the sources in a separate folder:
 * `npm i --prefix ../sources subset-font@2.9.0 inter-ui@4.1.1 jetbrains-mono@1.0.6 @fontsource/noto-sans-math@5.3.0`
 * `@fontsource/noto-sans-symbols@5.3.0 @fontsource/noto-sans-symbols-2@5.3.0 @fontsource/noto-emoji@5.3.2`, then
 * `npx node server/pictures/fonts/subset-signs.ts ../sources`, then core/text/generate-table.ts for each of the three fonts.
 *
 * Symbols that Inter has come from Inter, in both weights; each other symbol comes from the first file listed that has it. In mono they come
 * from JetBrains Mono. Kerning and alternates are dropped, so a symbol is always as wide as on its own.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';

import { create } from 'fontkit';

type Range = readonly [from: number, to: number];
type Cut = { readonly subset: string; readonly source: string; readonly ranges: readonly Range[] };
type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const [sources = ''] = process.argv.slice(2);
const require = createRequire(resolve(sources, 'package.json'));
const subsetFont = require('subset-font') as Subset;
const packageFile = (path: string): Buffer => readFileSync(resolve(sources, 'node_modules', path));
const ourFile = (name: string): URL => new URL(name, import.meta.url);

const noto = (source: string, subset = 'symbols'): string => `@fontsource/${source}/files/${source}-${subset}-400-normal.woff2`;
const math = noto('noto-sans-math', 'latin');
const shapes = noto('noto-sans-symbols-2');
const signs = noto('noto-sans-symbols');

/** In the order in which they are searched for a symbol. Each is small because a picture embeds the whole file. */
const symbols: readonly Cut[] = [
  { subset: 'arrows', source: math, ranges: [[0x2190, 0x21ff], [0x27f0, 0x27ff]] }, // prettier-ignore
  { subset: 'operators', source: math, ranges: [[0x2200, 0x22ff]] },
  { subset: 'math', source: math, ranges: [[0x2100, 0x214f], [0x27c0, 0x27ef], [0x2980, 0x29ff], [0x2a00, 0x2aff]] }, // prettier-ignore
  { subset: 'arrows-ext', source: math, ranges: [[0x2900, 0x297f], [0x2b00, 0x2bff]] }, // prettier-ignore
  { subset: 'shapes', source: shapes, ranges: [[0x2300, 0x25ff], [0x2b00, 0x2bff]] }, // prettier-ignore
  { subset: 'pictures', source: shapes, ranges: [[0x2600, 0x26ff]] },
  { subset: 'dingbats', source: shapes, ranges: [[0x2700, 0x27bf]] },
  { subset: 'enclosed', source: signs, ranges: [[0x2150, 0x218f], [0x2460, 0x24ff], [0x2776, 0x2793], [0x1f100, 0x1f1e5]] }, // prettier-ignore
  { subset: 'technical', source: signs, ranges: [[0x2300, 0x23ff]] },
  { subset: 'technical-ext', source: math, ranges: [[0x2300, 0x23ff]] },
  { subset: 'pictures-ext', source: signs, ranges: [[0x2600, 0x27bf]] },
  { subset: 'marks', source: noto('noto-emoji', 'emoji'), ranges: [[0x2100, 0x2bff]] },
  { subset: 'braille', source: noto('noto-sans-symbols-2', 'braille'), ranges: [[0x2800, 0x28ff]] },
];

for (const file of readdirSync(ourFile('.'))) if (/\.woff2?$/.test(file)) rmSync(ourFile(file));

const codePointsOf = (font: Buffer): number[] => create(font).characterSet.filter(isSign);
const covered = coveredBy('inter');
// Arrows that Inter's file of letters has are repeated here: with another font, a program must not use that file for the whole line.
const ofInter = codePointsOf(packageFile('inter-ui/web/Inter-Regular.woff2')).filter(
  (point) => !covered.has(point) || isIn(point, [0x2190, 0x2bff]),
);
for (const [weight, name] of [
  [400, 'Regular'],
  [600, 'SemiBold'],
] as const)
  // prettier-ignore
  await cut('signs', 'signs', weight, packageFile(`inter-ui/web/Inter-${name}.woff2`), ofInter);

const coveredInMono = coveredBy('jetbrains-mono');
const ofMono = codePointsOf(packageFile('jetbrains-mono/fonts/webfonts/JetBrainsMonoNL-Regular.woff2'));
const monoSigns = ofMono.filter((point) => !coveredInMono.has(point) && isIn(point, [0x2000, 0x2bff]));
const [lines, others] = [
  monoSigns.filter((point) => isIn(point, [0x2500, 0x259f])),
  monoSigns.filter((point) => !isIn(point, [0x2500, 0x259f])),
];
for (const [weight, name] of [
  [400, 'Regular'],
  [600, 'SemiBold'],
] as const) {
  // prettier-ignore
  const font = packageFile(`jetbrains-mono/fonts/webfonts/JetBrainsMonoNL-${name}.woff2`);
  await cut('mono-signs', 'lines', weight, font, lines);
  await cut('mono-signs', 'signs', weight, font, others);
}

const taken = new Set([...covered, ...ofInter, ...lines]);
for (const { subset, source, ranges } of symbols) {
  const font = packageFile(source);
  const points = codePointsOf(font).filter((point) => !taken.has(point) && ranges.some((range) => isIn(point, range)));
  for (const point of points) taken.add(point);
  await cut('symbols', subset, 400, font, points);
}

/** The code points that the installed files of a font have together. */
function coveredBy(source: string): Set<number> {
  const folder = new URL(`../../../node_modules/@fontsource/${source}/files/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('-400-normal.woff2'));
  return new Set(files.flatMap((file) => create(readFileSync(new URL(file, folder))).characterSet));
}

/** Writes a subset in both formats, named like the files of the fonts' own packages. */
async function cut(font: string, subset: string, weight: number, file: Buffer, points: readonly number[]): Promise<void> {
  const dropTables = ['GSUB', 'GPOS', 'GDEF', 'MATH', 'kern', 'STAT', 'meta', 'DSIG', 'gasp', 'fpgm', 'prep', 'cvt '];
  const text = points.map((point) => String.fromCodePoint(point)).join('');
  for (const targetFormat of ['woff', 'woff2']) {
    const bytes = await subsetFont(file, text, { targetFormat, noHinting: true, noLayoutClosure: true, dropTables });
    writeFileSync(ourFile(`${font}-${subset}-${weight}-normal.${targetFormat}`), bytes);
    process.stdout.write(`${font} ${subset} ${weight} ${targetFormat}: ${points.length} signs, ${bytes.length} bytes\n`);
  }
}

/** False for private-use characters, controls, combining marks and line breaks. */
function isSign(point: number): boolean {
  return /^[^\p{M}\p{C}\p{Zl}\p{Zp}]$/u.test(String.fromCodePoint(point));
}

function isIn(point: number, [from, to]: Range): boolean {
  return point >= from && point <= to;
}
