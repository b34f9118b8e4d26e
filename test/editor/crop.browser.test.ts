/** Images cropped in a real browser: by mouse, by keyboard and by finger, rotated and not, in one step each. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('crop');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const file = readFileSync(new URL('../../docs/screenshots/images-light.png', import.meta.url));
const size = { width: 320, height: 200 } as const;

/** A tab with a picture that is selected, with an arrow to a box beside it. */
async function benchWithPicture(who: BrowserVisitor, fields: object = {}): Promise<ControlBench> {
  const bench = await ControlBench.open(stage, who);
  const headers = { 'Content-Type': 'image/png', Origin: stage.node.url };
  const response = await who.context.request.post('/api/v1/images', { headers, data: file });
  const { image } = (await response.json()) as { readonly image: { readonly id: string } };
  const element = { type: 'image', id: 'photo', imageId: image.id, x: 0, y: 0, ...size, ...fields };
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
    operations: [
      { op: 'add', element },
      { op: 'add', kind: 'square', id: 'beside', fields: { label: 'Beside it' }, place: { rel: 'at', x: 460, y: 60 } },
      { op: 'connect', from: 'photo', to: 'beside' },
    ],
  });
  await expect.poll(async () => (await bench.elements()).length).toBe(3);
  await bench.page.keyboard.press('Shift+1');
  await bench.select('photo');
  return bench;
}

const natural = { naturalWidth: 1280, naturalHeight: 800 };
const layer = (page: Page) => page.getByRole('application', { name: 'Crop' });
const handle = (page: Page, name: string) => layer(page).getByRole('button', { name, exact: true });
const photo = (bench: ControlBench) => bench.element('photo');

/** The point of the window where a point of the canvas is. */
async function at(bench: ControlBench, x: number, y: number): Promise<{ x: number; y: number }> {
  const place = await bench.editor<{ x: number; y: number }>(`editor.viewport.toScreen({ x: ${x}, y: ${y} })`);
  const box = await bench.page.locator('.canvas').boundingBox();
  return { x: place.x + (box?.x ?? 0), y: place.y + (box?.y ?? 0) };
}

async function drag(bench: ControlBench, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse } = bench.page;
  const [start, end] = [await at(bench, ...from), await at(bench, ...to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await mouse.move(end.x, end.y);
  await mouse.up();
}

test('by mouse: a double click begins, handles and drags change the crop, a press outside ends it, in one step', async () => {
  const bench = await benchWithPicture(ada, natural);
  const { page } = bench;
  const middle = await at(bench, 160, 100);
  await page.mouse.dblclick(middle.x, middle.y);
  await layer(page).waitFor();
  await shoot(page, 'crop-begun');
  await drag(bench, [320, 100], [240, 120]);
  await drag(bench, [0, 0], [80, 40]);
  // The arrow follows the crop.
  const line = () => bench.editor("editor.scene.get().lineOf([...editor.tab.view.elements()].find(({ type }) => type === 'arrow').id)"); // prettier-ignore
  await expect.poll(line).toEqual([
    [240, 100],
    [460, 100],
  ]);
  await shoot(page, 'crop-pulled');
  // The image is moved under the crop, at most as far as it reaches.
  await drag(bench, [150, 100], [190, 100]);
  expect((await photo(bench))?.['crop']).toBeUndefined();
  const outside = await at(bench, 160, -80);
  await page.mouse.click(outside.x, outside.y);
  await layer(page).waitFor({ state: 'detached' });
  const near = (value: number): unknown => expect.closeTo(value, 2);
  await expect.poll(() => photo(bench)).toMatchObject({ x: 80, y: 40, width: 160, height: 160, crop: { left: near(0.125), top: near(0.2), right: near(0.375) } }); // prettier-ignore
  await shoot(page, 'crop-done');
  await page.keyboard.press('Control+z');
  await expect.poll(() => photo(bench)).toMatchObject({ x: 0, width: 320 });
  expect((await photo(bench))?.['crop']).toBeUndefined();
  await page.close();
});

test('by keyboard: Enter begins and ends, arrow keys move the image and the focused side, Escape cancels, Reset removes it', async () => {
  const bench = await benchWithPicture(ada, { ...natural, crop: { right: 0.5 }, width: 160, label: 'A gallery' });
  const { page } = bench;
  await page.keyboard.press('Enter');
  await layer(page).waitFor();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Top left corner');
  await page.keyboard.press('Tab');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await layer(page).waitFor({ state: 'detached' });
  await expect.poll(() => photo(bench)).toMatchObject({ x: 0, y: 20, width: 160, height: 180, crop: { left: 0.03125, top: 0.1, right: 0.46875 } }); // prettier-ignore
  await page.keyboard.press('Enter');
  await layer(page).waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  await layer(page).waitFor({ state: 'detached' });
  expect((await photo(bench))?.['crop']).toEqual({ left: 0.03125, top: 0.1, right: 0.46875 });
  // F2 edits the caption still.
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Text of' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: 'Crop', exact: true }).click();
  await layer(page).getByRole('button', { name: 'Reset crop' }).click();
  await layer(page).getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => photo(bench)).toMatchObject({ x: -10, y: 0, width: 320, height: 200 });
  expect((await photo(bench))?.['crop']).toBeUndefined();
  await page.close();
});

test('a rotated image is cropped in its own frame, and its size is measured if its element does not say it', async () => {
  const bench = await benchWithPicture(ada, { rotation: 90, height: 320 });
  const { page } = bench;
  await page.keyboard.press('Enter');
  await layer(page).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'crop-rotated-dark');
  // The box is square: the image in it is 320 by 200, and stands upright once it is rotated. Its top is at the right.
  await drag(bench, [260, 160], [210, 160]);
  await shoot(page, 'crop-rotated-pulled');
  await layer(page).getByRole('button', { name: 'Done' }).click();
  const near = (value: number): unknown => expect.closeTo(value, 0);
  await expect.poll(() => photo(bench)).toMatchObject({ rotation: 90, ...natural, width: near(320), height: near(150), x: near(-25), y: near(85), crop: { top: expect.closeTo(0.25, 2) } }); // prettier-ignore
  await shoot(page, 'crop-rotated-done');
  await page.close();
});

test('by finger: a handle is dragged, and the button ends the crop', async () => {
  const cy = await stage.person('Cy', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const bench = await benchWithPicture(cy, natural);
  const { page } = bench;
  await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: 'Crop', exact: true }).tap();
  await layer(page).waitFor();
  const box = await handle(page, 'Left side').boundingBox();
  const from = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const zoom = await bench.editor<number>('editor.viewport.get().zoom');
  const touches = await page.context().newCDPSession(page);
  const send = (type: string, points: readonly { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] });
  await send('touchStart', [from]);
  await send('touchMove', [{ x: from.x + 20, y: from.y }]);
  await send('touchMove', [{ x: from.x + 80 * zoom, y: from.y }]);
  await send('touchEnd', []);
  // Chromium takes a tap right after a quick drag for the end of a fling, and makes no click of it.
  await page.waitForTimeout(500);
  await shoot(page, 'crop-phone');
  await layer(page).getByRole('button', { name: 'Done' }).tap();
  await expect.poll(() => photo(bench)).toMatchObject({ width: expect.closeTo(240, 0), height: 200, crop: { left: expect.closeTo(0.25, 2) } }); // prettier-ignore
  await page.close();
});
