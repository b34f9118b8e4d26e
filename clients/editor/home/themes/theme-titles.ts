/** theme-titles: the names of the built-in themes. */
import type { tabThemes } from '#schema/tab.ts';
import { homeTexts } from '../../strings/home.ts';

export const builtInTitles: Readonly<Record<(typeof tabThemes)[number], string>> = {
  auto: homeTexts.automaticTheme,
  light: homeTexts.light,
  dark: homeTexts.dark,
  paper: homeTexts.paper,
  contrast: homeTexts.highContrast,
  blueprint: homeTexts.blueprint,
};
