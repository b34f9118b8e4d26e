/** Comments on points of the canvas, in real browsers: placed by the tool, the menu and the palette, and gone if nothing is written. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

type Thread = { readonly ref: string; readonly comments: readonly { readonly text: string }[] };

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('comments');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

const drawing = 'add square id=a at:300,200 label=Here\nadd square id=b at:700,200 label=There\nconnect a -> b id=w';
const field = (page: Page) => page.getByRole('textbox', { name: 'Add a comment…' });
const hasFocus = (page: Page): Promise<boolean> =>
  field(page).evaluate((element) => element === element.ownerDocument.activeElement);
const said = async (bench: ControlBench): Promise<unknown> =>
  (await bench.get<{ threads: readonly Thread[] }>('/comments')).threads.map(({ ref, comments }) => [
    ref,
    comments.map(({ text }) => text),
  ]);
const badges = async (bench: ControlBench): Promise<unknown> =>
  (await bench.elements()).filter(({ type }) => type === 'annotation').map(({ number }) => number);
const canUndo = (bench: ControlBench): Promise<boolean> => bench.editor('editor.session.steps.canUndo');

test('a press on the canvas places the next badge and begins its thread; one on an arrow does, too', async () => {
  const bench = await ControlBench.open(stage, ada, `${drawing}\nadd annotation id=n number=4 label=Look at:300,500`);
  const { page } = bench;
  await page.keyboard.press('c');
  await page.getByRole('button', { name: 'Comment', pressed: true }).waitFor();
  await page.mouse.move(500, 420);
  await shoot(page, 'comment-tool');
  await page.mouse.click(500, 420);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await shoot(page, 'comment-begun');
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.type('Is this empty?');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: '1 comment on Badge 5' }).waitFor();
  await shoot(page, 'comment-sent');
  expect(await badges(bench)).toEqual([5, 4]);
  expect(await page.getByRole('textbox', { name: /^Reply on / }).count()).toBe(0);
  expect(await said(bench)).toEqual([['annotation', ['Is this empty?']]]);
  expect(await bench.editor<boolean>('editor.canvas.hasFocus()')).toBe(true);

  const middle = await bench.pointOf('a', 1.6);
  await page.keyboard.press('c');
  await page.mouse.click(middle.x, middle.y);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.getByRole('region', { name: 'Comment on Badge 6' }).waitFor();
  await page.close();
});

test('a press on a box begins its thread, and the next one a reply', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  const { x, y } = await bench.pointOf('a');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.mouse.click(x, y);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.keyboard.type('First');
  await page.getByRole('complementary').getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('button', { name: '1 comment on Here' }).waitFor();
  await page.keyboard.press('c');
  await page.mouse.click(x, y);
  const reply = page.getByRole('textbox', { name: 'Reply on Here' });
  await expect.poll(() => reply.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type('Second');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => said(bench)).toEqual([['a', ['First', 'Second']]]);
  expect(await badges(bench)).toEqual([]);
  await page.close();
});

test.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['Cancel', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
  ['closing the panel', (page: Page) => page.getByRole('button', { name: 'Close Comments' }).click()],
  ['a press beside it', (page: Page) => page.mouse.click(640, 600)],
])('%s removes a badge on which nothing was written, without a step', async (_way, leave) => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await page.keyboard.press('c');
  await page.mouse.click(500, 420);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await leave(page);
  await expect.poll(() => badges(bench)).toEqual([]);
  expect(await canUndo(bench)).toBe(false);
  expect(await bench.editor<boolean>('editor.session.steps.canRedo')).toBe(false);
  expect(await bench.editor<number>('editor.selection.get().size')).toBe(0);
  await page.close();
});

test('another tool removes it before it draws, and what was written and not sent waits in its field', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await page.keyboard.press('c');
  await page.mouse.click(500, 420);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.getByRole('button', { name: 'Sticky note' }).click();
  await page.mouse.click(500, 600);
  await page.keyboard.press('Escape');
  await expect.poll(() => badges(bench)).toEqual([]);
  await bench.undo();
  await expect.poll(() => canUndo(bench)).toBe(false);

  await page.keyboard.press('c');
  await page.mouse.click(500, 420);
  await page.keyboard.type('Half a');
  await page.mouse.click(640, 640);
  await field(page).waitFor({ state: 'detached' });
  expect(await badges(bench)).toEqual([1]);
  await page.mouse.click(500, 420);
  await expect.poll(() => field(page).inputValue()).toBe('Half a');
  await page.close();
});

test('“Comment here” in the menu and in the palette places it by keyboard, too', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await page.mouse.click(500, 420, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Comment here' }).click();
  await expect.poll(() => hasFocus(page)).toBe(true);
  const [x, y] = await bench.editor<[number, number]>(
    '(({ x, y }) => [x, y])(editor.viewport.toScreen((({ x, y }) => ({ x: x + 14, y: y + 14 }))(editor.tab.view.get([...editor.selection.get()][0]))))',
  );
  const canvas = await page.locator('.canvas').boundingBox();
  expect([Math.round(x + (canvas?.x ?? 0)), Math.round(y + (canvas?.y ?? 0))]).toEqual([500, 420]);
  await page.keyboard.press('Escape');
  await expect.poll(() => badges(bench)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('comment here');
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.keyboard.type('By keys');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => said(bench)).toEqual([['annotation', ['By keys']]]);
  await page.close();
});

test('people who may only comment choose elements, and are told so', async () => {
  const owner = await ControlBench.open(stage, ada, drawing);
  const pam = await stage.person('Pam', { colorScheme: 'dark' });
  await stage.invite(owner.place.id, pam, 'participant');
  const bench = await ControlBench.at(pam, owner.place);
  const { page } = bench;
  await page.bringToFront();
  await page.keyboard.press('c');
  await page.mouse.click(500, 500);
  await page.getByText('Press an element to comment on it.').waitFor();
  await shoot(page, 'comment-participant');
  expect(await badges(owner)).toEqual([]);
  await page.keyboard.press('c');
  const { x, y } = await bench.pointOf('b');
  await page.mouse.click(x, y);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.keyboard.type('Mine');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => said(owner)).toEqual([['b', ['Mine']]]);
  await Promise.all([owner.page.close(), page.close()]);
});

test('a finger comments on a phone, where the badge stays in view above the panel', async () => {
  const grace = await stage.person('Grace', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const bench = await ControlBench.open(stage, grace, 'add square id=a at:0,0');
  const { page } = bench;
  await page.getByRole('button', { name: 'Comment', exact: true }).tap();
  await page.touchscreen.tap(200, 640);
  await expect.poll(() => hasFocus(page)).toBe(true);
  await shoot(page, 'comment-phone');
  const isSeen =
    '(({ x, y, width, height }, { x: left, y: top }) => left >= x && left <= x + width && top >= y && top <= y + height)(editor.viewport.clear(), editor.tab.view.get([...editor.selection.get()][0]))';
  await expect.poll(() => bench.editor<boolean>(isSeen)).toBe(true);
  await page.keyboard.type('By hand');
  await page.getByRole('complementary').getByRole('button', { name: 'Comment', exact: true }).tap();
  await page.getByRole('button', { name: '1 comment on Badge 1' }).waitFor();
  await shoot(page, 'comment-phone-sent');
  await page.close();
});
