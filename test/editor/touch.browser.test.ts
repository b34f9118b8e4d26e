/** Touch on a phone, in a real browser: what a tap selects, and the parts of an angled arrow that a finger drags. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { everyKind, uploadedImage } from './controls/every-kind.ts';
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

test('a tap on each box of a drawing, as first shown on a phone, selects it and adds nothing', async () => {
  const tess = await stage.person('Tess', phone);
  const place = await stage.document(tess);
  const drawn = await tess.agent.changeset(
    place,
    `add stadium id=you label="You and your team"
add square id=canvas label="This canvas" right-of:you gap:120
add stadium id=agents label="Your agents" right-of:canvas gap:120
connect you -> canvas label="draw"
connect agents -> canvas label="send changesets"
add sticky id=hint label="Every changeset is one undoable step" below:canvas`,
  );
  expect(drawn.status).toBe(201);
  const page = await tess.open(`/d/${place.id}`);
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  const before = await state(page);
  expect(before.size).toBe(6);
  const boxes = await boxesToTap(page);
  expect(boxes.length).toBe(4);
  for (const { id, x, y } of boxes) {
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await state(page)).selected).toEqual([id]);
    // A second tap adds nothing either, with the handles shown.
    await page.touchscreen.tap(x, y);
    expect(await state(page)).toEqual({ selected: [id], size: 6 });
    // Deselects, so that nothing covers the next box.
    await page.touchscreen.tap(195, 640);
    await expect.poll(async () => (await state(page)).selected).toEqual([]);
  }
  await page.close();
});

test('on a phone the tools are at the bottom of the canvas, below the zoom bar, and leave its middle free', async () => {
  const ada = await stage.person('Grace', phone);
  const page = await ada.open(`/d/${(await stage.document(ada)).id}`);
  const boxOf = async (name: string) => (await page.getByRole('toolbar', { name, exact: true }).boundingBox())!;
  await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
  const [tools, zoom] = [await boxOf('Tools'), await boxOf('Zoom')];
  const canvas = (await page.locator('.canvas').boundingBox())!;
  expect(canvas.y + canvas.height - (tools.y + tools.height)).toBeLessThan(20);
  expect(zoom.y + zoom.height).toBeLessThan(tools.y);
  expect(tools.x).toBeGreaterThanOrEqual(0);
  expect(tools.x + tools.width).toBeLessThanOrEqual(phone.viewport.width);
  await page.close();
});

test.each([360, 390])('on a phone %i pixels wide the whole bar of the document fits, and its panels open', async (width) => {
  const owner = await stage.person('Edith');
  const place = await stage.document(owner, 'A long name of a document that cannot be shown whole');
  const guest = await stage.person('Margaret', { ...phone, viewport: { width, height: 780 } });
  await stage.invite(place.id, guest, 'editor');
  const others = await Promise.all([owner, await stage.person('Joan')].map(async (visitor) => {
    await stage.invite(place.id, visitor, visitor === owner ? 'owner' : 'editor');
    return visitor.open(`/d/${place.id}`);
  })); // prettier-ignore
  const page = await guest.open(`/d/${place.id}`);
  await page.getByRole('button', { name: /^3 people in this document/ }).waitFor();
  const bar = page.getByRole('banner');
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const controls = await bar.locator('button:visible, a:visible').all();
  const places = await Promise.all(controls.map(async (control) => (await control.boundingBox())!));
  expect(places.length).toBe(6);
  const sorted = places.toSorted((a, b) => a.x - b.x);
  for (const [index, { x, width: wide, height }] of sorted.entries()) {
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44);
    const before = sorted[index - 1];
    expect(x).toBeGreaterThanOrEqual(before === undefined ? 0 : before.x + before.width);
    expect(x + wide).toBeLessThanOrEqual(width);
  }
  await bar.getByRole('button', { name: 'Panels' }).tap();
  await page.getByRole('menuitem', { name: 'Issues' }).tap();
  await page.getByRole('complementary', { name: 'Issues' }).waitFor();
  await bar.getByRole('button', { name: 'People with access' }).tap();
  await page.getByRole('dialog').waitFor();
  await Promise.all([page, ...others].map((each) => each.close()));
});

test.each([360, 390])('on a phone %i pixels wide every control of the style bar is in the window', async (width) => {
  const ada = await stage.person(`Ada ${width}`, { ...phone, viewport: { width, height: 780 } });
  const place = await stage.document(ada);
  const operations = everyKind(await uploadedImage(stage, ada));
  expect((await ada.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { operations })).status).toBe(201);
  const page = await ada.open(`/d/${place.id}`);
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  for (const ref of ['box', 'arrow', 'table', 'image']) {
    await page.evaluate(`${theEditor}.selection.set(${theEditor}.tab.view.idsOfSlug('${ref}'))`);
    const bar = page.getByRole('toolbar', { name: 'Style of selection' });
    await expect
      .poll(async () => {
        const places = await Promise.all((await bar.getByRole('button').all()).map((control) => control.boundingBox()));
        return places.length > 5 && places.every((at) => at !== null && at.x >= 0 && at.x + at.width <= width);
      })
      .toBe(true);
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.close();
});

type Spot = readonly [x: number, y: number];

test('a finger drags a part of an angled arrow across, from beside its grip too; a second finger cancels it', async () => {
  const ada = await stage.person('Ada', phone);
  const place = await stage.document(ada);
  const path = `/documents/${place.id}/tabs/${place.tab}`;
  const operations = 'add square id=a at:0,100\nadd square id=b at:400,420\nconnect a.right -> b.left id=way line=angled';
  expect((await ada.agent.call('POST', `${path}/changesets`, { operations })).status).toBe(201);
  const page = await ada.open(`/d/${place.id}`);
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  const client = await ada.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Spot[]): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  /** Presses, and moves across; in window pixels. */
  const hold = async ([x, y]: Spot, dx: number): Promise<void> => {
    await touch('touchStart', [x, y]);
    for (const share of [0.4, 0.7, 1]) await touch('touchMove', [x + dx * share, y]);
  };
  /** The way-points of the arrow on the server; none before it is dragged. */
  const points = async (): Promise<readonly Spot[]> => {
    const { body } = await ada.agent.call<{ elements: { ref: string; points?: Spot[] }[] }>('GET', path);
    return body.elements.find(({ ref }) => ref === 'way')?.points ?? [];
  };
  /** A point of the canvas in the window. */
  const inWindow = (x: number, y: number): Promise<Spot> =>
    page.evaluate(`(() => {
      const at = ${theEditor}.viewport.toScreen({ x: ${x}, y: ${y} });
      const { left, top } = document.querySelector('.canvas').getBoundingClientRect();
      return [at.x + left, at.y + top];
    })()`);
  const zoom = await page.evaluate<number>(`${theEditor}.viewport.get().zoom`);
  const isDrawnAt = (x: number): Promise<boolean> =>
    page.evaluate(
      `[...document.querySelectorAll('.scene-elements path')].some((line) => line.getAttribute('d').includes('L${x} '))`,
    );

  // The upright part between the boxes, and its middle.
  const [upright, middle] = [280, 300];
  await expect.poll(() => isDrawnAt(upright)).toBe(true);
  await page.touchscreen.tap(...(await inWindow(upright, 240)));
  await expect.poll(async () => (await state(page)).selected.map((id) => id.split('~')[0])).toEqual(['way']);
  expect(await points()).toEqual([]);

  const [x, y] = await inWindow(upright, middle);
  await hold([x, y], 30);
  await expect.poll(() => isDrawnAt(Math.round(upright + 30 / zoom))).toBe(true);
  await touch('touchStart', [x + 30, y], [x, y + 200]);
  await touch('touchEnd');
  await expect.poll(() => isDrawnAt(upright)).toBe(true);
  expect(await points()).toEqual([]);

  // Beside the grip, as fingers are: the part moves as far as the finger.
  await hold([x + 12, y - 6], 40);
  await touch('touchEnd');
  const moved = Math.round(upright + 40 / zoom);
  await expect.poll(() => isDrawnAt(moved)).toBe(true);
  await expect.poll(async () => (await points()).map(([at]) => at)).toContain(moved);
  await page.close();
});

