import { describe, expect, test } from 'vitest';

import { builtInThemes } from '#schema/tab.ts';

import { contrastOf, inkOn, mixed } from './colour.ts';
import { themeNamed } from './themes/list.ts';

describe.each(builtInThemes)('the theme %s', (name) => {
  const theme = themeNamed(name)!;

  test('text is legible on its fill and on the background', () => {
    for (const [slot, { fill, ink }] of Object.entries(theme.palette)) {
      expect([slot, contrastOf(ink, fill) >= 4.5]).toEqual([slot, true]);
      expect([slot, contrastOf(ink, theme.background) >= 4.5]).toEqual([slot, true]);
    }
    const pairs = [
      [theme.ink, theme.background],
      [theme.ink, theme.panel.fill],
      [theme.ink, theme.panel.head],
      [theme.ink, theme.lane.title],
      [theme.muted, theme.frame.fill],
      [theme.muted, theme.panel.head],
      [theme.muted, theme.background],
    ] as const;
    for (const [ink, ground] of pairs) expect([ink, ground, contrastOf(ink, ground) >= 4.5]).toEqual([ink, ground, true]);
  });

  test('outlines and arrows stand out from the background', () => {
    for (const [slot, { stroke }] of Object.entries(theme.palette)) {
      expect([slot, contrastOf(stroke, theme.background) >= 2.8]).toEqual([slot, true]);
    }
    expect(contrastOf(theme.arrow, theme.background)).toBeGreaterThan(4.5);
  });

  test('no two slots look the same', () => {
    const swatches = Object.values(theme.palette).map(({ fill, stroke }) => fill + stroke);
    expect(new Set(swatches).size).toBe(swatches.length);
  });
});

test('names that no theme has are none', () => {
  for (const name of ['', 'Light', 'custom:x', '__proto__', 'constructor']) expect(themeNamed(name)).toBeNull();
});

test('contrast is that of WCAG; mixing goes channel by channel', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect([inkOn('#ffffff'), inkOn('#123456')]).toEqual(['#16181d', '#ffffff']);
});
