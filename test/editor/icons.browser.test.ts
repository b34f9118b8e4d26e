/** Icons in a real browser: the picker by mouse, keyboard and finger, another icon, and icons that are loaded when one is shown. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('icons');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const picker = (page: Page, name = 'Icons') => page.getByRole('dialog', { name, exact: true });
const iconsOn = async (bench: ControlBench): Promise<unknown[]> => (await bench.elements()).map((element) => element['icon']);
/** The lines that are drawn on the canvas for an element, besides its label. */
const linesOf = (bench: ControlBench, ref: string): Promise<number> =>
  bench.editor(
    `editor.scene.get().nodeOf([...editor.tab.view.idsOfSlug('${ref}')][0])?.querySelectorAll('g[transform] path').length ?? 0`,
  );
const loadedData = (page: Page): Promise<number> =>
  page.evaluate(
    "performance.getEntriesByType('resource').filter(({ name, initiatorType }) => initiatorType !== 'other' && /(drawn-icons|searched-icons|icon-set)-/.test(name)).length",
  );

test('an icon is found and added by mouse, and labelled without changing its size', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  expect(await loadedData(page)).toBe(0);
  await page.getByRole('button', { name: 'Shapes' }).click();
  await page.getByRole('button', { name: 'Icon', exact: true }).click();
  await picker(page).getByRole('textbox', { name: 'Search icons' }).fill('data storage');
  await shoot(page, 'icons-picker');
  await picker(page).getByRole('button', { name: 'database', exact: true }).click();
  await picker(page).waitFor({ state: 'hidden' });
  await expect.poll(() => iconsOn(bench)).toEqual(['database']);
  const [added] = await bench.elements();
  expect(added).toMatchObject({ shape: 'icon', width: 64, height: 64 });
  await expect.poll(() => linesOf(bench, added?.ref ?? '')).toBe(3);
  // It is selected: typing labels it.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Orders of all shops');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await bench.elements())[0]?.label).toBe('Orders of all shops');
  expect((await bench.elements())[0]?.height).toBe(92);
  await page.close();
});

test('by keyboard: the palette, the first result with Enter, others with arrow keys; Change icon keeps the rest', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Insert icon');
  await page.keyboard.press('Enter');
  const field = picker(page).getByRole('textbox', { name: 'Search icons' });
  await field.waitFor();
  await expect.poll(() => page.evaluate<boolean>('document.activeElement.matches("[role=dialog] input")')).toBe(true);
  await page.keyboard.type('server');
  await page.keyboard.press('Enter');
  await expect.poll(() => iconsOn(bench)).toEqual(['server']);
  await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: 'Change icon' }).click();
  await picker(page, 'Change icon').getByRole('textbox', { name: 'Search icons' }).fill('lock');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  const focused = (): Promise<string | null> => page.evaluate('document.activeElement.getAttribute("aria-label")');
  await expect.poll(focused).toBe('lock');
  await page.keyboard.press('Enter');
  await expect.poll(() => iconsOn(bench)).toEqual(['lock']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => iconsOn(bench)).toEqual(['server']);
  await page.close();
});

test('by finger', async () => {
  const cy = await stage.person('Cy', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const bench = await ControlBench.open(stage, cy);
  const { page } = bench;
  await page.getByRole('button', { name: 'Shapes' }).tap();
  await page.getByRole('button', { name: 'Icon', exact: true }).tap();
  await shoot(page, 'icons-phone');
  await picker(page).getByRole('textbox', { name: 'Search icons' }).tap();
  await page.keyboard.type('cloud');
  const choice = picker(page).getByRole('button', { name: 'cloud', exact: true });
  const size = await choice.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await choice.tap();
  await expect.poll(() => iconsOn(bench)).toEqual(['cloud']);
  await page.close();
});

test('IC7 icons of others are drawn once their lines are loaded, and unknown ones as squares', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  expect(await loadedData(page)).toBe(0);
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
    operations: `add icon=smartphone "Mobile app" id=app at:200,200
add icon=cloud "Edge" id=edge fill=blue right-of:app gap:120
add icon=server "Orders API" id=api fill=teal right-of:edge gap:120
add icon=database "Orders" id=db stroke=green right-of:api gap:120
add icon=lock "Sign-in" id=auth fill=#2d6cdf above:api gap:60
add icon=users "People" id=people stroke=purple above:app gap:60
connect people -> app
connect app -> edge label="HTTPS"
connect edge -> api
connect api -> db label="SQL"
connect api -> auth`,
  });
  await expect.poll(() => linesOf(bench, 'api')).toBeGreaterThan(3);
  expect(await loadedData(page)).toBeGreaterThan(0);
  await page.keyboard.press('Shift+1');
  await shoot(page, 'icons-diagram');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'icons-diagram-dark');
  await page.close();
});
