/**
 * page-backgrounds: the backgrounds of a page: colors of the tab's theme on which its text is legible, plain or fading to its
 * paper.
 */
import type { Theme } from '#core/render/theme.ts';
import type { Page } from '#schema/tab.ts';

import { titleOf } from '../state/tools.ts';
import { pagesTexts } from '../strings/pages.ts';

type Background = Page['background'];
type Choice = { readonly value: string; readonly label: string; readonly background: Background };

const slots = ['blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey'] as const;

/** The first is the theme's own. */
export function pageBackgrounds({ palette }: Theme): { readonly plain: readonly Choice[]; readonly fading: readonly Choice[] } {
  const ground = (slot: (typeof slots)[number]): string => palette[slot].fill.toLowerCase();
  const own: Choice = { value: valueOf(null), label: pagesTexts.themeDefault, background: null };
  const plain = slots.map((slot) => ground(slot));
  const fading = slots.map((slot) => [palette.neutral.fill.toLowerCase(), ground(slot)]);
  const choices = (backgrounds: readonly Background[], tail: string): Choice[] =>
    backgrounds.map((background, place) => ({
      value: valueOf(background),
      label: titleOf(slots[place] ?? '') + tail,
      background,
    }));
  return { plain: [own, ...choices(plain, '')], fading: choices(fading, pagesTexts.gradient) };
}

/** The name in menus. */
export const valueOf = (background: Background): string =>
  background === null ? 'theme' : typeof background === 'string' ? background : background.join(' ');

/** The CSS value. */
export const paintOf = (background: Background, theme: Theme): string => {
  if (background === null) return theme.palette.neutral.fill;
  if (typeof background === 'string') return background;
  return background.length === 1 ? (background[0] ?? '') : `linear-gradient(${background.join(', ')})`;
};