test('a tap of two fingers undoes a step, and one of three redoes it; neither selects or draws', async () => {
  const ida = await stage.person('Ida', phone);
  const page = await ida.open(`/d/${(await stage.document(ida)).id}`);
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Sticky note' }).tap();
  await page.touchscreen.tap(195, 400);
  // Keys are shortcuts until the field has the focus, and the text is a step once it is written.
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Kept');
  await page.touchscreen.tap(195, 160);
  await page.getByText('Kept').first().waitFor();
  await expect.poll(async () => (await state(page)).size).toBe(1);
  const client = await ida.context.newCDPSession(page);
  const tapWith = async (fingers: number): Promise<void> => {
    const touchPoints = Array.from({ length: fingers }, (_, id) => ({ x: 80 + 90 * id, y: 420, id }));
    for (let count = 1; count <= fingers; count += 1)
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPoints.slice(0, count) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const steps = async (): Promise<number> => {
    let taken = 0;
    for (; (await state(page)).size > 0 && taken < 5; taken += 1) await tapWith(2);
    return taken;
  };
  expect(await steps()).toBeGreaterThan(0);
  expect(await state(page)).toEqual({ selected: [], size: 0 });
  for (let taken = 0; taken < 3; taken += 1) await tapWith(3);
  await expect.poll(async () => (await state(page)).size).toBe(1);
  await page.getByText('Kept').first().waitFor();
  await page.close();
});

test('a hand that rests on the canvas while a pen draws does nothing, and a finger pans afterwards', async () => {
  const nora = await stage.person('Nora', { ...phone, viewport: { width: 820, height: 1_180 } });
  const page = await nora.open(`/d/${(await stage.document(nora)).id}`);
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
  const client = await nora.context.newCDPSession(page);
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number): Promise<unknown> =>
    client.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1, pointerType: 'pen' });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Spot[]): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const view = (): Promise<{ x: number; y: number; zoom: number }> =>
    page.evaluate(`(() => { const { x, y, zoom } = ${theEditor}.viewport.get(); return { x, y, zoom }; })()`);
  await page.getByRole('button', { name: 'Pen', exact: true }).tap();
  const before = await view();
  // The palm comes first, and stays.
  await touch('touchStart', [500, 700]);
  await pen('mousePressed', 300, 400);
  for (let step = 1; step <= 8; step += 1) {
    await pen('mouseMoved', 300 + step * 20, 400 + (step % 2) * 30);
    await touch('touchMove', [500 + step, 700 + step], [560, 760]);
  }
  await pen('mouseReleased', 460, 400);
  await touch('touchEnd');
  await expect.poll(async () => (await state(page)).size).toBe(1);
  expect(await view()).toEqual(before);
  // The next finger moves the canvas and draws nothing.
  await touch('touchStart', [400, 600]);
  for (const x of [420, 450, 480]) await touch('touchMove', [x, 600]);
  await touch('touchEnd');
  await expect.poll(async () => (await view()).x).toBeLessThan(before.x - 40);
  expect((await state(page)).size).toBe(1);
  await page.close();
});
