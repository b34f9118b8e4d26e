/** The theme of a tab or a picture. */
import { customTheme } from '#core/render/custom-theme.ts';
import type { Theme } from '#core/render/theme.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';

/** The theme of this id, built in or custom; null if there is none. `definitionOf`: the definition of a custom theme, or null. */
export function themeOf(id: string, definitionOf: (id: string) => unknown): Theme | null {
  const builtIn = findTheme(id);
  if (builtIn !== null) return builtIn;
  const definition = definitionOf(id);
  return definition === null ? null : customTheme(definition);
}
