/** Draws lines of text that are too small to read as bars of about their length and weight, in one path. */
import type { Rect } from '#schema/tab.ts';

import { lineHeight } from '../text/sizes.ts';
import { type Markup, node, emptyMarkup } from './markup.ts';
import { d } from '../shapes/path-data.ts';

/** The average width of a character, in em. */
const characterEm = 0.52;
/** The height of lowercase letters in em, and the share of it that is ink. */
const bodyEm = 0.5;
const inked = 0.45;

/** `x`: the start, middle or end of the lines, by `align`; `top`: the upper edge of the first line. */
export function barsOf(
  lines: readonly string[],
  { x, top, align, sizePx, ink }: { x: number; top: number; align: 'start' | 'middle' | 'end'; sizePx: number; ink: string },
  { width: room }: Pick<Rect, 'width'>,
): Markup {
  const step = lineHeight(sizePx);
  const share = align === 'start' ? 0 : align === 'middle' ? 0.5 : 1;
  let path = '';
  for (const [index, line] of lines.entries()) {
    const width = Math.min(room, line.length * sizePx * characterEm);
    if (width > 0 && line.trim() !== '') path += d`M${x - width * share} ${top + step * (index + 0.5)}h${width}`;
  }
  if (path === '') return emptyMarkup;
  return node('path', { d: path, stroke: ink, 'stroke-width': sizePx * bodyEm, 'stroke-linecap': 'butt', opacity: inked });
}
