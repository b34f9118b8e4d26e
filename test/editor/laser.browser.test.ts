/** The laser pointer in real browsers: its trail, which others on the tab see live and no one finds in the document. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('laser');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { color: '#0f766e' });
});
afterAll(() => stage.stop());

/** Of the trails that are shown. */
const colorsOn = (page: Page): Promise<string[]> =>
  page.locator('[data-laser-trails] path').evaluateAll((all) => all.map((path) => path.getAttribute('fill') ?? ''));
/** From now on the page keeps the colors of all trails that it has shown. */
const watchTrails = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.seenTrails = new Set();
    new MutationObserver(() => {
      for (const path of document.querySelectorAll('[data-laser-trails] path')) window.seenTrails.add(path.getAttribute('fill'));
    }).observe(document.querySelector('[data-laser-trails]'), { childList: true });
  })()`);
const seenOn = (page: Page): Promise<string[]> => page.evaluate('[...window.seenTrails]');
const wave = async (page: Page, from: number): Promise<void> => {
  await page.mouse.move(from, 300);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(from + step * 20, 300 + 60 * Math.sin(step / 3));
};

test('its key and a drag draw a red trail, which a viewer sees in the person’s color; it fades, and nothing is written', async () => {
  const bench = await ControlBench.open(stage, ben, 'add square id=a at:300,200 label=Here');
  await stage.invite(bench.place.id, ada, 'viewer');
  const viewer = await ControlBench.at(ada, bench.place);
  const { page } = bench;
  await watchTrails(viewer.page);
  await page.bringToFront();
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Laser pointer', pressed: true }).waitFor();
  const before = await bench.get<{ revision?: number }>('');
  await wave(page, 280);
  await expect.poll(() => colorsOn(page)).toEqual(['#e03131']);
  await shoot(page, 'laser');
  await expect.poll(() => seenOn(viewer.page)).toEqual(['#0f766e']);
  await page.mouse.up();
  await expect.poll(() => colorsOn(page)).toEqual([]);
  await expect.poll(() => colorsOn(viewer.page)).toEqual([]);
  // Those who come later see nothing of it.
  await expect.poll(() => bench.editor<boolean>('editor.session.people.get().every(({ laser }) => laser === null)')).toBe(true);
  await expect.poll(() => viewer.editor<boolean>('editor.session.people.get().every(({ laser }) => laser === null)')).toBe(true);
  expect(await bench.get('')).toEqual(before);
  expect((await bench.elements()).map(({ ref }) => ref)).toEqual(['a']);
  expect(await bench.editor<boolean>('editor.selection.get().size === 0')).toBe(true);

  // Viewers point, too, and only on their tab are they seen.
  await watchTrails(page);
  await viewer.page.bringToFront();
  await viewer.page.getByRole('button', { name: 'Laser pointer' }).click();
  await wave(viewer.page, 280);
  await viewer.page.mouse.up();
  await expect.poll(() => seenOn(page)).toHaveLength(1);
  await viewer.page.keyboard.press('Escape');
  await viewer.page.getByRole('button', { name: 'Select', pressed: true }).waitFor();
  await Promise.all([page.close(), viewer.page.close()]);
});

test('a viewer sees the trail in the middle of the line', async () => {
  const bench = await ControlBench.open(stage, ben);
  await stage.invite(bench.place.id, ada, 'viewer');
  const viewer = await ControlBench.at(ada, bench.place);
  const { page } = bench;
  await page.bringToFront();
  await page.keyboard.press('k');
  await wave(page, 280);
  await expect.poll(() => colorsOn(viewer.page)).toEqual(['#0f766e']);
  await shoot(viewer.page, 'laser-viewer');
  await page.mouse.up();
  await Promise.all([page.close(), viewer.page.close()]);
});

test('with reduced motion the trail stays whole, and is gone at once', async () => {
  const still = await stage.person('Carol', { reducedMotion: 'reduce', colorScheme: 'dark' });
  const bench = await ControlBench.open(stage, still);
  const { page } = bench;
  await page.keyboard.press('k');
  await wave(page, 280);
  const path = () => page.locator('[data-laser-trails] path').getAttribute('d', { timeout: 1_000 });
  const whole = await path();
  await page.waitForTimeout(300);
  expect(await path()).toBe(whole);
  await shoot(page, 'laser-dark');
  await page.mouse.up();
  await expect.poll(() => colorsOn(page)).toEqual([]);
  await page.close();
});

test('a finger points with it on a phone', async () => {
  const grace = await stage.person('Grace', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const bench = await ControlBench.open(stage, grace, 'add square id=a at:0,0');
  const { page } = bench;
  await page.getByRole('button', { name: 'Laser pointer' }).tap();
  const client = await grace.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly (readonly [number, number])[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [60, 300]);
  for (const x of [90, 120, 150, 180, 210, 240]) await touch('touchMove', [x, 320]);
  await expect.poll(() => colorsOn(page)).toEqual(['#e03131']);
  await shoot(page, 'laser-phone');
  await touch('touchEnd');
  await expect.poll(() => colorsOn(page)).toEqual([]);
  expect((await bench.elements()).map(({ ref }) => ref)).toEqual(['a']);
  await page.close();
});

test('in a presentation K takes it: presses draw, keys still turn pages', async () => {
  const bench = await ControlBench.open(stage, ben);
  const tab = await bench.send<{ tab?: { id: string } }>('POST', '/tabs', { name: 'Slides', mode: 'pages' });
  const { tabs } = await bench.document();
  const slides = bench.on(tab.tab?.id ?? tabs[1]!.id);
  await slides.send('POST', `/tabs/${slides.place.tab}/illustrate`, { pages: [{ op: 'add', kind: 'slide', name: 'One' }, { op: 'add', kind: 'slide', name: 'Two' }] }); // prettier-ignore
  await slides.showTab(slides.place.tab);
  const { page } = bench;
  await page.keyboard.press('F5');
  const one = page.getByRole('dialog', { name: /One/ });
  await one.waitFor();
  await page.keyboard.press('k');
  await wave(page, 200);
  await expect.poll(() => colorsOn(page)).toEqual(['#e03131']);
  await shoot(page, 'laser-presenting');
  await page.mouse.up();
  expect(await one.isVisible()).toBe(true);
  await page.keyboard.press('ArrowRight');
  const two = page.getByRole('dialog', { name: /Two/ });
  await two.waitFor();
  await page.keyboard.press('k');
  // A press at the left turns back, as without it.
  await page.mouse.click(100, 400);
  await one.waitFor();
  await page.keyboard.press('Escape');
  await one.waitFor({ state: 'detached' });
  await page.close();
});
