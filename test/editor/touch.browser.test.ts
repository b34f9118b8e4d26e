/** Touch on a phone, in a real browser: what a tap selects. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type EditorStage, startStage, theEditor } from './stage.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const;

let stage: EditorStage;
beforeAll(async () => {
  stage = await startStage('touch');
});
afterAll(() => stage.stop());

type Tapped = { readonly id: string; readonly x: number; readonly y: number };

/** The boxes of the shown tab, each with a point within its inner half where nothing covers the canvas. */
const boxesToTap = (page: Page): Promise<Tapped[]> =>
  page.evaluate(`(() => {
    const { tab, viewport } = ${theEditor};
    const { left, top } = document.querySelector('.canvas').getBoundingClientRect();
    return [...tab.view.boxes()].map(({ id, x, y, width, height }) => {
      for (const down of [0.5, 0.4, 0.6, 0.3, 0.7, 0.26, 0.74]) {
        const at = viewport.toScreen({ x: x + width / 2, y: y + down * height });
        const point = { id, x: at.x + left, y: at.y + top };
        if (document.elementFromPoint(point.x, point.y)?.closest('.canvas') !== null) return point;
      }
      throw new Error('something lies over all of ' + id);
    });
  })()`);

const state = (page: Page): Promise<{ selected: string[]; size: number }> =>
  page.evaluate(
    `(() => { const { selection, tab } = ${theEditor}; return { selected: [...selection.get()], size: tab.view.size }; })()`,
  );

test('a tap on each box of the welcome document, as first shown on a phone, selects it and adds nothing', async () => {
  const stranger = await stage.stranger(phone);
  const code = /#code=(\S+)/.exec(stage.node.output())?.[1] ?? '';
  const page = await stranger.open(`/#code=${code}`);
  await page.getByRole('link', { name: 'Welcome' }).first().click();
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  const before = await state(page);
  expect(before.size).toBe(6);
  const boxes = await boxesToTap(page);
  expect(boxes.length).toBe(4);
  for (const { id, x, y } of boxes) {
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await state(page)).selected, { timeout: 15_000 }).toEqual([id]);
    // A second tap adds nothing either, with the handles shown.
    await page.touchscreen.tap(x, y);
    expect(await state(page)).toEqual({ selected: [id], size: 6 });
    // Deselects, so that nothing covers the next box.
    await page.touchscreen.tap(195, 160);
    await expect.poll(async () => (await state(page)).selected, { timeout: 15_000 }).toEqual([]);
  }
  await page.close();
});
