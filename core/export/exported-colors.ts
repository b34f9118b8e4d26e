/** exported-colors: the colors of elements as #rrggbb, those of the theme as the theme draws them. */
import type { Color, Element } from '#schema/element.ts';

import type { Theme } from '../render/theme.ts';

type Use = 'fill' | 'stroke' | 'ink';

/** Null without a color of its own. */
export function hexOf(color: Color | undefined, use: Use, { palette }: Theme): string | null {
  if (color === undefined || color === 'none' || color.startsWith('#')) return color ?? null;
  return Object.hasOwn(palette, color) ? palette[color as keyof typeof palette][use] : null;
}

export type HexColors = { readonly fill: string | null; readonly stroke: string | null; readonly text: string | null };

/** `none` is a color too: nothing is drawn. */
export const hexColors = ({ fill, stroke, textColor, border }: Element, theme: Theme): HexColors => ({
  fill: hexOf(fill, 'fill', theme),
  stroke: border === 'none' ? 'none' : hexOf(stroke, 'stroke', theme),
  text: hexOf(textColor, 'ink', theme),
});
