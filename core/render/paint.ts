/**
 * paint: the colours and the border that an element is drawn with.
 *
 * P1  A slot takes the theme's colours; the outline and the text follow the fill unless they are named.
 * P2  A fill of one's own (#rrggbb) gets the text that reads best on it and an outline of the same hue.
 * P3  What is neither a slot nor #rrggbb is drawn as the default: nothing else ever reaches the picture.
 */
import type { Color, Element } from '#schema/element.ts';

import { inkOn, isHex, mixColours } from './colour.ts';
import { type Attributes } from './markup.ts';
import { num } from '../shapes/path-data.ts';
import type { PaintedSlot, Swatch, Theme } from './theme.ts';

export type Paint = {
  readonly fill: string;
  readonly stroke: string;
  /** Color of the text; none when there is to be none. */
  readonly ink: string;
};

/** `defaults` is the slot of an element that names no fill. */
export function paintOf(
  element: Pick<Element, 'fill' | 'stroke' | 'textColor'>,
  theme: Theme,
  usual: PaintedSlot | 'none' = 'neutral',
): Paint {
  const around = swatchOf(element.fill ?? usual, theme) ?? swatchOf(usual, theme) ?? bare(theme);
  return {
    fill: around.fill,
    stroke: strokeOf(element.stroke, theme) ?? around.stroke,
    ink: inkOf(element.textColor, theme) ?? around.ink,
  };
}

/** The colour of a line; null when it is unset or unknown. */
export function strokeOf(colour: Color | undefined, theme: Theme): string | null {
  if (colour === undefined) return null;
  if (colour === 'none') return 'none';
  return isHex(colour) ? colour : (swatchOf(colour, theme)?.stroke ?? null);
}

/** The colour of text; null when it is unset or unknown. */
export function inkOf(colour: Color | undefined, theme: Theme): string | null {
  if (colour === undefined) return null;
  if (colour === 'none') return 'none';
  return isHex(colour) ? colour : (swatchOf(colour, theme)?.ink ?? null);
}

/** The attributes of an outline. */
export function outlineAttributes({ border }: Pick<Element, 'border'>, stroke: string, width: number): Attributes {
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
