/** The colors and the border of an element (SPEC.md). */
import type { Color, Element } from '#schema/element.ts';

import { inkOn, isHex, mixColours } from './colour.ts';
import { type Attributes } from './markup.ts';
import { num } from '../shapes/path-data.ts';
import type { PaintedSlot, Swatch, Theme } from './theme.ts';

export type Paint = {
  readonly fill: string;
  readonly stroke: string;
  /** Color of the text; `none` for no text. */
  readonly ink: string;
};

/** `defaultSlot`: the slot of an element without a fill. */
export function paintOf(
  element: Pick<Element, 'fill' | 'stroke' | 'textColor'>,
  theme: Theme,
  defaultSlot: PaintedSlot | 'none' = 'neutral',
): Paint {
  const swatch = swatchOf(element.fill ?? defaultSlot, theme) ?? swatchOf(defaultSlot, theme) ?? bare(theme);
  return {
    fill: swatch.fill,
    stroke: strokeOf(element.stroke, theme) ?? swatch.stroke,
    ink: inkOf(element.textColor, theme) ?? swatch.ink,
  };
}

/** The color of a line; null if it is unset or unknown. */
export function strokeOf(colour: Color | undefined, theme: Theme): string | null {
  if (colour === undefined) return null;
  if (colour === 'none') return 'none';
  return isHex(colour) ? colour : (swatchOf(colour, theme)?.stroke ?? null);
}

/** The color of text; null if it is unset or unknown. */
export function inkOf(colour: Color | undefined, theme: Theme): string | null {
  if (colour === undefined) return null;
  if (colour === 'none') return 'none';
  return isHex(colour) ? colour : (swatchOf(colour, theme)?.ink ?? null);
}

/** What an outline depends on; `strokeWidth` replaces the width that the theme has. */
export type Outlined = Pick<Element, 'border'> & { readonly strokeWidth?: number };

/** The attributes of an outline. `usualWidth`: of an element without a width of its own. */
export function outlineAttributes({ border, strokeWidth }: Outlined, stroke: string, usualWidth: number): Attributes {
  const width = strokeWidth ?? usualWidth;
  if (border === 'none' || stroke === 'none') return { stroke: 'none' };
  const line = { stroke, 'stroke-width': width };
  if (border === 'dashed') return { ...line, 'stroke-dasharray': `${num(width * 4)} ${num(width * 3.5)}` };
  return border === 'dotted' ? { stroke, 'stroke-width': width * 1.3, 'stroke-dasharray': `0 ${num(width * 3)}` } : line;
}

function swatchOf(colour: string, theme: Theme): Swatch | null {
  if (colour === 'none') return bare(theme);
  if (isHex(colour)) return { fill: colour, stroke: mixColours(colour, inkOn(colour), 0.35), ink: inkOn(colour) };
  return Object.hasOwn(theme.palette, colour) ? theme.palette[colour as PaintedSlot] : null;
}

const bare = (theme: Theme): Swatch => ({ fill: 'none', stroke: theme.palette.neutral.stroke, ink: theme.ink });
