/**
 * The theme that a person's definition describes (SPEC.md).
 *
 * A definition may have any of: backgroundColor, backgroundPattern (none, dots, grid), patternColor, elementFill, elementStroke,
 * elementText, arrowStroke, frameFill, fontFamily, and palette, with a color for each slot. Colors are #rgb or #rrggbb; fontFamily is a
 * list as in a style sheet, of which the first known name counts.
 */
import type { Font } from '../text/metrics.ts';
import { inkOn, isHex, legibleOn, mixColours } from './colour.ts';
import type { PaintedSlot, Swatch, Theme } from './theme.ts';
import { dark } from './themes/dark.ts';
import { light } from './themes/light.ts';

/** `definition`: any JSON value. Invalid parts are ignored. */
export function customTheme(definition: unknown): Theme {
  const own = valuesOf(definition);
  const colour = (key: string): string | null => hexOf(own.get(key));
  const background = colour('backgroundColor') ?? light.background;
  const base = inkOn(background) === '#ffffff' ? dark : light;
  const palette = valuesOf(own.get('palette'));
  const swatch = (slot: PaintedSlot): Swatch => {
    const fill = hexOf(palette.get(slot));
    return fill === null ? base.palette[slot] : swatchOf(fill);
  };
  const defaultSwatch = swatch('neutral');
  const fill = colour('elementFill') ?? defaultSwatch.fill;
  const fillSwatch = fill === defaultSwatch.fill ? defaultSwatch : swatchOf(fill);
  const neutral = { fill, stroke: colour('elementStroke') ?? fillSwatch.stroke, ink: colour('elementText') ?? fillSwatch.ink };
  const ink = legibleOn(background, neutral.ink);
  const quiet = (share: number): string => mixColours(background, ink, share);
  const frame = { fill: colour('frameFill') ?? quiet(0.03), stroke: quiet(0.25) };
  return {
    background,
    pattern: { kind: patternOf(own.get('backgroundPattern')), colour: colour('patternColor') ?? quiet(0.12) },
    palette: {
      neutral,
      blue: swatch('blue'),
      teal: swatch('teal'),
      green: swatch('green'),
      yellow: swatch('yellow'),
      orange: swatch('orange'),
      red: swatch('red'),
      pink: swatch('pink'),
      purple: swatch('purple'),
      grey: swatch('grey'),
    },
    ink,
    muted: quiet(0.75),
    arrow: colour('arrowStroke') ?? neutral.stroke,
    frame,
    lane: { ...frame, title: quiet(0.08) },
    panel: { fill: quiet(0.02), head: quiet(0.08), stroke: quiet(0.2) },
    outline: base.outline,
    font: fontOf(own.get('fontFamily')),
  };
}

const swatchOf = (fill: string): Swatch => ({ fill, stroke: mixColours(fill, inkOn(fill), 0.45), ink: inkOn(fill) });

/** The members of an object; none for any other value. */
function valuesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function hexOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.toLowerCase();
  const whole = /^#[0-9a-f]{3}$/.test(text) ? text.replaceAll(/[0-9a-f]/g, '$&$&') : text;
  return isHex(whole) ? whole : null;
}

function patternOf(value: unknown): Theme['pattern']['kind'] {
  return value === 'dots' || value === 'grid' ? value : 'none';
}

const fontNames: ReadonlyMap<string, Font> = new Map([
  ['sans', 'sans'], ['sans-serif', 'sans'], ['system-ui', 'sans'], ['inter', 'sans'], ['arial', 'sans'], ['helvetica', 'sans'],
  ['serif', 'serif'], ['source serif 4', 'serif'], ['georgia', 'serif'], ['times new roman', 'serif'],
  ['mono', 'mono'], ['monospace', 'mono'], ['jetbrains mono', 'mono'], ['courier new', 'mono'], ['menlo', 'mono'],
  ['hand', 'hand'], ['cursive', 'hand'], ['kalam', 'hand'], ['comic sans ms', 'hand'],
]); // prettier-ignore

function fontOf(value: unknown): Font {
  if (typeof value !== 'string') return 'sans';
  for (const name of value.slice(0, 400).split(',')) {
    const font = fontNames.get(name.replaceAll(/["']/g, '').trim().toLowerCase());
    if (font !== undefined) return font;
  }
  return 'sans';
}
