import { describe, expect, test } from 'vitest';

import { colorSlots } from '#schema/element.ts';
import { builtInThemes } from '#schema/tab.ts';

import { frameFill } from './boxes/frame.ts';
import { laneFill } from './boxes/lane.ts';
import { papers, stickyInk } from './boxes/sticky.ts';
import { contrastOf, inkOn, mixColours } from './colour.ts';
import { FontUse } from './font-use.ts';
import type { Scene } from './scene.ts';
import { contrast } from './themes/contrast.ts';
import { findTheme } from './themes/theme-list.ts';

describe.each(builtInThemes)('the theme %s', (name) => {
  const theme = findTheme(name)!;

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

  test('text in the ink of any slot is legible on every fill, frame, lane and panel', () => {
    const scene: Scene = {
      theme,
      fonts: new FontUse(),
      image: () => null,
      icon: () => null,
      cards: new Map(),
      sheet: () => null,
    };
    const inks = [theme.ink, ...Object.values(theme.palette).map(({ ink }) => ink)];
    for (const fill of colorSlots) {
      if (fill === 'none') continue;
      for (const ground of [theme.palette[fill].fill, frameFill({ fill }, scene), laneFill({ fill }, scene), theme.panel.fill]) {
        for (const ink of inks) expect([fill, ink, ground, contrastOf(ink, ground) >= 4.5]).toEqual([fill, ink, ground, true]);
      }
    }
  });

  test('the number of an annotation is legible on its mark', () => {
    for (const { stroke } of Object.values(theme.palette)) {
      expect([stroke, contrastOf(inkOn(stroke), stroke) >= 4.5]).toEqual([stroke, true]);
    }
  });

  test('outlines and arrows stand out from the background', () => {
    for (const [slot, { stroke }] of Object.entries(theme.palette)) {
      expect([slot, contrastOf(stroke, theme.background) >= 3]).toEqual([slot, true]);
    }
    expect(contrastOf(theme.arrow, theme.background)).toBeGreaterThan(4.5);
  });

  test('no two slots have the same colors', () => {
    const swatches = Object.values(theme.palette).map(({ fill, stroke }) => fill + stroke);
    expect(new Set(swatches).size).toBe(swatches.length);
  });
});

test('text is legible on every sticky, in its own ink and in that of any slot', () => {
  for (const [paper, ground] of Object.entries(papers)) {
    for (const ink of [stickyInk, ...Object.values(contrast.palette).map((swatch) => swatch.ink)]) {
      expect([paper, ink, contrastOf(ink, ground) >= 4.5]).toEqual([paper, ink, true]);
    }
  }
});

test('an unknown name has no theme', () => {
  for (const name of ['', 'Light', 'custom:x', '__proto__', 'constructor']) expect(findTheme(name)).toBeNull();
});

test('contrast is that of WCAG, and colors are mixed channel by channel', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect([inkOn('#ffffff'), inkOn('#123456')]).toEqual(['#16181d', '#ffffff']);
  for (let level = 0; level < 256; level += 1) {
    const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`;
    expect([grey, contrastOf(inkOn(grey), grey) >= 4.5]).toEqual([grey, true]);
  }
});
