/** The timer of a document in real browsers: everyone sees the same, after a reload too, and its end is shown and announced. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('timer');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { colorScheme: 'dark' });
});
afterAll(() => stage.stop());

const time = (page: Page) => page.getByRole('timer');
const secondsOn = async (page: Page): Promise<number> => {
  const [minutes = '', seconds = ''] = (await time(page).innerText()).split(':');
  return Number(minutes) * 60 + Number(seconds);
};
const announcement = (page: Page) => page.locator('p[aria-live=polite]');

test('an editor starts it, everyone sees it run, and it can be paused, extended and stopped; undo does not touch it', async () => {
  const bench = await ControlBench.open(stage, ada, 'add square id=a at:300,200 label=Here');
  await stage.invite(bench.place.id, ben, 'viewer');
  const viewer = await ControlBench.at(ben, bench.place);
  const { page } = bench;
  await page.bringToFront();
  await page.getByRole('button', { name: 'Timer', exact: true }).click();
  await page.getByRole('dialog', { name: 'Timer' }).waitFor();
  await shoot(page, 'timer-menu');
  await page.getByRole('button', { name: '5 min', exact: true }).click();
  await time(page).waitFor();
  await expect.poll(() => announcement(page).textContent()).toMatch(/^Timer: (?:5 minutes|4 minutes \d\d seconds)$/);
  await time(viewer.page).waitFor();
  expect(Math.abs((await secondsOn(page)) - (await secondsOn(viewer.page)))).toBeLessThanOrEqual(2);
  await shoot(page, 'timer');
  await viewer.page.bringToFront();
  await shoot(viewer.page, 'timer-viewer-dark');
  for (const one of [viewer.page, page]) expect(await seriousFaults(one)).toEqual([]);
  expect(await viewer.page.getByRole('toolbar', { name: 'Timer' }).getByRole('button').count()).toBe(0);
  expect(await viewer.page.getByRole('button', { name: 'Timer', exact: true }).count()).toBe(0);

  await page.bringToFront();
  await page.getByRole('button', { name: 'Pause timer' }).click();
  await page.getByRole('button', { name: 'Resume timer' }).waitFor();
  const paused = await secondsOn(page);
  await viewer.page.reload();
  await expect.poll(() => secondsOn(viewer.page)).toBe(paused);
  await shoot(page, 'timer-paused');
  await page.getByRole('button', { name: 'Add 1 minute' }).click();
  await expect.poll(() => secondsOn(viewer.page)).toBe(paused + 60);
  expect(await bench.editor<boolean>('editor.session.steps.canUndo')).toBe(false);
  await page.getByRole('button', { name: 'Resume timer' }).click();
  await expect.poll(() => secondsOn(viewer.page)).toBeLessThan(paused + 60);
  await page.getByRole('button', { name: 'Stop timer' }).click();
  for (const one of [page, viewer.page]) await time(one).waitFor({ state: 'detached' });
  await Promise.all([page.close(), viewer.page.close()]);
});

test('its end is shown and announced, also on a device whose clock is an hour off, and no bad minutes are taken', async () => {
  const bench = await ControlBench.open(stage, ben);
  await stage.invite(bench.place.id, ada, 'editor');
  const page = await ada.context.newPage();
  const hour = 3_600_000;
  await page.addInitScript(`{ const now = Date.now.bind(Date); Date.now = () => now() + ${hour}; }`);
  await page.goto(`/d/${bench.place.id}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Timer', exact: true }).click();
  await page.getByRole('textbox', { name: 'Minutes' }).fill('half');
  await page.keyboard.press('Enter');
  await page.getByText('Enter whole minutes from 1 to 1440.').waitFor();
  await page.keyboard.press('Escape');
  await bench.send('POST', '/timer', { action: 'start', seconds: 8 });
  await time(page).waitFor();
  expect(await secondsOn(page)).toBeLessThanOrEqual(9);
  await expect.poll(() => time(page).innerText()).toBe('Time’s up');
  await expect.poll(() => time(bench.page).innerText()).toBe('Time’s up');
  await expect.poll(() => announcement(bench.page).textContent()).toMatch(/^Time’s up/);
  await shoot(page, 'timer-over');
  await bench.page.bringToFront();
  await shoot(bench.page, 'timer-over-dark');
  await page.getByRole('button', { name: 'Stop timer' }).click();
  await time(bench.page).waitFor({ state: 'detached' });
  await Promise.all([page.close(), bench.page.close()]);
});

test('on a phone a finger starts it, and the chip is at the top of the canvas', async () => {
  const grace = await stage.person('Grace', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const bench = await ControlBench.open(stage, grace, 'add square id=a at:0,0');
  const { page } = bench;
  await page.getByRole('button', { name: 'Timer', exact: true }).tap();
  await page.getByRole('button', { name: '3 min', exact: true }).waitFor();
  await shoot(page, 'timer-phone-menu');
  await page.getByRole('button', { name: '3 min', exact: true }).tap();
  await time(page).waitFor();
  await shoot(page, 'timer-phone');
  const chip = await page.getByRole('toolbar', { name: 'Timer' }).boundingBox();
  expect([(chip?.x ?? 0) >= 0, (chip?.x ?? 0) + (chip?.width ?? 999) <= 390, (chip?.y ?? 999) < 120]).toEqual([true, true, true]);
  await page.getByRole('button', { name: 'Stop timer' }).tap();
  await time(page).waitFor({ state: 'detached' });
  await page.close();
});
