/** bars: lines of text too small to be read, as strokes of about their length and weight: one path where words would be many nodes. */
import type { Rect } from '#schema/tab.ts';

import { lineHeight } from '../text/sizes.ts';
import { type Markup, node, emptyMarkup } from './markup.ts';
import { d } from '../shapes/path-data.ts';

/** About how wide a character is, in em. */
const characterEm = 0.52;
/** The height of small letters in em, and how much of it is ink. */
const bodyEm = 0.5;
const inked = 0.45;

/** `x` and `top` are where the first line stands: its start, middle or end, by `align`. */
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
