/** theme-titles: the names of the built-in themes. */
import type { builtInThemes } from '#schema/tab.ts';
import { homeTexts } from '../../strings/home.ts';

export const builtInTitles: Readonly<Record<(typeof builtInThemes)[number], string>> = {
  light: homeTexts.light,
  dark: homeTexts.dark,
  paper: homeTexts.paper,
  contrast: homeTexts.highContrast,
  blueprint: homeTexts.blueprint,
};
