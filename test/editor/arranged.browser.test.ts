/** Frames that keep their members arranged, by hand: messages and participants of a sequence, and boxes of a stack. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('arranged');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const sequence = `add rounded id=shop label=Shop
add rounded id=orders label=Orders
add rounded id=bank label=Bank
wrap shop orders bank in frame id=seq label="Placing an order" arrange=sequence
connect shop -> orders id=create label=create
connect orders -> bank id=charge label=charge
connect bank -> orders id=paid label=paid border=dashed
connect orders -> shop id=done label=done border=dashed`;

type Routed = { readonly ref: string; readonly x: number; readonly route?: readonly (readonly [number, number])[]; readonly labelRect?: { x: number; y: number; width: number; height: number } }; // prettier-ignore

describe('a sequence', () => {
  const elements = async (bench: ControlBench): Promise<readonly Routed[]> => (await bench.elements()) as unknown as Routed[];
  const messages = async (bench: ControlBench): Promise<string[]> =>
    (await elements(bench))
      .filter(({ route }) => route !== undefined)
      .toSorted((a, b) => a.route![0]![1] - b.route![0]![1])
      .map(({ ref }) => ref);
  const participants = async (bench: ControlBench): Promise<string[]> =>
    (await elements(bench))
      .filter(({ ref }) => ['shop', 'orders', 'bank'].includes(ref))
      .toSorted((a, b) => a.x - b.x)
      .map(({ ref }) => ref);
  /** Where a point of the tab is in the window. */
  const inWindow = (bench: ControlBench, [x, y]: readonly [number, number]): Promise<{ x: number; y: number }> =>
    bench.editor(`(() => {
      const { x, y, zoom } = editor.viewport.get();
      const { left, top } = document.querySelector('.canvas').getBoundingClientRect();
      return { x: left + (${x} - x) * zoom, y: top + (${y} - y) * zoom };
    })()`);
  const dragTo = async (bench: ControlBench, from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
    const { mouse } = bench.page;
    const [start, end] = [await inWindow(bench, from), await inWindow(bench, to)];
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(end.x, end.y, { steps: 5 });
    await mouse.up();
  };

  test('takes a message that is dragged by its label or its line to another row, and Undo puts it back', async () => {
    const bench = await ControlBench.open(stage, ada, sequence);
    const find = async (name: string): Promise<Routed> => (await elements(bench)).find(({ ref }) => ref === name)!;
    const label = (await find('charge')).labelRect!;
    const last = (await find('done')).route![0]![1];
    const middle = [label.x + label.width / 2, label.y + label.height / 2] as const;
    await dragTo(bench, middle, [middle[0], last + 20]);
    await expect.poll(() => messages(bench)).toEqual(['create', 'paid', 'done', 'charge']);
    await bench.page.keyboard.press('Control+z');
    await expect.poll(() => messages(bench)).toEqual(['create', 'charge', 'paid', 'done']);
    // Undo selected all that it changed.
    await bench.page.keyboard.press('Escape');
    const [start, end] = (await find('paid')).route!;
    const quarter = [start![0] + (end![0] - start![0]) / 4, start![1]] as const;
    await dragTo(bench, quarter, [quarter[0], quarter[1] - 200]);
    await expect.poll(() => messages(bench)).toEqual(['paid', 'create', 'charge', 'done']);
  });

  test('takes a message up and down by the arrow keys', async () => {
    const bench = await ControlBench.open(stage, ada, sequence);
    await bench.select('charge');
    await bench.page.keyboard.press('ArrowUp');
    await expect.poll(() => messages(bench)).toEqual(['charge', 'create', 'paid', 'done']);
    await bench.page.keyboard.press('ArrowDown');
    await bench.page.keyboard.press('ArrowDown');
    await expect.poll(() => messages(bench)).toEqual(['create', 'paid', 'charge', 'done']);
  });

  test('takes a participant that is dragged past others to its new place', async () => {
    const bench = await ControlBench.open(stage, ada, sequence);
    const [shop, bank] = [(await bench.element('shop'))!, (await bench.element('bank'))!];
    await dragTo(bench, [shop.x + 10, shop.y + shop.height / 2], [bank.x + 40, shop.y + shop.height / 2]);
    await expect.poll(() => participants(bench)).toEqual(['orders', 'bank', 'shop']);
    expect(await messages(bench)).toEqual(['create', 'charge', 'paid', 'done']);
  });
});

test('a frame is made a stack in the style bar, and takes a box that is dropped into it', async () => {
  const bench = await ControlBench.open(
    stage,
    ada,
    'add square id=a at:0,0 width=120 height=60\nadd square id=b at:90,140 width=120 height=60\nwrap a b in frame id=f label=Steps\nadd square id=c at:420,60 width=120 height=60',
  );
  const { page } = bench;
  const order = async (): Promise<string[]> => {
    const boxes = (await bench.elements()).filter(({ type }) => type === 'shape');
    const inLine = boxes.filter(({ x, width }) => x + width / 2 === boxes[0]!.x + boxes[0]!.width / 2);
    return inLine.toSorted((a, b) => a.y - b.y).map(({ ref }) => ref);
  };
  await bench.select('f');
  await page.getByRole('button', { name: /^Frame layout: / }).click();
  await page.getByRole('menuitemradio', { name: 'Stack' }).click();
  await expect.poll(order).toEqual(['a', 'b']);
  const [from, b] = [await bench.pointOf('c'), await bench.pointOf('b', 0.5, 0)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(b.x + 4, b.y - 8, { steps: 6 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['a', 'c', 'b']);
});
