/** slot-paint: the color in which a field shows a slot of the theme, a paper, or a custom color. */
import { colorSlots, stickyColors } from '#schema/element.ts';

import { papers } from '#core/render/boxes/sticky.ts';
import { isHex } from '#core/render/colour.ts';
import type { Theme } from '#core/render/theme.ts';

/** What is painted: an area, a line, letters, or the paper of a sticky. */
export type PaintKind = 'fill' | 'stroke' | 'text' | 'sticky';

export function slotPaint(colour: string, kind: PaintKind, theme: Theme): string {
  if (colour === 'none' || isHex(colour)) return colour;
  if (kind === 'sticky') return papers[stickyColors.find((known) => known === colour) ?? 'yellow'];
  const swatch = theme.palette[slotOf(colour)];
  return kind === 'fill' ? swatch.fill : kind === 'text' ? swatch.ink : swatch.stroke;
}

export const slotOf = (colour: string): keyof Theme['palette'] =>
  colorSlots.filter((slot) => slot !== 'none').find((slot) => slot === colour) ?? 'neutral';
