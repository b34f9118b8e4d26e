/**
 * An SVG looks in a browser as in our PNG, and its text is as wide there as the table says.
 *
 * Two pictures differ in a pixel if one of its channels differs by more than 16 of 255, the smallest step that is visible between two flat
 * colors next to each other. Both programs draw one pixel for one, without hinting.
 */
import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { tabWith } from '#core/ops/drawn.test-support.ts';
import { gallery } from '#core/render/gallery.test-support.ts';
import { type Picture, renderWhile } from '#core/render/render-svg.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import type { Font } from '#core/text/metrics.ts';
import { textWidth } from '#core/text/width.ts';
import type { Element } from '#schema/element.ts';
import { fonts } from '#schema/style-fields.ts';
import { embeddedFonts } from '#server/pictures/font-files.ts';
import { type Pixels, pixelsOf } from '#server/pictures/pixels.test-support.ts';
import { Rasterizer } from '#server/pictures/rasterizer.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { tabOf } from './gallery/draw.ts';
import { drawings } from './gallery/drawings.ts';
import { startChromium } from './harness/chromium.ts';
import { signs, strings } from './pictures/strings.ts';

const files = embeddedFonts();
const rasterizer = await Rasterizer.load();
const { flow } = await GraphvizEngine.load();
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startChromium();
  page = await browser.newPage({ deviceScaleFactor: 1 });
});
afterAll(() => browser.close());

/** Shows the SVG alone, as if opened from a file, with its fonts loaded. */
async function show({ source, width, height }: Picture): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(source).toString('base64')}`);
  await page.evaluate('document.fonts.ready.then(() => null)');
}

async function inChromium(picture: Picture): Promise<Pixels> {
  await show(picture);
  return pixelsOf(await page.screenshot());
}

function inResvg(picture: Picture): Pixels {
  const answer = rasterizer.png(picture, { scale: 1 });
  if (answer.kind !== 'drawn') throw new Error(answer.kind);
  return pixelsOf(answer.bytes);
}

/** The share of the pixels that differ by more than the step. `dx`: offset of one picture against the other. */
function difference(one: Pixels, other: Pixels, { step = 16, dx = 0 } = {}): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let count = 0;
  for (let at = 0; at + 4 * dx < one.rgba.length; at += 4) {
    const channel = (index: number): number => Math.abs(one.rgba[at + index]! - other.rgba[at + 4 * dx + index]!);
    if (Math.max(channel(0), channel(1), channel(2)) > step) count += 1;
  }
  return count / (one.width * one.height);
}

const pictureOf = (tab: TabIndex, theme: string): Picture =>
  renderWhile(() => true, tab, { fonts: files, padding: 40, theme: findTheme(theme)! })!;

const fontAt = (index: number): Font => fonts[index % fonts.length]!;

const boxOfSigns = (label: string, index: number): Element => ({
  type: 'shape',
  shape: 'rounded',
  id: `s~${String(index).padStart(8, '0')}`,
  z: 'a0',
  x: (index % 5) * 240,
  y: Math.floor(index / 5) * 120,
  width: 200,
  height: 80,
  label,
  font: fontAt(index),
});

describe('a drawing in Chromium equals the one in our PNG', () => {
  const sheets = Object.entries(gallery).map(([name, { tab, theme }]) => ({ name: `sheet of ${name}`, tab: () => tab, theme }));
  const shown = drawings.map((drawing) => ({
    name: drawing.name,
    tab: () => tabOf(drawing, readFileSync(new URL(`../docs/gallery/${drawing.name}.txt`, import.meta.url), 'utf8'), flow),
    theme: drawing.theme,
  }));

  // The dots of a shade (▒) are finer than a pixel, and each program smooths them differently.
  const unshaded = signs.filter((label) => !label.includes('▒'));
  const signSheet = { name: 'sheet of signs', tab: () => tabWith(unshaded.map(boxOfSigns)), theme: 'light' };

  test.each([...sheets, signSheet, ...shown])('$name', async ({ name, tab, theme }) => {
    const picture = pictureOf(tab(), theme);
    const [one, other] = [await inChromium(picture), inResvg(picture)];
    const share = difference(one, other);
    const strong = difference(one, other, { step: 96 });
    if (process.env['SHOW_FIGURES'] !== undefined)
      process.stderr.write(`${name}: ${(100 * share).toFixed(2)}%, ${(100 * strong).toFixed(3)}%\n`);
    expect(share).toBeLessThan(0.02);
    // Edges differ a little; missing, wrong or misplaced letters differ a lot.
    expect(strong).toBeLessThan(0.002);
    // Control: a drawing that is one pixel off differs more.
    expect(difference(one, other, { dx: 1 })).toBeGreaterThan(2 * share);
  });
});

test('200 strings are as wide in Chromium as the table says', async () => {
  const sizePx = 16;
  const texts = strings.map(([text, kind], index) => ({ text, kind, font: fontAt(index) }));
  expect(texts.length).toBe(200);
  const elements = texts.map(({ text, font }, index): Element => ({
    type: 'text',
    id: `t~${String(index).padStart(8, '0')}`,
    z: 'a0',
    x: 0,
    y: index * 24,
    width: 2_000,
    height: 20,
    label: text,
    font,
  })); // prettier-ignore
  await show(pictureOf(tabWith(elements), 'light'));
  const measured = await page.evaluate<number[]>(
    "[...document.querySelectorAll('g[data-id] text')].map((text) => text.getComputedTextLength())",
  );
  expect(measured.length).toBe(200);
  const errors = texts.map(({ text, font }, index) => Math.abs(textWidth(text, sizePx, font) - measured[index]!));
  const lines = texts.map(({ text, font }, index) => `${font} ${text}: ${measured[index]!.toFixed(2)}, off by ${errors[index]!.toFixed(2)}`); // prettier-ignore
  if (process.env['SHOW_FIGURES'] !== undefined) process.stderr.write(`${lines.join('\n')}\n`);
  const known = errors.flatMap((error, index) => (texts[index]!.kind === 'ours' ? [error / measured[index]!] : []));
  const mean = errors.flatMap((error, index) => (texts[index]!.kind === 'ours' ? [error] : []));
  expect(mean.reduce((sum, error) => sum + error, 0) / mean.length).toBeLessThan(0.05);
  expect(Math.max(...known)).toBeLessThan(0.005);
  // Characters that our fonts lack are drawn in a font of the machine: only a plausible width can be checked.
  for (const [index, { text, kind }] of texts.entries()) {
    if (kind === 'foreign') expect(textWidth(text, sizePx, texts[index]!.font) / measured[index]!, text).toBeGreaterThan(0.3);
  }
});
