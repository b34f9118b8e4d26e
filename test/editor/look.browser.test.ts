/** The hand-drawn look in real browsers: chosen by mouse, keyboard and touch, and the same on the page and in pictures. */
import process from 'node:process';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { publish } from '#test/harness/publish.ts';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const shots = process.env['TOOL_SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/look-${name}.png` });
};

let stage: EditorStage;
let ada: BrowserVisitor;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('look');
  ada = await stage.person('Ada');
  bench = await ControlBench.open(stage, ada, drawing);
});
afterAll(() => stage.stop());

const drawing = [
  'add square id=order "Order service" at:260,140',
  'add rounded id=pay "Payments" fill=blue at:560,140',
  'add ellipse id=who "Customer" fill=green at:860,140',
  'add diamond id=paid "Paid?" fill=yellow at:260,320',
  'add cylinder id=db "Orders" fill=orange at:580,320',
  'add cloud id=net "Internet" at:860,320',
  'add sticky id=note "A note about this" at:1080,140',
  'add text id=words "Words by hand" at:260,500',
  'add square id=dashed "Later" border=dashed at:480,480',
  'add table id=t label="Prices" columns=["Item","Price"] rows=[["Tea","3"],["Cake","5"]] at:700,480',
  'connect order -> pay "calls"',
  'connect pay -> who line=curved',
  'connect paid -> db heads=both',
  'connect order -> paid',
].join('\n');

/** The sketched and other paths of the elements that are on the page. */
const pathsOn = (page: Page): Promise<string[]> =>
  page.locator('.scene-elements [data-id] path').evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
const look = async (): Promise<string | undefined> => (await bench.document()).tabs[0]?.look;
const isSketched = async (page: Page): Promise<boolean> =>
  (await pathsOn(page)).some((path) => /^M[^M]*C[^M]*M[^M]*C/.test(path));
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}
/** The paths of a picture of the tab. */
async function pictured(): Promise<ReadonlySet<string>> {
  const { place } = bench;
  const svg = await bench.page.evaluate<string>(
    `fetch('/api/v1/documents/${place.id}/tabs/${place.tab}/render.svg').then((it) => it.text())`,
  );
  return new Set(Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path = '']) => path));
}

test('the look is chosen beside the theme by mouse and keyboard, at once for everyone', async () => {
  const { page } = bench;
  const other = await ada.open(`/d/${bench.place.id}`);
  await other.getByText('Saved').waitFor();
  await shoot(page, 'clean');
  expect(await isSketched(page)).toBe(false);
  await command(page, 'Tab theme');
  const dialog = page.getByRole('dialog', { name: /^Theme for/ });
  await dialog.getByText('Hand-drawn', { exact: true }).click();
  await expect.poll(look).toBe('hand-drawn');
  await expect.poll(() => dialog.getByRole('radio', { name: 'Hand-drawn' }).isChecked()).toBe(true);
  await shoot(page, 'dialog');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Hand-drawn' }).press('ArrowLeft');
  await expect.poll(look).toBe(undefined);
  await dialog.getByRole('radio', { name: 'Clean' }).press('ArrowRight');
  await expect.poll(look).toBe('hand-drawn');
  await page.keyboard.press('Escape');
  await expect.poll(() => isSketched(page)).toBe(true);
  await expect.poll(() => isSketched(other)).toBe(true);
  await shoot(page, 'hand-drawn');
  await other.close();
});

test('the page draws the same paths as the picture, and a dragged box keeps its lines', async () => {
  const { page } = bench;
  const inPicture = await pictured();
  const onPage = await pathsOn(page);
  expect(onPage.length).toBeGreaterThan(30);
  for (const path of onPage) expect(inPicture).toContain(path);
  const shape = async (): Promise<number[]> => {
    const { id } = (await bench.element('order'))!;
    const path = await page.locator(`[data-id="${id}"] path`).last().getAttribute('d');
    return (path?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  };
  const before = await shape();
  await page.mouse.move(280, 215);
  const box = (await bench.element('order'))!;
  const at = await page.evaluate<{ x: number; y: number }>(
    `(() => { const r = document.querySelector('[data-id="${box.id}"]').getBoundingClientRect(); return { x: r.x + 20, y: r.y + 14 }; })()`,
  );
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y + 10, { steps: 4 });
  await page.mouse.move(at.x + 57, at.y - 33, { steps: 4 });
  await expect.poll(async () => (await shape())[0] !== before[0]).toBe(true);
  const during = await shape();
  const [dx, dy] = [during[0]! - before[0]!, during[1]! - before[1]!];
  for (const [index, value] of before.entries())
    expect(Math.abs(during[index]! - value - (index % 2 === 0 ? dx : dy))).toBeLessThanOrEqual(0.21);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await expect.poll(shape).toEqual(before);
});

test('text is edited in handwriting, and the words of a text fit it', async () => {
  const { page } = bench;
  await bench.select('words');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: /^Text of/ });
  expect(await page.evaluate<string>('getComputedStyle(document.activeElement).fontFamily')).toContain('Kalam');
  await field.fill('Words that are written by a quick hand');
  await shoot(page, 'typing');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await bench.element('words'))?.['label']).toBe('Words that are written by a quick hand');
  const { width } = (await bench.element('words'))!;
  expect(width).toBeLessThan(290);
  expect(await bench.element('words')).not.toHaveProperty('font');
  // The font of the look is what the style bar shows.
  await bench.select('words');
  await page.getByRole('button', { name: 'Font' }).click();
  await shoot(page, 'font');
  await page.keyboard.press('Escape');
});

test('a copy of the tab and a published board have the look', async () => {
  const { secret } = await publish(stage.node.url, stage.storage, bench.place.id);
  const reader = await stage.stranger({ colorScheme: 'dark' });
  for (const query of ['', '?theme=dark']) {
    const page = await reader.open(`/p/${secret}${query}`);
    await page.locator('[data-state="shown"]').waitFor();
    await expect.poll(() => isSketched(page)).toBe(true);
    await shoot(page, `published${query === '' ? '' : '-dark'}`);
    await page.close();
  }
  const { page } = bench;
  await page.getByRole('button', { name: 'Actions for Tab 1' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.poll(async () => (await bench.document()).tabs.map((tab) => tab.look)).toEqual(['hand-drawn', 'hand-drawn']);
});

test('the commands of the palette change it, on a dark phone by touch', async () => {
  const ben = await stage.person('Ben', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  await stage.invite(bench.place.id, ben, 'editor');
  await bench.send('PATCH', `/tabs/${bench.place.tab}`, { theme: 'auto' });
  const page = await ben.open(`/d/${bench.place.id}`);
  await page.getByText('Saved').waitFor();
  await expect.poll(() => isSketched(page)).toBe(true);
  await page.keyboard.press('1');
  await shoot(page, 'phone');
  const choose = async (name: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).tap();
  };
  await choose('Clean look');
  await expect.poll(look).toBe(undefined);
  await expect.poll(() => isSketched(page)).toBe(false);
  await choose('Hand-drawn look');
  await expect.poll(look).toBe('hand-drawn');
  await choose('Tab theme');
  const dialog = page.getByRole('dialog', { name: /^Theme for/ });
  await dialog.getByText('Clean', { exact: true }).tap();
  await expect.poll(look).toBe(undefined);
  await dialog.getByText('Hand-drawn', { exact: true }).tap();
  await expect.poll(look).toBe('hand-drawn');
  await shoot(page, 'phone-dialog');
  await page.close();
});
