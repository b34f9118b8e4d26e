import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { contrastOf } from '#core/render/colour.ts';

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const root = source.slice(source.indexOf(':root {'), source.indexOf("[data-theme='light']"));
/** Each color with a light and a dark value: its name, in light, in dark. */
const colours = new Map(
  [...root.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, light, dark]) => [
    name ?? '',
    { light: light ?? '', dark: dark ?? '' },
  ]),
);

function contrast(front: string, back: string, scheme: 'light' | 'dark'): number {
  const [one, other] = [colours.get(front), colours.get(back)];
  if (one === undefined || other === undefined) throw new Error(`no colour ${front} or ${back}`);
  return contrastOf(one[scheme], other[scheme]);
}

const surfaces = ['paper', 'surface', 'raised', 'sunken'];
/** Text on its background, which needs 4.5 to 1. */
const texts: [string, string[]][] = [
  ['ink', [...surfaces, 'hover', 'pressed', 'accent-soft', 'danger-soft', 'warning-soft', 'success-soft']],
  ['ink-muted', [...surfaces, 'hover', 'accent-soft']],
  ['ink-faint', surfaces],
  ['on-inverse', ['inverse']],
  ['accent-ink', [...surfaces, 'hover', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['danger-ink', [...surfaces, 'hover', 'danger-soft']],
  ['on-danger', ['danger', 'danger-hover']],
  ['warning-ink', [...surfaces, 'warning-soft']],
  ['success-ink', [...surfaces, 'success-soft']],
];
/** Borders of controls, focus rings and icons, which need 3 to 1. */
const signs: [string, string[]][] = [
  ['line-strong', surfaces],
  ['accent', surfaces],
  ['danger', surfaces],
  ['focus', [...surfaces, 'hover']],
];

describe.each(['light', 'dark'] as const)('tokens in %s', (scheme) => {
  test.each(texts)('%s is legible on all that it stands on: 4.5 to 1', (front, backs) => {
    for (const back of backs) {
      expect([front, back, contrast(front, back, scheme) >= 4.5]).toEqual([front, back, true]);
    }
  });

  test.each(signs)('%s is told from what it stands on: 3 to 1', (front, backs) => {
    for (const back of backs) {
      expect([front, back, contrast(front, back, scheme) >= 3]).toEqual([front, back, true]);
    }
  });
});

test('every color token is checked for contrast', () => {
  const judged = new Set([...texts, ...signs].flatMap(([front, backs]) => [front, ...backs]));
  expect([...colours.keys()].filter((name) => !judged.has(name))).toEqual(['line']);
});

test('components and screens use the color tokens', () => {
  for (const folder of ['.', '../home']) {
    const at = new URL(`${folder}/`, import.meta.url);
    if (!existsSync(at)) continue;
    for (const file of readdirSync(at).filter((name) => name.endsWith('.css') && name !== 'tokens.css')) {
      const named = readFileSync(new URL(file, at), 'utf8').match(/#[0-9a-f]{3,8}\b(?=[;,\s)])|\brgba?\(|\bhsla?\(/gi);
      expect([file, named]).toEqual([file, null]);
    }
  }
});
