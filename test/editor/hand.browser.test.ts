/** What makes drawing by hand fast, in a real browser: flipping, styles that are copied, sizes as numbers, boxes made by keys. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { overlaps } from '#core/tab/rect.ts';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('hand');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

/** The values of a field of elements, by their names. */
const fieldsOf = async (bench: ControlBench, name: string, ...refs: readonly string[]): Promise<readonly unknown[]> => {
  const all = await bench.elements();
  return refs.map((ref) => all.find((element) => element.ref === ref)?.[name]);
};

describe('flipping', () => {
  test('mirrors boxes and the ports of their arrow by key, in one step of the undo', async () => {
    const bench = await ControlBench.open(
      stage,
      ada,
      'add square id=a at:300,200 label=A\nadd diamond id=b at:600,320 label=B\nconnect a.right -> b.left id=way',
    );
    const { page } = bench;
    const before = await fieldsOf(bench, 'x', 'a', 'b');
    await bench.select('a', 'b');
    await page.keyboard.press('Shift+H');
    await expect.poll(() => fieldsOf(bench, 'x', 'a', 'b')).not.toEqual(before);
    const [a, b] = [(await bench.element('a'))!, (await bench.element('b'))!];
    expect([b.x, a.x + a.width]).toEqual([300, 600 + b.width]);
    expect(await bench.element('way')).toMatchObject({ from: { side: 'left' }, to: { side: 'right' } });
    await shoot(page, 'flipped');
    await page.keyboard.press('Control+z');
    await expect.poll(() => fieldsOf(bench, 'x', 'a', 'b')).toEqual(before);
    expect(await bench.element('way')).toMatchObject({ from: { side: 'right' }, to: { side: 'left' } });
    await page.close();
  });
});

describe('styles', () => {
  test('are copied from one document and pasted in another, and the clipboard keeps its text', async () => {
    const bench = await ControlBench.open(stage, ada, 'add square id=a at:300,200 label=A fill=blue stroke=red border=dashed');
    await bench.select('a');
    await bench.page.keyboard.press('Control+Alt+c');
    await bench.page.getByText('Style copied').waitFor();
    const other = await ControlBench.open(
      stage,
      ada,
      'add ellipse id=b at:300,200\nadd sticky id=s at:600,200 label=Note color=pink\nconnect b -> s id=way line=curved',
    );
    const { page } = other;
    await other.select('b', 's', 'way');
    await page.keyboard.press('Control+Alt+v');
    await expect.poll(() => fieldsOf(other, 'stroke', 'b', 's', 'way')).toEqual(['red', undefined, 'red']);
    expect(await fieldsOf(other, 'fill', 'b', 's')).toEqual(['blue', undefined]);
    expect(await fieldsOf(other, 'color', 's')).toEqual(['pink']);
    expect(await fieldsOf(other, 'line', 'way')).toEqual(['curved']);
    await page.locator('.canvas').click({ button: 'right', position: { x: 380, y: 240 } });
    await page.getByRole('menuitem', { name: 'Paste style' }).waitFor();
    await shoot(page, 'style-menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect.poll(() => fieldsOf(other, 'stroke', 'b', 'way')).toEqual([undefined, undefined]);
    await page.close();
    await bench.page.close();
  });
});

describe('place and size as numbers', () => {
  test('are set by Enter, by leaving the field and by arrow keys, and what is wrong is said', async () => {
    const bench = await ControlBench.open(
      stage,
      ada,
      'add square id=a at:300,240 label=Transportation\nadd ellipse id=b at:700,400',
    );
    const { page } = bench;
    await bench.select('a');
    await page.getByRole('button', { name: 'Position and size' }).click();
    const field = (name: string) => page.getByRole('spinbutton', { name, exact: true });
    await field('X').fill('420');
    await field('X').press('Enter');
    await expect.poll(() => fieldsOf(bench, 'x', 'a', 'b')).toEqual([420, 700]);
    await field('Width').fill('240 px');
    await field('Height').press('Shift+ArrowUp');
    await expect.poll(() => fieldsOf(bench, 'width', 'a')).toEqual([240]);
    await expect.poll(() => fieldsOf(bench, 'height', 'a')).toEqual([90]);
    await field('Width').fill('20');
    await field('Width').press('Enter');
    await page.getByText(/^The contents need at least \d+$/).waitFor();
    await field('Y').fill('left');
    await field('Y').press('Enter');
    await page.getByText('Enter a number', { exact: true }).waitFor();
    await shoot(page, 'geometry');
    expect(await bench.element('a')).toMatchObject({ x: 420, y: 240, width: 240, height: 90 });
    await page.keyboard.press('Escape');
    await field('Y').waitFor({ state: 'detached' });
    await bench.select('a', 'b');
    await page.getByRole('button', { name: 'Position and size' }).click();
    expect(await field('Rotation (°)').count()).toBe(0);
    await field('X').fill('400');
    await field('X').press('Enter');
    await expect.poll(() => fieldsOf(bench, 'x', 'a', 'b')).toEqual([400, 680]);
    await page.close();
  });

  test('are shown beside what is moved', async () => {
    const bench = await ControlBench.open(stage, ada, 'add square id=a at:300,200 label=A\nadd square id=b at:300,320 label=B');
    const { page } = bench;
    await bench.select('a', 'b');
    const { x, y } = await bench.pointOf('a');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 137, y + 41, { steps: 4 });
    await page.locator('svg text', { hasText: /^\d+, \d+$/ }).waitFor();
    await shoot(page, 'read-out');
    await page.mouse.up();
    await expect.poll(async () => (await bench.element('a'))?.x).not.toBe(300);
    await page.close();
  });
});

