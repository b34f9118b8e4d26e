/** known-measures: widths and sizes of other formats as the nearest that elements may have. */
import type { Shape } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

/** Of the outline of a box, or the line of an arrow. */
export const knownWidth = (width: number): number =>
  Math.min(limits.strokeWidthMax, Math.max(limits.strokeWidthMin, Math.round(width * 100) / 100));

/** Of a text: the size whose name stands for this number of pixels in the format, or else the number. */
export function sizeFrom(px: number, named: Readonly<Record<'sm' | 'md' | 'lg', number>>): NonNullable<Shape['text']> {
  const name = (['sm', 'md', 'lg'] as const).find((one) => named[one] === px);
  return name ?? Math.min(limits.textSizeMax, Math.max(limits.textSizeMin, px));
}
