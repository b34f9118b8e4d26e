/** theme-on-page: a built-in theme as this page shows it. */
import type { Theme } from '#core/render/theme.ts';
import { dark } from '#core/render/themes/dark.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';

import { isDarkPage } from '../ui/dark-page.ts';

/** `auto` is dark on a dark page. Null if no built-in theme has this name. */
export const themeOnPage = (name: string): Theme | null => (name === 'auto' && isDarkPage() ? dark : findTheme(name));
