/**
 * font-faces: the style sheet with the fonts of drawings, from the files that pictures embed: fonts.css is what this writes.
 *
 * Each file is a family of its own, as core/render/font-use.ts names them. The main one of a font has the font's name, which the
 * page around uses too, with more files: there it says which characters it has.
 */
import { everyFontFile, type FontFile } from '#core/render/font-use.ts';
import { weights } from '#core/text/font-table.ts';

/** Fonts of signs, which are cut from several: server/pictures/fonts/subset-signs.ts. */
const ours = ['signs', 'symbols', 'mono-signs'];

export const fontFaces = (): string => `${everyFontFile().map(faceOf).join('\n')}\n`;

function faceOf({ family, source, subset, codePoints, isMain, weight, isOnly, fileWeight }: FontFile): string {
  const name = `${source}-${subset}-${fileWeight}-normal.woff2`;
  const path = ours.includes(source) ? `../../../server/pictures/fonts/${name}` : `@fontsource/${source}/files/${name}`;
  const rules = [
    `font-family:'${family}'`,
    `font-weight:${isOnly ? weights.join(' ') : weight}`,
    'font-display:swap',
    `src:url('${path}') format('woff2')`,
    ...(isMain ? [`unicode-range:${rangesOf(codePoints)}`] : []),
  ];
  return `@font-face{${rules.join(';')}}`;
}

const rangesOf = (codePoints: string): string => `U+${codePoints.split(' ').join(',U+')}`;
