/** theme-in-look: a theme as a tab with a look is drawn in it; the same object until the theme or the look changes. */
import { inLook, type Theme } from '#core/render/theme.ts';
import type { TabLook, TabSettings } from '#schema/tab.ts';

export class ThemeInLook {
  #last: { readonly of: Theme; readonly look: TabLook; readonly theme: Theme } | null = null;

  themeFrom(theme: Theme, { look }: Pick<TabSettings, 'look'>): Theme {
    if (look === undefined) return theme;
    if (this.#last?.of !== theme || this.#last.look !== look) this.#last = { of: theme, look, theme: inLook(theme, { look }) };
    return this.#last.theme;
  }
}
