/**
 * font-faces: the style sheet fonts.css with the fonts of drawings, from the files that pictures embed.
 *
 * Each file is a family of its own, as core/render/font-use.ts names them. The main one has the name of the font, which the page
 * around the drawing uses too, with more files: there it declares its characters.
 */
import { everyFontFile, type FontFile } from '#core/render/font-use.ts';
import { weights } from '#core/text/font-table.ts';

/** Fonts of symbols and of other scripts, which are subsets of several fonts: server/pictures/fonts. */
const ours = ['signs', 'symbols', 'mono-signs', 'scripts'];

export const fontFaces = (): string => `${everyFontFile().map(faceOf).join('\n')}\n`;

function faceOf({ family, source, subset, codePoints, isMain, weight, isOnly, fileWeight }: FontFile): string {
  const format = source === 'scripts' ? 'woff' : 'woff2';
  const name = `${source}-${subset}-${fileWeight}-normal.${format}`;
  const path = ours.includes(source) ? `../../../server/pictures/fonts/${name}` : `@fontsource/${source}/files/${name}`;
  const rules = [
    `font-family:'${family}'`,
    `font-weight:${isOnly ? weights.join(' ') : weight}`,
    'font-display:swap',
    `src:url('${path}') format('${format}')`,
    ...(isMain ? [`unicode-range:${rangesOf(codePoints)}`] : []),
  ];
  return `@font-face{${rules.join(';')}}`;
}

const rangesOf = (codePoints: string): string => `U+${codePoints.split(' ').join(',U+')}`;
