/** theme-definition: the definition of a custom theme, as the editor begins, changes and checks it. */
import type { ThemeDefinition } from '#schema/custom-theme.ts';

import { contrastOf } from '#core/render/colour.ts';
import { customTheme } from '#core/render/custom-theme.ts';
import type { PaintedSlot, Theme } from '#core/render/theme.ts';
import { titleOf } from '../../state/tools.ts';
import { homeTexts } from '../../strings/home.ts';

export const paintedSlots = [
  'neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey',
] as const satisfies readonly PaintedSlot[]; // prettier-ignore

/** A definition that draws the background and the fills of a theme. */
export function definitionOf(theme: Theme): ThemeDefinition {
  const { background, pattern, palette, arrow, frame } = theme;
  return {
    backgroundColor: background,
    backgroundPattern: pattern.kind,
    ...(pattern.kind !== 'none' && { patternColor: pattern.colour }),
    elementStroke: palette.neutral.stroke,
    elementText: palette.neutral.ink,
    arrowStroke: arrow,
    frameFill: frame.fill,
    fontFamily: theme.font,
    palette: Object.fromEntries(paintedSlots.map((slot) => [slot, palette[slot].fill])),
  };
}

export type Contrast = {
  readonly what: string;
  readonly front: string;
  readonly back: string;
  readonly ratio: number;
  readonly isEnough: boolean;
};

/** The colors that are read on one another, with their WCAG 2 ratio: 4.5 is enough for text, 3 for lines. */
export function contrasts(definition: ThemeDefinition): readonly Contrast[] {
  const { background, palette, ink, arrow } = customTheme(definition);
  const pair = (what: string, front: string, back: string, needed: number): Contrast => {
    const ratio = contrastOf(front, back);
    return { what, front, back, ratio, isEnough: ratio >= needed };
  };
  return [
    pair(homeTexts.textOnTheBackground, ink, background, 4.5),
    pair(homeTexts.arrowsOnTheBackground, arrow, background, 3),
    pair(homeTexts.outlinesOnTheBackground, palette.neutral.stroke, background, 3),
    ...paintedSlots.map((slot) =>
      pair(homeTexts.textOn(titleOf(slot).toLowerCase()), palette[slot].ink, palette[slot].fill, 4.5),
    ),
  ];
}

export type ColorKey = Exclude<keyof ThemeDefinition, 'palette' | 'backgroundPattern' | 'fontFamily'>;

/** Null makes the color automatic. */
export function withColor(definition: ThemeDefinition, key: ColorKey, value: string | null): ThemeDefinition {
  const { [key]: _previous, ...rest } = definition;
  return value === null ? rest : { ...rest, [key]: value };
}

/** Null makes the color of the slot automatic. A palette is never empty: without colors it is left out. */
export function withSlot(definition: ThemeDefinition, slot: string, value: string | null): ThemeDefinition {
  const { palette = {}, ...rest } = definition;
  const slots: Record<string, string> = {};
  for (const [name, color] of Object.entries(palette)) if (name !== slot && color !== undefined) slots[name] = color;
  if (value !== null) slots[slot] = value;
  return Object.keys(slots).length === 0 ? rest : { ...rest, palette: slots };
}
