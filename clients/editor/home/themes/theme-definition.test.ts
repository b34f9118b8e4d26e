import { describe, expect, test } from 'vitest';

import { customTheme } from '#core/render/custom-theme.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { ThemeDefinition } from '#schema/custom-theme.ts';
import { builtInThemes } from '#schema/tab.ts';
import { validationErrors } from '#schema/validate.ts';

import { contrasts, definitionOf, paintedSlots } from './theme-definition.ts';

describe('theme-definition', () => {
  test.each(builtInThemes)('[D1] %s as a custom theme has its background and fills, and the server takes it', (name) => {
    const theme = findTheme(name)!;
    const definition = definitionOf(theme);
    expect(validationErrors(ThemeDefinition, definition)).toEqual([]);
    const custom = customTheme(definition);
    expect([custom.background, custom.arrow, custom.font, custom.pattern.kind]).toEqual([
      theme.background,
      theme.arrow,
      theme.font,
      theme.pattern.kind,
    ]);
    for (const slot of paintedSlots) expect([slot, custom.palette[slot].fill]).toEqual([slot, theme.palette[slot].fill]);
  });

  test('[D2] text that cannot be read is told, and what the engine chooses itself always can', () => {
    const faint = contrasts({ elementText: '#eeeeee', elementFill: '#ffffff' });
    expect(faint.filter(({ isEnough }) => !isEnough).map(({ what }) => what)).toEqual(['Text on neutral']);
    const own = contrasts({ backgroundColor: '#123456', palette: { red: '#7f0000', yellow: '#ffff00', blue: '#808080' } });
    expect(own.filter(({ what, isEnough }) => what.startsWith('Text') && !isEnough)).toEqual([]);
  });
});
