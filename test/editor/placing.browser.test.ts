/** Where new things, the bars and the marks of a search go on the canvas, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pixel } from './controls/every-kind.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('placing');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

async function canvasWith(lines: string): Promise<Page> {
  const place = await stage.document(ada);
  if (lines !== '') expect((await ada.agent.changeset(place, lines)).status).toBe(201);
  const page = await ada.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  return page;
}

const boxes = (page: Page): Promise<(Rect & { readonly id: string })[]> =>
  page.evaluate(`[...${theEditor}.tab.view.boxes()].map(({ id, x, y, width, height }) => ({ id, x, y, width, height }))`);
const press = async (page: Page, x: number, y: number): Promise<void> => {
  const canvas = (await page.locator('.canvas').boundingBox())!;
  await page.mouse.click(canvas.x + x, canvas.y + y);
};
const boxOf = async (place: Locator): Promise<Rect> => (await place.boundingBox())!;
const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('a text that is pasted twice is seen twice', async () => {
  const page = await canvasWith('');
  await press(page, 600, 300);
  for (let count = 0; count < 2; count += 1) await paste(page, 'Remember this');
  await expect.poll(async () => (await boxes(page)).length).toBe(2);
  const [one, two] = await boxes(page);
  expect([two!.x - one!.x, two!.y - one!.y]).toEqual([24, 24]);
  await page.close();
});

const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.canvas').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
const isEachClear = (all: readonly Rect[]): boolean =>
  all.every((one, index) => all.slice(index + 1).every((other) => !overlap(one, other)));

test('a text that is pasted at a table is beside it, in view and selected', async () => {
  const page = await canvasWith('add table "Prices" at:450,250');
  await press(page, 500, 290);
  await paste(page, 'Remember this');
  await expect.poll(async () => (await boxes(page)).length).toBe(2);
  const [table, text] = await boxes(page);
  expect(overlap(table!, text!)).toBe(false);
  const seen = await page.evaluate<Rect>(`${theEditor}.viewport.visible()`);
  expect(overlap(seen, text!)).toBe(true);
  expect(await page.evaluate(`[...${theEditor}.selection.get()]`)).toEqual([text!.id]);
  await page.close();
});

test('images and videos that are inserted one after the other are all seen', async () => {
  const page = await canvasWith('add square "Here" at:500,300');
  const file = { name: 'dot.png', mimeType: 'image/png', buffer: pixel };
  for (const count of [2, 3]) {
    await page.locator('[data-tool-bar] input[type=file]').setInputFiles(file);
    await expect.poll(async () => (await boxes(page)).length).toBe(count);
  }
  for (const count of [4, 5]) {
    await page.getByRole('button', { name: 'Shapes' }).click();
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await page.getByRole('dialog', { name: 'Video' }).getByRole('textbox', { name: 'URL' }).fill('example.org/tour');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await boxes(page)).length).toBe(count);
  }
  expect(isEachClear(await boxes(page))).toBe(true);
  await page.close();
});

test('a box that is drawn by keyboard covers nothing in the middle of the view', async () => {
  const page = await canvasWith('add square "Here" at:560,320');
  await page.locator('.canvas').focus();
  await page.keyboard.press('o');
  await page.keyboard.press('Enter');
  await page.keyboard.type('New');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxes(page)).length).toBe(2);
  expect(isEachClear(await boxes(page))).toBe(true);
  await page.close();
});

test('a new sheet is put beside what is in the middle of the view', async () => {
  const page = await canvasWith('add square "Here" at:500,300');
  await page.getByRole('button', { name: 'Sheet', exact: true }).click();
  await page.getByRole('grid').waitFor();
  const [one, two] = await boxes(page);
  expect(overlap(one!, two!)).toBe(false);
  await page.close();
});

test('the bars are beside an open panel', async () => {
  const page = await canvasWith('add square "Far right" at:1000,300');
  await page.keyboard.press('Alt+c');
  const panel = page.getByRole('complementary');
  await panel.waitFor();
  await press(page, 930, 600);
  await page.evaluate(`${theEditor}.selection.set([...${theEditor}.tab.view.boxes()].map(({ id }) => id))`);
  const style = page.getByRole('toolbar', { name: 'Style of selection' });
  await style.waitFor();
  for (const bar of [style, page.getByRole('toolbar', { name: 'Zoom' })])
    await expect.poll(async () => overlap(await boxOf(bar), await boxOf(panel))).toBe(false);
  await style.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  await page.close();
});

test('the style bar does not appear under a pointer that may press again', async () => {
  const page = await canvasWith('add square "A" at:500,300');
  const canvas = await boxOf(page.locator('.canvas'));
  // Where the bar would be above the box.
  const pointer = { x: canvas.x + 580, y: canvas.y + 235, width: 1, height: 1 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.press('Control+a');
  const style = page.getByRole('toolbar', { name: 'Style of selection' });
  await style.waitFor();
  await expect.poll(async () => overlap(await boxOf(style), pointer)).toBe(false);
  await page.close();
});

test('the style bar of a box that a dot added covers neither the arrow nor the box before it', async () => {
  const page = await canvasWith('add square "A" at:500,200');
  const canvas = await boxOf(page.locator('.canvas'));
  const [from] = await boxes(page);
  await page.mouse.move(canvas.x + from!.x + from!.width / 2, canvas.y + from!.y + from!.height / 2);
  await page.mouse.click(canvas.x + from!.x + from!.width / 2, canvas.y + from!.y + from!.height + 5);
  await page.keyboard.type('B');
  await page.mouse.move(canvas.x + 200, canvas.y + 600);
  await page.keyboard.press('Escape');
  const style = page.getByRole('toolbar', { name: 'Style of selection' });
  await style.waitFor();
  const [a, b] = await boxes(page);
  expect(b!.y).toBeGreaterThan(a!.y + a!.height);
  const between = { x: canvas.x + a!.x, y: canvas.y + a!.y, width: a!.width, height: b!.y - a!.y };
  await expect.poll(async () => overlap(await boxOf(style), between)).toBe(false);
  // Nor does what opens from the bar.
  await style.getByRole('button', { name: 'Fill' }).click();
  const colors = page.getByRole('dialog', { name: 'Fill' });
  await colors.waitFor();
  expect(overlap(await boxOf(colors), { ...b!, x: canvas.x + b!.x, y: canvas.y + b!.y })).toBe(false);
  await page.close();
});

test('nothing is over the shapes to choose from, and the name of the one under the pointer is below them', async () => {
  const page = await canvasWith('add square "A" at:500,300');
  await press(page, 520, 310);
  for (const opener of ['Shapes', 'Shape: Rectangle']) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    const shapes = page.getByRole('dialog');
    await shapes.getByRole('button', { name: 'Diamond', exact: true }).hover();
    await shapes.getByText('Diamond', { exact: true }).waitFor();
    // Longer than tooltips take.
    await page.waitForTimeout(700);
    const isCovered = `[...document.querySelectorAll('[role=dialog] button')].some((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })`;
    expect(await page.evaluate(isCovered)).toBe(false);
    await page.keyboard.press('Escape');
    await shapes.waitFor({ state: 'detached' });
  }
  await page.close();
});

test('the button for a new card is clear of the handle of the selected board', async () => {
  const page = await canvasWith('add plan-board "Plan" at:200,100');
  await page.keyboard.press('Control+a');
  const [board] = await boxes(page);
  const canvas = await boxOf(page.locator('.canvas'));
  const at: Rect = await page.evaluate(`(() => {
    const { tab, viewport } = ${theEditor};
    const [{ x, y, width, height }] = [...tab.view.boxes()];
    return viewport.toScreen({ x: x + width / 2, y: y + height });
  })()`);
  const handle = { x: canvas.x + at.x - 6, y: canvas.y + at.y - 6, width: 12, height: 12 };
  expect(board).toBeDefined();
  const adds = page.getByRole('button', { name: /^Add card to/ });
  await adds.first().waitFor();
  for (const add of await adds.all()) expect(overlap(await boxOf(add), handle)).toBe(false);
  await page.close();
});

test('a search marks its hits on the canvas while its panel is open', async () => {
  const page = await canvasWith(
    'add square "Pay now" id=a at:300,200\nadd square "Ship" id=b at:600,200\nadd square "Pay later" id=c at:300,400',
  );
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find in document' }).fill('pay');
  const marks = page.locator('.canvas > svg [class*="found"]');
  await expect.poll(() => marks.count()).toBe(2);
  await page
    .getByRole('button', { name: /Pay now/ })
    .getByText('Rectangle')
    .waitFor();
  await page.getByRole('button', { name: 'Close Find' }).click();
  await expect.poll(() => marks.count()).toBe(0);
  await page.close();
});
