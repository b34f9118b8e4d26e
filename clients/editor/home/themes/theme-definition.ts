/**
 * theme-definition: what an editor of themes needs to know of one.
 *
 * D1  `definitionOf` a theme, drawn as a custom one, has that theme's background and fills.
 * D2  `contrasts` lists what is read on what, with the ratio of WCAG 2, and whether it is enough: 4.5 for text, 3 for lines.
 */
import type { ThemeDefinition } from '#schema/custom-theme.ts';

import { contrastOf } from '#core/render/colour.ts';
import { customTheme } from '#core/render/custom-theme.ts';
import type { PaintedSlot, Theme } from '#core/render/theme.ts';
import { titleOf } from '../../state/tools.ts';
import { homeTexts } from '../../strings/home.ts';

export const paintedSlots = [
  'neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey',
] as const satisfies readonly PaintedSlot[]; // prettier-ignore

/** [D1] */
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

/** [D2] */
export function contrasts(definition: ThemeDefinition): readonly Contrast[] {
  const { background, palette, ink, arrow } = customTheme(definition);
  const judged = (what: string, front: string, back: string, needed: number): Contrast => {
    const ratio = contrastOf(front, back);
    return { what, front, back, ratio, isEnough: ratio >= needed };
  };
  return [
    judged(homeTexts.textOnTheBackground, ink, background, 4.5),
    judged(homeTexts.arrowsOnTheBackground, arrow, background, 3),
    judged(homeTexts.outlinesOnTheBackground, palette.neutral.stroke, background, 3),
    ...paintedSlots.map((slot) =>
      judged(homeTexts.textOn(titleOf(slot).toLowerCase()), palette[slot].ink, palette[slot].fill, 4.5),
    ),
  ];
}
