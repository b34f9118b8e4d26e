/**
 * tab-theme: the theme of a tab, a custom one as the document has it; the same object until the theme or the look changes, or in the
 * theme `auto` the page.
 */
import type * as Y from 'yjs';

import { customTheme } from '#core/render/custom-theme.ts';
import type { Theme } from '#core/render/theme.ts';
import { light } from '#core/render/themes/light.ts';
import type { TabSettings } from '#schema/tab.ts';
import { readTheme } from '#schema/ydoc/themes.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { ThemeInLook } from './theme-in-look.ts';
import { themeOnPage } from './theme-on-page.ts';

export class TabTheme {
  readonly #doc: Y.Doc;
  #custom: { readonly definition: unknown; readonly theme: Theme } | null = null;
  readonly #inLook = new ThemeInLook();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /** The theme of a tab, in its look. */
  themeOf(settings: Pick<TabSettings, 'theme' | 'look'>): Theme {
    return this.#inLook.themeFrom(this.themeNamed(settings.theme), settings);
  }

  /** Light if the theme is unknown. */
  themeNamed(id: string): Theme {
    const builtIn = themeOnPage(id);
    if (builtIn !== null) return builtIn;
    const definition = readTheme(this.#doc, id);
    if (definition === null) return light;
    if (this.#custom === null || !jsonEqual(this.#custom.definition, definition))
      this.#custom = { definition, theme: customTheme(definition) };
    return this.#custom.theme;
  }
}
