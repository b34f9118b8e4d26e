/**
 * theme: the colours that a tab is drawn in.
 *
 * A slot's `fill` carries text in its `ink`; the ink is legible on the theme's background too, since text may stand there.
 * Colours are #rrggbb.
 */
import type { ColorSlot } from '#schema/element.ts';

import type { Font } from '../text/metrics.ts';

export type PaintedSlot = Exclude<ColorSlot, 'none'>;
export type Swatch = { readonly fill: string; readonly stroke: string; readonly ink: string };

export type Theme = {
  readonly background: string;
  readonly pattern: { readonly kind: 'none' | 'dots' | 'grid'; readonly colour: string };
  /** `neutral` is what an element without colours gets. */
  readonly palette: Readonly<Record<PaintedSlot, Swatch>>;
  /** Text on the background. */
  readonly ink: string;
  /** What stands back: captions, addresses, the titles of frames. */
  readonly muted: string;
  readonly arrow: string;
  readonly frame: { readonly fill: string; readonly stroke: string };
  readonly lane: { readonly fill: string; readonly stroke: string; readonly title: string };
  /** Rules and heads of tables, boards, sheets and cards. */
  readonly panel: { readonly fill: string; readonly head: string; readonly stroke: string };
  /** Pixels of an outline. */
  readonly outline: number;
  /** Of the text of elements that name none. */
  readonly font: Font;
};

const slots = ['neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey'] as const;

/** A palette from rows `fill stroke ink`, in the order of the slots. */
export function paletteOf(rows: Readonly<Record<PaintedSlot, string>>): Theme['palette'] {
  const swatch = (slot: PaintedSlot): Swatch => {
    const [fill = '', stroke = '', ink = ''] = rows[slot].split(' ');
    return { fill, stroke, ink };
  };
  return Object.fromEntries(slots.map((slot) => [slot, swatch(slot)])) as Theme['palette'];
}