test('a chart is made and walked by arrow keys alone', async () => {
  const bench = await ControlBench.open(stage, ada, 'add diamond id=a at:300,200 label=Paid? fill=blue');
  const { page } = bench;
  await bench.select('a');
  for (const [key, text] of [
    ['ArrowRight', 'Ship'],
    ['ArrowRight', 'Bill'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`);
    await page.getByRole('textbox', { name: /^Text of / }).waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await bench.elements()).some(({ label }) => label === text)).toBe(true);
    await page.keyboard.press('Alt+ArrowLeft');
  }
  const chosen = () => bench.editor<string>('[...editor.selection.get()].map((id) => editor.tab.view.get(id).label).join()');
  await expect.poll(chosen).toBe('Paid?');
  const all = await bench.elements();
  const [ship, bill] = ['Ship', 'Bill'].map((text) => all.find(({ label }) => label === text)!);
  // The second one is beside the first, not on it.
  expect([ship!['fill'], bill!['fill'], ship!['shape']]).toEqual(['blue', 'blue', 'diamond']);
  expect(overlaps(ship!, bill!)).toBe(false);
  expect(all.filter(({ type }) => type === 'arrow')).toHaveLength(2);
  await shoot(page, 'chart');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(chosen).toMatch(/Ship|Bill/);
  const path = new URL(page.url()).pathname;
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Control+Alt+ArrowDown');
  await expect
    .poll(async () => (await bench.elements()).some(({ label, height }) => label !== undefined && height === ship!.height + 10))
    .toBe(true);
  expect(new URL(page.url()).pathname).toBe(path);
  await page.close();
});

describe('an arrow that is drawn to nothing', () => {
  const offer = (page: Page) => page.getByRole('dialog', { name: 'Add a shape at the end' });
  const drawToNothing = async (bench: ControlBench): Promise<void> => {
    const { page } = bench;
    await bench.select('a');
    const { x, y } = await bench.pointOf('a', 1);
    // The dot of the selected box.
    await page.mouse.move(x + 20, y);
    await page.mouse.down();
    await page.mouse.move(x + 200, y + 6, { steps: 5 });
    await page.mouse.up();
    await offer(page).waitFor();
  };

  test('offers shapes: the chosen one is connected and written on, in one step of the undo', async () => {
    const bench = await ControlBench.open(stage, ada, 'add ellipse id=a at:200,240 label=A fill=green');
    const { page } = bench;
    await drawToNothing(bench);
    await shoot(page, 'offer');
    // The shape of the box is chosen by Enter alone; a later choice joins the arrow, too.
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Ellipse');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await offer(page).getByRole('button', { name: 'Diamond', exact: true }).click();
    await page.getByRole('textbox', { name: /^Text of / }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await bench.elements()).length).toBe(3);
    const all = await bench.elements();
    const made = all.find((element) => element['shape'] === 'diamond')!;
    expect(made['fill']).toBe('green');
    expect(all.find(({ type }) => type === 'arrow')).toMatchObject({ to: { element: expect.stringContaining(made.ref) } });
    await shoot(page, 'offered');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await bench.elements()).map(({ ref }) => ref)).toEqual(['a']);
    await page.close();
  });

  test('stays loose after Escape, and goes with Delete', async () => {
    const bench = await ControlBench.open(stage, ada, 'add square id=a at:200,240 label=A');
    const { page } = bench;
    await drawToNothing(bench);
    await page.keyboard.press('Escape');
    await offer(page).waitFor({ state: 'detached' });
    expect(await bench.editor<boolean>('editor.canvas.hasFocus()')).toBe(true);
    await expect.poll(async () => (await bench.elements()).length).toBe(2);
    await page.keyboard.press('Control+z');
    await drawToNothing(bench);
    await page.keyboard.press('Delete');
    await offer(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await bench.elements()).length).toBe(1);
    await page.close();
  });
});

test('a box that is dropped on an arrow goes between its ends, in one step of the undo', async () => {
  const lines =
    'add square id=a at:200,200 label=A\nadd square id=b at:800,200 label=B\nconnect a -> b id=way line=angled\nadd diamond id=c at:500,400 label=C';
  const bench = await ControlBench.open(stage, ada, lines);
  const { page } = bench;
  const arrows = async () => (await bench.elements()).filter(({ type }) => type === 'arrow');
  const { x, y } = await bench.pointOf('c');
  const { y: line } = await bench.pointOf('a');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, line + 3, { steps: 6 });
  await page.locator('.canvas path[class*="target"]').waitFor({ state: 'attached' });
  await shoot(page, 'insert');
  await page.mouse.up();
  await expect.poll(async () => (await arrows()).length).toBe(2);
  expect((await bench.element('way'))?.['to']).toMatchObject({ element: expect.stringMatching(/^c~/) });
  await shoot(page, 'inserted');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await arrows()).length).toBe(1);
  expect(await bench.element('c')).toMatchObject({ y: 400 });
  await page.close();
});

test('duplicates go on by the distance by which the last one was moved', async () => {
  const bench = await ControlBench.open(stage, ada, 'add square id=a at:200,200 width=80 height=60 label=A');
  const { page } = bench;
  const places = async () => (await bench.elements()).map(({ x, y }) => [x, y]).toSorted(([a = 0], [b = 0]) => a - b);
  await bench.select('a');
  await page.keyboard.press('Control+d');
  await expect.poll(places).toEqual([[200, 200], [224, 224]]); // prettier-ignore
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  for (let copies = 0; copies < 2; copies += 1) await page.keyboard.press('Control+d');
  await expect.poll(places).toEqual([[200, 200], [244, 223], [288, 246], [332, 269]]); // prettier-ignore
  await page.close();
});

test('snapping to the grid is kept in the browser, and the grid is shown', async () => {
  const bench = await ControlBench.open(stage, ada, 'add square id=a at:203,207 label=A');
  const { page } = bench;
  const dots = page.locator('.scene-grid circle');
  expect(await dots.count()).toBe(0);
  await bench.select('a');
  await page.keyboard.press("Control+'");
  await dots.first().waitFor({ state: 'attached' });
  const { x, y } = await bench.pointOf('a');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 51, y + 32, { steps: 4 });
  await shoot(page, 'grid');
  await page.mouse.up();
  await expect.poll(() => fieldsOf(bench, 'x', 'a')).toEqual([260]);
  await expect.poll(() => fieldsOf(bench, 'y', 'a')).toEqual([240]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => fieldsOf(bench, 'x', 'a')).toEqual([240]);
  await page.reload();
  await dots.first().waitFor({ state: 'attached' });
  await bench.select('a');
  await page.keyboard.press("Control+'");
  await expect.poll(() => dots.count()).toBe(0);
  expect(await page.evaluate("localStorage.getItem('atelier.grid')")).toBe('off');
  await page.close();
});
