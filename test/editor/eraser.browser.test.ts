/** The eraser in a real browser: by mouse, finger, the eraser of a pen and its key; what it spares, and how it is taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('eraser');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const drawing = [
  'add square id=a at:240,160 label=One',
  'add square id=b at:540,160 label=Two',
  'add ellipse id=c at:840,160 label=Three',
  'connect a -> b id=way label=then',
  'add text id=held at:560,420 label=Locked locked=true',
  'add square id=inner at:260,420 label=Inside',
  'wrap inner in frame id=zone label=Zone',
].join('\n');

const refs = async (bench: ControlBench): Promise<string[]> => (await bench.elements()).map(({ ref }) => ref).toSorted();
const all = ['a', 'b', 'c', 'held', 'inner', 'way', 'zone'];
/** The opacity with which an element is drawn. */
const opacityOf = (bench: ControlBench, ref: string): Promise<string | null> =>
  bench.editor(
    `editor.scene.get().nodeOf([...editor.tab.view.idsOfSlug('${ref}')][0])?.closest('[opacity]')?.getAttribute('opacity') ?? editor.scene.get().nodeOf([...editor.tab.view.idsOfSlug('${ref}')][0])?.querySelector('[opacity]')?.getAttribute('opacity') ?? null`,
  );

test('its key, a drag over elements and undo: they fade at once, go together with their arrows, and come back in one step', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Eraser', pressed: true }).waitFor();
  const [from, to] = [await bench.pointOf('a'), await bench.pointOf('c')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await expect.poll(() => opacityOf(bench, 'a')).toBe('0.2');
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect.poll(() => Promise.all(['b', 'c', 'way'].map((ref) => opacityOf(bench, ref)))).toEqual(['0.2', '0.2', '0.2']);
  await shoot(page, 'eraser-drag');
  expect(await refs(bench)).toEqual(all);
  await page.mouse.up();
  await expect.poll(() => refs(bench)).toEqual(['held', 'inner', 'zone']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => refs(bench)).toEqual(all);
  // The tool stays.
  await page.getByRole('button', { name: 'Eraser', pressed: true }).waitFor();
  await page.close();
});

test('Escape, and Alt over an element, bring back what is faded; locked elements and the inside of a frame are not touched', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  const [a, c] = [await bench.pointOf('a'), await bench.pointOf('c')];
  await page.getByRole('button', { name: 'Eraser' }).click();
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(c.x, c.y, { steps: 3 });
  await expect.poll(() => opacityOf(bench, 'c')).toBe('0.2');
  await page.keyboard.press('Escape');
  await expect.poll(() => Promise.all(['a', 'c', 'way'].map((ref) => opacityOf(bench, ref)))).toEqual([null, null, null]);
  await page.mouse.up();
  // The gesture was cancelled, not the tool.
  await page.getByRole('button', { name: 'Eraser', pressed: true }).waitFor();

  await page.mouse.move(c.x, c.y);
  await page.mouse.down();
  await page.mouse.move(c.x, c.y + 100);
  await page.mouse.move(a.x, c.y + 100);
  await page.mouse.move(a.x, a.y);
  await expect.poll(() => opacityOf(bench, 'a')).toBe('0.2');
  await page.keyboard.down('Alt');
  await expect.poll(() => Promise.all(['a', 'c'].map((ref) => opacityOf(bench, ref)))).toEqual([null, '0.2']);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect.poll(() => refs(bench)).toEqual(all.filter((ref) => ref !== 'c'));

  const [inside, held] = [await bench.pointOf('zone', 0.5, 0.96), await bench.pointOf('held')];
  await page.mouse.click(inside.x, inside.y);
  await page.mouse.click(held.x, held.y);
  const border = await bench.pointOf('zone', 0, 0.6);
  await page.mouse.click(border.x, border.y);
  await expect.poll(() => refs(bench)).toEqual(['a', 'b', 'held', 'inner', 'way']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select', pressed: true }).waitFor();
  await page.close();
});

test('the eraser of a pen removes what it touches, with any tool', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  const b = await bench.pointOf('b');
  const send = (type: string, button: number, buttons: number, x: number): Promise<void> =>
    page.evaluate(`document.querySelector('.canvas').dispatchEvent(new PointerEvent('${type}', {
      bubbles: true, cancelable: true, pointerId: 1, pointerType: 'pen', button: ${button}, buttons: ${buttons}, clientX: ${x}, clientY: ${b.y}
    }))`); // prettier-ignore
  // No pen has pressed: the browser has no pointer to capture.
  await page.evaluate(`(() => {
    const { canvas } = { canvas: document.querySelector('.canvas') };
    canvas.setPointerCapture = () => undefined;
  })()`);
  await send('pointerdown', 5, 32, b.x);
  await expect.poll(() => opacityOf(bench, 'b')).toBe('0.2');
  await send('pointermove', -1, 32, b.x + 10);
  await send('pointerup', 5, 0, b.x + 10);
  await expect.poll(() => refs(bench)).toEqual(all.filter((ref) => ref !== 'b' && ref !== 'way'));
  await page.getByRole('button', { name: 'Select', pressed: true }).waitFor();
  await page.close();
});

test('a finger erases what it taps and what it is drawn over; a second finger brings it back', async () => {
  const grace = await stage.person('Grace', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const bench = await ControlBench.open(stage, grace, drawing);
  const { page } = bench;
  const client = await grace.context.newCDPSession(page);
  type Spot = { readonly x: number; readonly y: number };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Spot[]): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  await page.getByRole('button', { name: 'Eraser' }).tap();
  await page.getByRole('button', { name: 'Eraser', pressed: true }).waitFor();
  await shoot(page, 'eraser-phone');
  const [a, b, c] = [await bench.pointOf('a'), await bench.pointOf('b'), await bench.pointOf('c')];
  await touch('touchStart', a);
  await touch('touchMove', b);
  await expect.poll(() => opacityOf(bench, 'b')).toBe('0.2');
  await touch('touchStart', b, { x: b.x, y: b.y + 200 });
  await touch('touchEnd');
  await expect.poll(() => opacityOf(bench, 'b')).toBe(null);
  expect(await refs(bench)).toEqual(all);
  await touch('touchStart', a);
  await touch('touchMove', b);
  await touch('touchEnd');
  await expect.poll(() => refs(bench)).toEqual(['c', 'held', 'inner', 'zone']);
  await page.touchscreen.tap(c.x, c.y);
  await expect.poll(() => refs(bench)).toEqual(['held', 'inner', 'zone']);
  await page.close();
});
