/** What selections, the view and the pointer show and do on the canvas, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

type Place = { readonly id: string; readonly tab: string };
type Point = readonly [x: number, y: number];
type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('view');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

/** A page with the drawing at 100%, whose canvas begins at 0,0. */
async function canvasWith(lines: string): Promise<{ page: Page; place: Place }> {
  const place = await stage.document(ada);
  if (lines !== '') expect((await ada.agent.changeset(place, lines)).status).toBe(201);
  const page = await ada.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  return { page, place };
}

const inWindow = async (page: Page, [x, y]: Point): Promise<Point> => {
  const box = (await page.locator('.canvas').boundingBox())!;
  return [x + box.x, y + box.y];
};

async function drag(page: Page, from: Point, to: Point, button: 'left' | 'middle' = 'left'): Promise<void> {
  await page.mouse.move(...(await inWindow(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await inWindow(page, to)), { steps: 5 });
  await page.mouse.up({ button });
}

/** What the page itself has. */
const boxes = (page: Page): Promise<(Rect & { readonly id: string; readonly label?: string })[]> =>
  page.evaluate(
    `[...${theEditor}.tab.view.boxes()].map(({ id, x, y, width, height, label }) => ({ id, x, y, width, height, label }))`,
  );
const view = (page: Page): Promise<{ readonly x: number; readonly y: number; readonly zoom: number }> =>
  page.evaluate(`(({ x, y, zoom }) => ({ x, y, zoom }))(${theEditor}.viewport.get())`);
const tool = (page: Page): Promise<string> => page.evaluate(`${theEditor}.tool.get().name`);

/** The rectangle of the outline around the selection, on the canvas. */
async function outline(page: Page): Promise<Rect> {
  const points = (await page.locator('.canvas > svg > polygon').first().getAttribute('points')) ?? '';
  const corners = points.split(' ').map((corner) => corner.split(',').map(Number));
  const [xs, ys] = [corners.map(([x = NaN]) => x), corners.map(([, y = NaN]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const outlineIsAroundTheBox = async (page: Page): Promise<void> => {
  await expect
    .poll(async () => {
      const [box] = await boxes(page);
      const { id: _id, label: _label, ...rect } = box!;
      return JSON.stringify(await outline(page)) === JSON.stringify(rect);
    })
    .toBe(true);
};

test('the outline of a selected box follows its moves, its shape and its growing label', async () => {
  const { page } = await canvasWith('add square id=a label=A at:300,200');
  await page.mouse.click(...(await inWindow(page, [320, 215])));
  await outlineIsAroundTheBox(page);
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await boxes(page))[0]!.y).toBe(230);
  await outlineIsAroundTheBox(page);
  const before = (await boxes(page))[0]!;
  await page.keyboard.press('Enter');
  await page.keyboard.type('A label that is so long that its box has to grow to hold all of it, line by line, until it fits');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxes(page))[0]!.height).toBeGreaterThan(before.height);
  await outlineIsAroundTheBox(page);
  await page.close();
});

test('the outline grows with a text while it is typed', async () => {
  for (const tool of ['t', 'r']) {
    const { page } = await canvasWith('');
    await page.keyboard.press(tool);
    await page.mouse.click(...(await inWindow(page, [400, 300])));
    await page.keyboard.type('Words that are typed one by one and need much more room than there was', { delay: 2 });
    const typed = await outline(page);
    expect(await page.getByRole('textbox', { name: /^Text of / }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await outlineIsAroundTheBox(page);
    expect(typed).toEqual(await outline(page));
    await page.close();
  }
});

test('a flat drag with a shape tool draws a box that can hold a line of text', async () => {
  const { page } = await canvasWith('');
  await page.keyboard.press('d');
  await drag(page, [300, 300], [500, 301]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxes(page)).length).toBe(1);
  const [box] = await boxes(page);
  expect(box).toMatchObject({ x: 300, y: 300, width: 200 });
  expect(box!.height).toBeGreaterThanOrEqual(24);
  await page.close();
});

test('panning with the middle button pastes nothing', async () => {
  const { page } = await canvasWith('add square id=a label=A at:300,200');
  const before = await view(page);
  // On Linux, selecting a text makes it what the middle button pastes.
  await page.evaluate(`(() => {
    const words = document.createElement('p');
    words.textContent = 'selected elsewhere';
    words.id = 'words';
    Object.assign(words.style, { position: 'fixed', bottom: '0', left: '300px', zIndex: '99' });
    document.querySelector('.document-screen').append(words);
  })()`);
  await page.locator('#words').click({ clickCount: 3 });
  expect(await page.evaluate('getSelection().toString()')).toContain('selected');
  await drag(page, [700, 500], [600, 450], 'middle');
  expect(await view(page)).toMatchObject({ x: before.x + 100, y: before.y + 50 });
  expect(await boxes(page)).toHaveLength(1);
  await page.close();
});

test('a tab that is shown again has the view that it was left with', async () => {
  const { page, place } = await canvasWith('add square id=a label=A at:300,200');
  await ada.agent.call('POST', `/documents/${place.id}/tabs`, { name: 'Second' });
  await page.mouse.move(...(await inWindow(page, [500, 400])));
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.mouse.wheel(70, 40);
  await expect.poll(async () => (await view(page)).zoom).toBeGreaterThan(1);
  const left = await view(page);
  await page.getByRole('link', { name: 'Second' }).click();
  await expect.poll(() => boxes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Tab 1' }).click();
  await expect.poll(async () => (await boxes(page)).length).toBe(1);
  expect(await view(page)).toEqual(left);
  await page.close();
});

test('Space pans after a zoom was chosen with the mouse', async () => {
  const { page } = await canvasWith('add square id=a label=A at:300,200');
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menuitem', { name: '50%' }).click();
  await expect.poll(async () => (await view(page)).zoom).toBe(0.5);
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  const before = await view(page);
  await page.mouse.move(...(await inWindow(page, [700, 600])));
  await page.keyboard.down('Space');
  await drag(page, [700, 600], [650, 580]);
  await page.keyboard.up('Space');
  expect(await view(page)).toEqual({ ...before, x: before.x + 100, y: before.y + 40 });
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await page.close();
});

test('Space presses the button that has the keyboard focus', async () => {
  const { page } = await canvasWith('add square id=a label=A at:300,200');
  await page.mouse.move(...(await inWindow(page, [700, 600])));
  const focused = () => page.evaluate(`document.activeElement.getAttribute('aria-label')`);
  while ((await focused()) !== 'Zoom in') await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(async () => (await view(page)).zoom).toBeGreaterThan(1);
  await page.close();
});

test('Escape puts a tool away wherever the focus is, but not while it closes a menu', async () => {
  const { page } = await canvasWith('');
  await page.keyboard.press('t');
  expect(await tool(page)).toBe('text');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(`document.activeElement.matches('.canvas')`)).toBe(false);
  await page.getByRole('button', { name: /^Zoom: / }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  expect(await tool(page)).toBe('text');
  await page.keyboard.press('Escape');
  expect(await tool(page)).toBe('select');
  await page.mouse.click(...(await inWindow(page, [400, 400])));
  expect(await boxes(page)).toEqual([]);
  await page.close();
});
