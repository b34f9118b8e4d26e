/** Labels that are slid along their arrows, with a mouse, a finger and the keyboard, in real browsers; REST reads what is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ElementView } from '#schema/tab.ts';

import { ControlBench } from './controls/bench.ts';
import { styleBar } from './controls/style-bar.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const;

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('label-position');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

type ArrowView = Extract<ElementView, { type: 'arrow' }>;
type Spot = { readonly x: number; readonly y: number };

const arrowIn = async (bench: ControlBench): Promise<ArrowView> => (await bench.element('pays')) as ElementView as ArrowView;
const labelAt = async (bench: ControlBench): Promise<number | undefined> => (await arrowIn(bench)).labelAt;
const middleOf = async (bench: ControlBench): Promise<Spot> => {
  const { x, y, width, height } = (await arrowIn(bench)).labelRect!;
  return { x: x + width / 2, y: y + height / 2 };
};
/** A point of the canvas in the window. */
const inWindow = (bench: ControlBench, { x, y }: Spot): Promise<Spot> =>
  bench.editor<Spot>(`(({ x, y }, { left, top }) => ({ x: x + left, y: y + top }))(
    editor.viewport.toScreen({ x: ${x}, y: ${y} }), document.querySelector('.canvas').getBoundingClientRect())`);
/** The middle of the label as it is drawn, on the canvas. */
const drawnAt = (bench: ControlBench): Promise<number> =>
  bench.editor<number>(`(({ left, width }, { left: edge }) => Math.round(editor.viewport.toCanvas({ x: left + width / 2 - edge, y: 0 }).x))(
    [...document.querySelectorAll('.canvas text')].find((text) => text.textContent === 'pays').getBoundingClientRect(),
    document.querySelector('.canvas').getBoundingClientRect())`);

const drawing = `add square id=a label=Shop at:0,100 width=120 height=80
add square id=b label=Bank at:620,100 width=120 height=80
connect a -> b id=pays "pays"`;

describe('the label of a selected arrow', () => {
  test('follows the mouse along the line, and is one step of the undo', async () => {
    const bench = await ControlBench.open(stage, ada, drawing);
    const { page } = bench;
    await bench.select('pays');
    const start = await middleOf(bench);
    expect(start).toEqual({ x: 370, y: 140 });
    const [from, to] = [await inWindow(bench, start), await inWindow(bench, { x: 270, y: 180 })];
    await page.mouse.move(from.x, from.y);
    await expect.poll(() => page.evaluate('getComputedStyle(document.querySelector(".canvas")).cursor')).toBe('grab');
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    // It is drawn there before anything is written.
    await expect.poll(() => drawnAt(bench)).toBe(270);
    expect(await labelAt(bench)).toBeUndefined();
    await page.mouse.up();
    await expect.poll(() => labelAt(bench)).toBeCloseTo(0.3, 2);
    const placed = await middleOf(bench);
    expect([Math.round(placed.x), placed.y]).toEqual([270, 140]);
    await bench.undo();
    await expect.poll(() => labelAt(bench)).toBeUndefined();
    await expect.poll(() => drawnAt(bench)).toBe(370);
  });

  test('is placed automatically again where it is dropped on its own place', async () => {
    const bench = await ControlBench.open(stage, ada, `${drawing}\nset pays labelAt=0.8`);
    const { page } = bench;
    await bench.select('pays');
    const [from, to] = [await inWindow(bench, await middleOf(bench)), await inWindow(bench, { x: 373, y: 150 })];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => labelAt(bench)).toBeUndefined();
    expect(await middleOf(bench)).toEqual({ x: 370, y: 140 });
  });

  test('is edited where it was slid to, by a double-click', async () => {
    const bench = await ControlBench.open(stage, ada, `${drawing}\nset pays labelAt=0.8`);
    const { page } = bench;
    await bench.select('pays');
    const { x, y } = await inWindow(bench, await middleOf(bench));
    await page.mouse.dblclick(x, y);
    const field = page.locator('.canvas').getByRole('textbox');
    await field.waitFor();
    const { x: left, width } = (await field.boundingBox())!;
    expect(Math.abs(left + width / 2 - x)).toBeLessThan(3);
    await field.fill('is paid by');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await arrowIn(bench)).label).toBe('is paid by');
    expect(await labelAt(bench)).toBe(0.8);
  });

  test('of a locked arrow stays', async () => {
    const bench = await ControlBench.open(stage, ada, `${drawing}\nset pays locked=true`);
    const { page } = bench;
    await bench.select('pays');
    const [from, to] = [await inWindow(bench, { x: 370, y: 140 }), await inWindow(bench, { x: 270, y: 140 })];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    expect(await drawnAt(bench)).toBe(370);
    await page.mouse.up();
    expect(
      await styleBar(page)
        .getByRole('button', { name: /^Label position/ })
        .count(),
    ).toBe(0);
    expect(await labelAt(bench)).toBeUndefined();
  });

  test('is placed by the keyboard in the style bar, which shows where it is', async () => {
    const bench = await ControlBench.open(stage, ada, drawing);
    const { page } = bench;
    await bench.select('pays');
    const button = styleBar(page).getByRole('button', { name: /^Label position: / });
    const expected = [
      ['Start', 0],
      ['Middle', 0.5],
      ['End', 1],
      ['Auto', undefined],
    ] as const;
    for (const [title, value] of expected) {
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await expect.poll(() => labelAt(bench)).toBe(value);
      await styleBar(page)
        .getByRole('button', { name: `Label position: ${title}` })
        .waitFor();
    }
    await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, { operations: 'set pays labelAt=0.35' });
    await styleBar(page).getByRole('button', { name: 'Label position: Custom' }).waitFor();
    await expect.poll(() => drawnAt(bench)).toBe(295);
  });

  test('follows a finger, also from beside the label', async () => {
    const grace = await stage.person('Grace', phone);
    const upright = `add square id=a label=Shop at:0,0 width=120 height=60
add square id=b label=Bank at:0,460 width=120 height=60
connect a -> b id=pays "pays"`;
    const bench = await ControlBench.open(stage, grace, upright);
    const { page } = bench;
    await bench.select('pays');
    const client = await grace.context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Spot[]): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
    const slide = async (from: Spot, to: Spot): Promise<void> => {
      const [start, end] = [await inWindow(bench, from), await inWindow(bench, to)];
      await touch('touchStart', start);
      for (const share of [0.4, 0.7, 1])
        await touch('touchMove', { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share });
      await touch('touchEnd');
    };
    const { x, y } = await middleOf(bench);
    await slide({ x, y }, { x: x + 10, y: y - 100 });
    await expect.poll(() => labelAt(bench)).toBeCloseTo(0.25, 1);
    const moved = await middleOf(bench);
    await slide({ x: moved.x, y: moved.y - 14 }, { x: x + 10, y: 560 });
    await expect.poll(() => labelAt(bench)).toBe(1);
    await page.close();
  });
});
