/**
 * The colors that a tab is drawn in, as #rrggbb.
 *
 * Text on a slot's `fill` has the color `ink`, which is legible on the background of the theme too, where such text may be.
 */
import type { ColorSlot } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

import type { Font } from '../text/metrics.ts';

export type PaintedSlot = Exclude<ColorSlot, 'none'>;
export type Swatch = { readonly fill: string; readonly stroke: string; readonly ink: string };

export type Theme = {
  readonly background: string;
  readonly pattern: { readonly kind: 'none' | 'dots' | 'grid'; readonly colour: string };
  /** `neutral`: for elements without colors. */
  readonly palette: Readonly<Record<PaintedSlot, Swatch>>;
  /** Text on the background. */
  readonly ink: string;
  /** For secondary text: captions, addresses, the titles of frames. */
  readonly muted: string;
  readonly arrow: string;
  readonly frame: { readonly fill: string; readonly stroke: string };
  readonly lane: { readonly fill: string; readonly stroke: string; readonly title: string };
  /** Rules and heads of tables, boards, sheets and cards. */
  readonly panel: { readonly fill: string; readonly head: string; readonly stroke: string };
  /** Pixels of an outline. */
  readonly outline: number;
  /** For the text of elements without a font. */
  readonly font: Font;
  /** Outlines and lines are sketched. */
  readonly isHandDrawn?: true;
};

/** The theme as a tab with this look is drawn in it. */
export const inLook = (theme: Theme, { look }: Pick<TabSettings, 'look'>): Theme =>
  look === 'hand-drawn' ? { ...theme, font: 'hand', isHandDrawn: true } : theme;

const slots = ['neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey'] as const;

/** A palette from rows `fill stroke ink`, in the order of the slots. */
export function paletteOf(rows: Readonly<Record<PaintedSlot, string>>): Theme['palette'] {
  const swatch = (slot: PaintedSlot): Swatch => {
    const [fill = '', stroke = '', ink = ''] = rows[slot].split(' ');
    return { fill, stroke, ink };
  };
  return Object.fromEntries(slots.map((slot) => [slot, swatch(slot)])) as Theme['palette'];
}
