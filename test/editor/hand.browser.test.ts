/** What makes drawing by hand fast, in a real browser: flipping, styles that are copied, sizes as numbers, boxes made by keys. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('hand');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const shots = process.env['HAND_SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
};

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
