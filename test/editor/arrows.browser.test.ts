/** Arrows drawn by hand, and the layout of what they connect, in real browsers. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('arrows');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  ben = await stage.person('Ben', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

/** What takes as long as a busy machine needs. */
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });

const twoBoxes = 'add square id=a at:0,0 width=120 height=60\nadd square id=b at:400,200 width=120 height=60';

describe('new arrows', () => {
  const linesOf = async (bench: ControlBench): Promise<unknown[]> =>
    (await bench.elements())
      .filter(({ type }) => type === 'arrow')
      .map(({ line }) => line ?? 'straight')
      .toSorted();
  const newArrows = (page: Page) => page.getByRole('toolbar', { name: 'New arrows' });
  const draw = async (bench: ControlBench, from: string, to: string): Promise<void> => {
    const [start, end] = [await bench.pointOf(from), await bench.pointOf(to)];
    await bench.page.mouse.move(start.x, start.y);
    await bench.page.mouse.down();
    await bench.page.mouse.move(end.x, end.y, { steps: 4 });
    await bench.page.mouse.up();
  };

  test('are angled until the tab is set to another line, for everyone', async () => {
    const hers = await ControlBench.open(stage, ada, twoBoxes);
    const { page } = hers;
    await hers.select('a', 'b');
    await page.keyboard.press('l');
    await soon(() => linesOf(hers)).toEqual(['angled']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await draw(hers, 'a', 'b');
    await soon(() => linesOf(hers)).toEqual(['angled', 'angled']);

    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    const lines = newArrows(page);
    expect(await lines.getByRole('button', { name: 'Elbow', pressed: true }).count()).toBe(1);
    await lines.getByRole('button', { name: 'Curved' }).click();
    await lines.getByRole('button', { name: 'Curved', pressed: true }).waitFor();
    await page.getByText('New arrows on this tab: Curved').waitFor({ state: 'attached' });
    await draw(hers, 'a', 'b');
    await soon(() => linesOf(hers)).toEqual(['angled', 'angled', 'curved']);
    await lines.waitFor({ state: 'detached' });

    await stage.invite(hers.place.id, ben, 'editor');
    const his = await ControlBench.at(ben, hers.place);
    await his.select('a', 'b');
    await his.page.keyboard.press('l');
    await soon(() => linesOf(hers)).toEqual(['angled', 'angled', 'curved', 'curved']);
  });
});
