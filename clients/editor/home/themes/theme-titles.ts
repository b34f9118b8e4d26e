/** theme-titles: what the themes that every document has are called. */
import type { builtInThemes } from '#schema/tab.ts';

export const builtInTitles: Readonly<Record<(typeof builtInThemes)[number], string>> = {
  light: 'Light',
  dark: 'Dark',
  paper: 'Paper',
  contrast: 'High contrast',
  blueprint: 'Blueprint',
};
