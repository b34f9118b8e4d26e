import { describe, expect, test } from 'vitest';

import { customTheme } from '#core/render/custom-theme.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { ThemeDefinition } from '#schema/custom-theme.ts';
import { builtInThemes } from '#schema/tab.ts';
import { validationErrors } from '#schema/validate.ts';

import { contrasts, definitionOf, paintedSlots, withColor, withSlot } from './theme-definition.ts';

describe('the definition of a theme', () => {
  test.each(builtInThemes)('%s as a custom theme has its background and fills, and is valid for the server', (name) => {
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

  test('text with too little contrast is listed, and automatic colors always have enough', () => {
    const faint = contrasts({ elementText: '#eeeeee', elementFill: '#ffffff' });
    expect(faint.filter(({ isEnough }) => !isEnough).map(({ what }) => what)).toEqual(['Text on neutral']);
    const own = contrasts({ backgroundColor: '#123456', palette: { red: '#7f0000', yellow: '#ffff00', blue: '#808080' } });
    expect(own.filter(({ what, isEnough }) => what.startsWith('Text') && !isEnough)).toEqual([]);
  });

  test('a color is set, and made automatic again', () => {
    const set = withColor({ elementFill: '#ffffff' }, 'arrowStroke', '#123456');
    expect(set).toEqual({ elementFill: '#ffffff', arrowStroke: '#123456' });
    expect(withColor(set, 'elementFill', null)).toEqual({ arrowStroke: '#123456' });
  });

  test('a palette without colors is left out', () => {
    const set = withSlot(withSlot({}, 'red', '#ff0000'), 'blue', '#0000ff');
    expect(set).toEqual({ palette: { red: '#ff0000', blue: '#0000ff' } });
    expect(withSlot(set, 'red', null)).toEqual({ palette: { blue: '#0000ff' } });
    expect(withSlot(withSlot(set, 'red', null), 'blue', null)).toEqual({});
  });
});
