/** Shape libraries in the editor: filled from the selection and from files, searched, and placed by mouse, keyboard and touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('libraries');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const drawing = `add cylinder "Orders" id=orders at:240,160
add square "Checkout" id=checkout at:520,160 fill=blue
connect checkout -> orders id=way label=writes`;
const labels = async (bench: ControlBench): Promise<string[]> =>
  (await bench.elements()).flatMap(({ label }) => label ?? []).toSorted();
const shelf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a selection becomes an item, which a press places in the middle of the view, and a drag where it is dropped', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await bench.select('orders', 'checkout', 'way');
  await page.keyboard.press('Alt+b');
  await page.getByText('No libraries yet').waitFor();
  await shoot(page, 'libraries-none');
  await page.getByRole('button', { name: 'Add selection' }).click();
  await page.getByRole('menuitem', { name: 'New library' }).click();
  const item = shelf(page, 'My shapes').getByRole('button', { name: 'Place Checkout' });
  await item.click();
  await expect.poll(() => labels(bench)).toEqual(['Checkout', 'Checkout', 'Orders', 'Orders', 'writes', 'writes']);
  const arrows = (await bench.elements()).filter(({ type }) => type === 'arrow');
  const ends = arrows.map((arrow) => [arrow['from'], arrow['to']].map((end) => (end as { element?: string }).element));
  expect(new Set(ends.flat()).size).toBe(4);
  await expect.poll(() => bench.editor<number>('editor.selection.get().size')).toBe(3);
  await shoot(page, 'libraries-placed');
  await page.keyboard.press('Control+z');
  await expect.poll(() => labels(bench)).toEqual(['Checkout', 'Orders', 'writes']);

  await item.dragTo(page.locator('.canvas'), { targetPosition: { x: 400, y: 600 } });
  await expect.poll(() => labels(bench)).toHaveLength(6);
  await shoot(page, 'libraries-dropped');
  await page.close();
});

test('a library of Excalidraw is imported, searched and placed by the keyboard', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await page.keyboard.press('Alt+b');
  const rectangle = (id: string) => ({ id, type: 'rectangle', x: 0, y: 0, width: 100, height: 60 });
  const libraryItems = Array.from({ length: 30 }, (_, at) => ({ name: `Part ${at + 1}`, elements: [rectangle(`r${at}`)] }));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (
    await chooser
  ).setFiles({
    name: 'Machine parts.excalidrawlib',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ type: 'excalidrawlib', version: 2, libraryItems })),
  });
  await page.getByText('Imported 30 items into Machine parts').waitFor();
  await shelf(page, 'Machine parts').getByRole('button', { name: 'Show 6 more' }).click();
  await shelf(page, 'Machine parts').getByRole('button', { name: 'Place Part 30' }).waitFor();
  await shoot(page, 'libraries-imported');
  await page.getByRole('textbox', { name: 'Search libraries' }).fill('part 17');
  await expect.poll(() => page.getByRole('button', { name: /^Place / }).count()).toBe(1);
  const before = (await bench.elements()).length;
  await page.getByRole('button', { name: 'Place Part 17' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await bench.elements()).length).toBe(before + 1);
  await page.getByRole('textbox', { name: 'Search libraries' }).fill('nothing like it');
  await page.getByText('Nothing matches').waitFor();
  await page.close();
});

test('on a phone a tap places an item', async () => {
  const grace = await stage.person('Grace', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' }); // prettier-ignore
  const element = { type: 'shape', shape: 'hexagon', x: 0, y: 0, width: 90, height: 80, label: 'Nut' };
  const item = { id: crypto.randomUUID(), title: 'Nut', width: 90, height: 80, elements: [element] };
  await grace.agent.call('POST', '/shape-libraries', { name: 'Parts', items: [item] });
  const bench = await ControlBench.open(stage, grace, drawing);
  const { page } = bench;
  await page.getByRole('button', { name: 'Panels' }).tap();
  await page.getByRole('menuitem', { name: 'Shape libraries' }).tap();
  await page.getByRole('button', { name: 'Place Nut' }).tap();
  await expect.poll(() => labels(bench)).toContain('Nut');
  await shoot(page, 'libraries-phone');
  await page.close();
});
