/** The command palette in a real browser: how it opens and closes, what it finds, and commands run by mouse, keyboard and touch. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { combobox, type ControlEffect, effect, elsewhere, fill, option, type PressedControl } from './control.ts';
import { gone, held, hidden, undo } from './effects.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
let phone: ControlBench;
beforeAll(async () => {
  stage = await startStage('palette-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  const at = (x: number) => ({ x, y: 240, width: 120, height: 80 });
  bench = await ControlBench.open(
    stage,
    ada,
    [
      { id: 'box', type: 'shape', shape: 'square', label: 'Box', ...at(300) },
      { id: 'other', type: 'shape', shape: 'square', label: 'Other', ...at(600) },
    ].map((element) => ({ op: 'add', element })),
  );
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  const ben = await stage.person('Ben', options);
  await stage.invite(bench.place.id, ben, 'editor');
  phone = await ControlBench.at(ben, bench.place);
});
afterAll(() => stage.stop());

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const input = (page: Page): Locator => page.getByRole('combobox', { name: 'Command or changeset' });
async function open(on: ControlBench, letters = '', ...refs: readonly string[]): Promise<void> {
  await on.settle();
  await on.editor<void>('(editor.selection.clear(), editor.canvas.focus())');
  if (refs.length > 0) await on.select(...refs);
  await on.page.keyboard.press('Control+k');
  await input(on.page).fill(letters);
}

/** The titles of what is offered, the best first. */
const offered = ({ page }: ControlBench): Promise<string[]> =>
  page.getByRole('option').evaluateAll((all) => all.map((one) => one.firstElementChild?.textContent ?? ''));
const first = (title: string): ControlEffect => effect(offered, ([now]) => now === title);
const looks = (appearance: string): ControlEffect =>
  effect(
    ({ page }) => page.evaluate<string>("document.documentElement.dataset.theme ?? ''"),
    (now) => now === appearance,
  );
const finds = (letters: string, title: string): PressedControl =>
  combobox('Command or changeset', { press: fill(letters), effect: first(title) });
const field = combobox('Command or changeset', elsewhere);

const contexts: readonly (readonly [title: string, letters: string, controls: readonly PressedControl[], refs?: readonly string[]])[] = [
  // Nothing is typed: everything that applies is offered.
  ['the palette', '', [finds('youtube', 'Insert video'), option(/./, { ...elsewhere, times: 'several' })]],
  [
    'the palette with a word that titles have',
    'appearance',
    [field, option(/^Dark appearance/, looks('dark')), option(/^Light appearance/, looks('light')), option(/^System appearance/, looks(''))],
  ],
  [
    'the palette with a keyword, on a selected box',
    'erase',
    [field, option(/^Delete/, { effect: gone(['box']), after: undo }), option(/^(?!Delete)/, { ...elsewhere, times: 'several' })],
    ['box'],
  ],
  ['the palette with a command of the view', 'zoom out', [finds('zoom in', 'Zoom in'), option(/^Zoom out/, held<number>('editor.viewport.get().zoom', (now, before) => now < before))]],
  ['the palette with nothing to find', 'qqqqq', [finds('versions', 'Version history')]],
]; // prettier-ignore
for (const [title, letters, controls, refs = []] of contexts)
  pressEveryControl({
    title,
    bench: () => bench,
    ready: (on) => open(on, letters, ...refs),
    part: palette,
    controls,
  });

test('Enter runs the first command, and the arrow keys go to the others and round', async () => {
  await open(bench, 'appearance');
  const { page } = bench;
  const marked = page.getByRole('option', { selected: true });
  await marked.filter({ hasText: 'Dark' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await marked.filter({ hasText: 'System' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await marked.filter({ hasText: 'Light' }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
  await expect.poll(() => looks('light').read(bench)).toBe('light');
  await open(bench, 'system appearance');
  await page.keyboard.press('Enter');
  await expect.poll(() => looks('').read(bench)).toBe('');
  // What was run last is first.
  await open(bench);
  expect((await offered(bench)).slice(0, 2)).toEqual(['System appearance', 'Light appearance']);
});

test('Escape and a press beside it close it, and the keyboard is on the canvas again', async () => {
  const { page } = bench;
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 600)]) {
    await open(bench, 'delete', 'box');
    await close();
    await palette(page).waitFor({ state: 'detached' });
    await expect.poll(() => bench.editor<boolean>('editor.canvas.hasFocus()')).toBe(true);
    expect(await bench.editor<number>('editor.selection.get().size')).toBe(1);
  }
});

/** Commands whose keys count only while the keyboard is on the canvas. */
test.each(['mouse', 'keyboard'])('runs what belongs to the canvas, by %s', async (by) => {
  const { page } = bench;
  const run = async (letters: string, title: string): Promise<void> => {
    await open(bench, letters, 'box');
    await expect.poll(async () => (await offered(bench))[0]).toBe(title);
    if (by === 'keyboard') await page.keyboard.press('Enter');
    else await page.getByRole('option').first().click();
    await palette(page).waitFor({ state: 'detached' });
  };
  await run('rotate', 'Rotate clockwise');
  await expect.poll(async () => (await bench.element('box'))?.['rotation'] ?? 0).not.toBe(0);
  // The keyboard is on the canvas again.
  await expect.poll(() => bench.editor<boolean>('editor.canvas.hasFocus()')).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await bench.element('box'))?.['rotation'] ?? 0).toBe(0);
  await run('edit text', 'Edit text or open');
  await page.getByRole('textbox', { name: /^Text of / }).fill(`Written by ${by}`);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await bench.element('box'))?.['label']).toBe(`Written by ${by}`);
});

test('a completion of a line is taken by a press', async () => {
  await open(bench, 'add stad');
  const { page } = bench;
  await page.getByRole('option', { name: 'stadium' }).click();
  await expect.poll(() => input(page).inputValue()).toBe('add stadium ');
  await page.keyboard.type('id=pressed');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await bench.element('pressed'))?.['shape']).toBe('stadium');
});

test('the menu of the document opens it, also under a finger, and a command is run by a tap', async () => {
  const entry = (page: Page): Locator => page.getByRole('menuitem', { name: 'Command palette' });
  const { page } = bench;
  await bench.settle();
  await page.getByRole('button', { name: 'Document menu' }).click();
  await entry(page).click();
  await palette(page).waitFor();
  await bench.settle();
  expect(await bench.shows(palette)).toBe(false);

  await phone.settle();
  await phone.page.getByRole('button', { name: 'Document menu' }).tap();
  await entry(phone.page).tap();
  await input(phone.page).fill('dark appearance');
  await phone.page.getByRole('option').first().tap();
  await expect.poll(() => looks('dark').read(phone)).toBe('dark');
  expect(await hidden(palette).read(phone)).toBe(false);
});
