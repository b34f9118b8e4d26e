/** Reactions in real browsers: who sees them, where, for how long, and how they are sent by mouse, keyboard and finger. */
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
  stage = await startStage('reactions');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { color: '#0f766e', colorScheme: 'dark' });
});
afterAll(() => stage.stop());

/** From now on the page keeps the emoji that rise on it, and what it announces. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.risen = [];
    window.spoken = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes)
        for (const one of node.querySelectorAll?.('[data-reaction]') ?? []) window.risen.push(one.dataset.reaction);
      const { textContent } = document.querySelector('p[aria-live=polite]');
      if (window.spoken.at(-1) !== textContent) window.spoken.push(textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
const risen = (page: Page): Promise<string[]> => page.evaluate('window.risen');
const spoken = (page: Page): Promise<string[]> => page.evaluate('window.spoken');
const rising = (page: Page): Promise<number> => page.locator('[data-reaction]').count();
const placeOf = (page: Page): Promise<{ x: number; y: number }> =>
  page.locator('[data-reaction]').evaluate((one) => {
    const { x, y } = one.parentElement!.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y) };
  });

test('a press shows an emoji to everyone on the tab, viewers included, who react too; it is gone soon, and nothing is written', async () => {
  const bench = await ControlBench.open(stage, ben, 'add square id=a at:300,200 label=Here');
  await stage.invite(bench.place.id, ada, 'viewer');
  const viewer = await ControlBench.at(ada, bench.place);
  const { page } = bench;
  await watch(viewer.page);
  await watch(page);
  const before = await bench.get<{ revision?: number }>('');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Reactions' }).click();
  const menu = page.getByRole('dialog', { name: 'Reactions' });
  await menu.getByRole('button', { name: 'Party popper' }).click();
  await expect.poll(() => rising(page)).toBe(1);
  await page.waitForTimeout(500);
  await shoot(page, 'reaction-own');
  await expect.poll(() => risen(viewer.page)).toEqual(['🎉']);
  await expect.poll(() => spoken(viewer.page)).toContain('Ben reacted with 🎉');
  expect(await spoken(page)).toContain('You reacted with 🎉');
  // The menu stays open.
  await page.waitForTimeout(250);
  await menu.getByRole('button', { name: 'Thumbs up' }).click();
  await expect.poll(() => risen(viewer.page)).toEqual(['🎉', '👍']);
  await expect.poll(() => rising(page)).toBe(0);
  await expect
    .poll(() => bench.editor<boolean>('editor.session.people.get().every(({ reaction }) => reaction === null)'))
    .toBe(true);
  await expect
    .poll(() => viewer.editor<boolean>('editor.session.people.get().every(({ reaction }) => reaction === null)'))
    .toBe(true);
  expect(await bench.get('')).toEqual(before);

  await viewer.page.bringToFront();
  await viewer.page.mouse.move(640, 300);
  await viewer.page.keyboard.press('Shift+R');
  await viewer.page.getByRole('dialog', { name: 'Reactions' }).waitFor();
  await viewer.page.keyboard.press('2');
  await expect.poll(() => rising(viewer.page)).toBe(1);
  expect(await placeOf(viewer.page)).toEqual({ x: 640, y: 300 });
  await expect.poll(() => risen(page)).toEqual(['🎉', '👍', '❤️']);
  await viewer.page.keyboard.press('Escape');
  await expect.poll(() => viewer.editor<boolean>('editor.canvas.hasFocus()')).toBe(true);
  await Promise.all([page.close(), viewer.page.close()]);
});

test('the keyboard alone chooses one with the arrow keys, from the middle of the view', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  await watch(page);
  await page.keyboard.press('Shift+R');
  await page.getByRole('button', { name: 'Thumbs up' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Thumbs up');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => risen(page)).toEqual(['❤️']);
  const { x } = await placeOf(page);
  expect(Math.abs(x - 640)).toBeLessThan(40);
  await page.close();
});

test('others see it in view when it is elsewhere on the canvas, with the name of its person', async () => {
  const bench = await ControlBench.open(stage, ben, 'add square id=a at:300,200');
  await stage.invite(bench.place.id, ada, 'editor');
  const other = await ControlBench.at(ada, bench.place);
  await other.editor<void>('editor.viewport.fit({ x: 5000, y: 5000, width: 800, height: 500 }, 0)');
  await watch(other.page);
  await bench.page.bringToFront();
  await bench.page.mouse.move(400, 300);
  await bench.page.keyboard.press('Shift+R');
  await bench.page.getByRole('dialog', { name: 'Reactions' }).waitFor();
  for (const digit of ['3', '4', '7']) {
    await bench.page.keyboard.press(digit);
    await bench.page.waitForTimeout(300);
  }
  await expect.poll(() => risen(other.page)).toEqual(['🎉', '👏', '🤔']);
  await shoot(bench.page, 'reaction-keys-dark');
  await other.page.bringToFront();
  await bench.page.keyboard.press('3');
  await expect.poll(() => rising(other.page)).toBeGreaterThan(0);
  await other.page.getByText('Ben', { exact: true }).first().waitFor();
  await shoot(other.page, 'reaction-others');
  await Promise.all([bench.page.close(), other.page.close()]);
});

test('on a phone with reduced motion a finger sends it, and it fades where it is', async () => {
  const grace = await stage.person('Grace', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const bench = await ControlBench.open(stage, grace, 'add square id=a at:0,0');
  const { page } = bench;
  await page.getByRole('button', { name: 'Reactions' }).tap();
  await page.getByRole('button', { name: 'Laughing' }).waitFor();
  await shoot(page, 'reaction-phone-menu');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Laughing' }).tap();
  await expect.poll(() => rising(page)).toBe(1);
  const topOf = (): Promise<number> => page.locator('[data-reaction]').evaluate((one) => one.getBoundingClientRect().top);
  const first = await topOf();
  await page.waitForTimeout(400);
  await shoot(page, 'reaction-phone');
  expect(await topOf()).toBe(first);
  await expect.poll(() => rising(page)).toBe(0);
  await page.close();
});
