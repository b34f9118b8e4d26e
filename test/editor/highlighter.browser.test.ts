/** The highlighter and the pen in a real browser: by mouse, finger and key; the width and the color that each of them keeps. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench, type ControlState } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
beforeAll(async () => {
  stage = await startStage('highlighter');
});
afterAll(() => stage.stop());

const text = 'add text id=words at:300,200 label="Text under a highlight stays legible" text=28';
const strokes = async (bench: ControlBench): Promise<ControlState[]> =>
  (await bench.elements()).filter(({ type }) => type === 'stroke').toSorted((a, b) => (a.z < b.z ? -1 : 1));
const lineAt = async (page: Page, y: number): Promise<void> => {
  await page.mouse.move(280, y);
  await page.mouse.down();
  for (const x of [420, 560, 700, 840]) await page.mouse.move(x, y + (x % 40) / 10);
  await page.mouse.up();
};
const options = (page: Page, tool: string) => page.getByRole('toolbar', { name: `${tool} style` });

test.each(['light', 'dark'] as const)('draws wide translucent lines by its key and its button, each tool with its own looks: %s', async (colorScheme) => {
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', colorScheme });
  const bench = await ControlBench.open(stage, ada, text);
  const { page } = bench;
  await page.keyboard.press('Shift+P');
  await page.getByRole('button', { name: 'Highlighter', pressed: true }).waitFor();
  await page.mouse.move(280, 268);
  await page.mouse.down();
  await page.mouse.move(700, 270, { steps: 6 });
  // What is shown while it is drawn is what is drawn.
  const ink = page.locator('.canvas polyline');
  await ink.waitFor();
  expect([await ink.getAttribute('opacity'), await ink.getAttribute('stroke-width')]).toEqual(['0.4', '20']);
  await shoot(page, `highlighter-drawing-${colorScheme}`);
  await page.mouse.up();
  await expect.poll(() => strokes(bench)).toMatchObject([{ stroke: 'pink', thickness: 20, opacity: 0.4 }]);
  await options(page, 'Highlighter').getByRole('button', { name: 'Green' }).click();
  await options(page, 'Highlighter').getByRole('button', { name: 'Thick', exact: true }).click();
  await lineAt(page, 340);
  await expect.poll(() => strokes(bench)).toMatchObject([{}, { stroke: 'green', thickness: 32, opacity: 0.4 }]);

  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  await options(page, 'Pen').getByRole('button', { name: 'Thick', exact: true }).click();
  await lineAt(page, 420);
  await expect.poll(async () => (await strokes(bench))[2]).toMatchObject({ thickness: 6 });
  expect((await strokes(bench))[2]).not.toHaveProperty('opacity');
  await page.keyboard.press('Shift+P');
  await lineAt(page, 480);
  await expect.poll(async () => (await strokes(bench))[3]).toMatchObject({ stroke: 'green', thickness: 32, opacity: 0.4 });
  await shoot(page, `highlighter-${colorScheme}`);
  await page.keyboard.press('Escape');

  // The style bar offers the widths of the tool, and what is set there is that of the next line.
  await page.mouse.click(500, 481);
  await page.getByRole('button', { name: 'Stroke width: Thick' }).click();
  await page.getByRole('menuitemradio', { name: 'Extra thick' }).click();
  await expect.poll(async () => (await strokes(bench))[3]).toMatchObject({ thickness: 48 });
  await shoot(page, `highlight-selected-${colorScheme}`);
  // The browser keeps it.
  await page.reload();
  await page.getByText('Saved').waitFor();
  await page.keyboard.press('Shift+P');
  await options(page, 'Highlighter').getByRole('button', { name: 'Extra thick', pressed: true }).waitFor();
  await options(page, 'Highlighter').getByRole('button', { name: 'Green', pressed: true }).waitFor();
  await page.close();
}); // prettier-ignore

test.each([360, 390])('on a phone %i pixels wide a finger chooses it, its color and its width, and draws', async (width) => {
  const grace = await stage.person('Grace', {
    hasTouch: true,
    isMobile: true,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  });
  const bench = await ControlBench.open(stage, grace, 'add square id=a at:0,0');
  const { page } = bench;
  await page.getByRole('button', { name: 'Highlighter' }).tap();
  const bar = options(page, 'Highlighter');
  await bar.getByRole('button', { name: 'Green' }).tap();
  await bar.getByRole('button', { name: 'Thin' }).tap();
  await shoot(page, `highlighter-phone-${width}`);
  const controls = await Promise.all((await bar.getByRole('button').all()).map(async (one) => (await one.boundingBox())!));
  expect(controls).toHaveLength(14);
  for (const at of controls) {
    expect(at.height).toBeGreaterThanOrEqual(44);
    expect(at.x).toBeGreaterThanOrEqual(0);
    expect(at.x + at.width).toBeLessThanOrEqual(width);
  }
  const [zoom, own] = [(await page.getByRole('toolbar', { name: 'Zoom' }).boundingBox())!, (await bar.boundingBox())!];
  expect(zoom.y + zoom.height).toBeLessThanOrEqual(own.y);
  const client = await grace.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [60, 300]);
  for (const x of [120, 180, 240]) await touch('touchMove', [x, 310]);
  await touch('touchEnd');
  await expect.poll(() => strokes(bench)).toMatchObject([{ stroke: 'green', thickness: 12, opacity: 0.4 }]);
  await page.close();
});

test('in a low window the tools are in it, and scroll', async () => {
  const joan = await stage.person('Joan', { reducedMotion: 'reduce', viewport: { width: 1000, height: 480 } });
  const bench = await ControlBench.open(stage, joan);
  const { page } = bench;
  const [stageBox, tools] = [
    (await page.locator('.stage').boundingBox())!,
    (await page.getByRole('toolbar', { name: 'Tools' }).boundingBox())!,
  ];
  expect(tools.y).toBeGreaterThanOrEqual(stageBox.y);
  expect(tools.y + tools.height).toBeLessThanOrEqual(stageBox.y + stageBox.height);
  await shoot(page, 'tools-low');
  await page.getByRole('button', { name: 'Highlighter' }).click();
  await options(page, 'Highlighter').waitFor();
  // Beside the bar the canvas is pressed.
  await page.mouse.click(34, stageBox.y + 2);
  expect(await page.evaluate(`document.elementFromPoint(6, ${stageBox.y + 60})?.closest('.canvas') !== null`)).toBe(true);
  await page.close();
});
