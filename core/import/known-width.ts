/** known-width: the nearest width that the outline of a box, or the line of an arrow, may have. */
import { limits } from '#schema/limits.ts';

export const knownWidth = (width: number): number =>
  Math.min(limits.strokeWidthMax, Math.max(limits.strokeWidthMin, Math.round(width * 100) / 100));
