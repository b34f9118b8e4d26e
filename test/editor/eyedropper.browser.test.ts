/** The eyedropper in real browsers: by mouse, keyboard and touch, for a selection and for new elements. */
import process from 'node:process';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const shots = process.env['TOOL_SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/eyedropper-${name}.png` });
};

let stage: EditorStage;
let ada: BrowserVisitor;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('eyedropper');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

const drawing = [
  'add square id=blue "Blue" fill=blue at:300,140',
  'add square id=own "Own" fill=#aa3377 at:560,140',
  'add square id=bare "Bare" at:820,140',
  'add sticky id=note "Note" color=green at:300,300',
  'add text id=words "Words" textColor=red at:560,340',
  'add square id=goal "Goal" at:820,340',
  'connect bare -> goal id=line stroke=orange',
].join('\n');
beforeEach(async () => {
  bench = await ControlBench.open(stage, ada, drawing);
  return () => bench.page.close();
});

/** The middle of an element in the window, with a share of its size. */
async function at(
  ref: string,
  page = bench.page,
  share: readonly [number, number] = [0.5, 0.25],
): Promise<{ x: number; y: number }> {
  const { id } = (await bench.element(ref))!;
  const box = (await page.locator(`[data-id="${id}"]`).first().boundingBox())!;
  return { x: box.x + box.width * share[0], y: box.y + box.height * share[1] };
}
const press = async (ref: string): Promise<void> => {
  const { x, y } = await at(ref);
  await bench.page.mouse.click(x, y);
};
const valueOf = async (ref: string, name: string): Promise<unknown> => (await bench.element(ref))?.[name];
const isPicking = (page: Page): Promise<boolean> => page.locator('[data-eyedropper]').isVisible();

test('I takes the fill of what is pressed for the selection, by its name; Alt takes it for the outline', async () => {
  const { page } = bench;
  await bench.select('goal');
  await page.keyboard.press('i');
  await expect.poll(() => isPicking(page)).toBe(true);
  const { x, y } = await at('blue');
  await page.mouse.move(x, y);
  await page.getByText('Fill: Blue').waitFor();
  await shoot(page, 'hover');
  expect(await seriousFaults(page)).toEqual([]);
  await press('blue');
  await expect.poll(() => valueOf('goal', 'fill')).toBe('blue');
  expect(await isPicking(page)).toBe(false);
  // What was pressed is neither selected nor changed.
  expect(await bench.editor<string[]>('[...editor.selection.get()].map((id) => id.split("~")[0])')).toEqual(['goal']);
  await page.keyboard.press('i');
  // The pointer rests on the box.
  await page.getByText('Fill: Blue').waitFor();
  await press('own');
  await expect.poll(() => valueOf('goal', 'fill')).toBe('#aa3377');
  await page.keyboard.press('i');
  await page.keyboard.down('Alt');
  await page.mouse.move((await at('note')).x, (await at('note')).y);
  await page.getByText('Stroke: Green').waitFor();
  await press('note');
  await page.keyboard.up('Alt');
  await expect.poll(() => valueOf('goal', 'stroke')).toBe('green');
  // One step each.
  await page.keyboard.press('Control+z');
  await expect.poll(() => valueOf('goal', 'stroke')).toBe(undefined);
  await page.keyboard.press('Control+z');
  await expect.poll(() => valueOf('goal', 'fill')).toBe('blue');
  // Neutral unsets the color.
  await page.keyboard.press('i');
  await press('bare');
  await expect.poll(() => valueOf('goal', 'fill')).toBe(undefined);
});

test('the pickers of the style bar take for their own field, and Escape or a press beside everything ends it', async () => {
  const { page } = bench;
  await bench.select('goal');
  const pick = async (field: string): Promise<void> => {
    await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: field, exact: true }).click();
    if (field === 'Fill' && shots !== undefined) {
      await page.waitForTimeout(400);
      await shoot(page, 'picker');
    }
    await page.getByRole('dialog', { name: field }).getByRole('button', { name: 'Pick color from canvas' }).click();
    await expect.poll(() => isPicking(page)).toBe(true);
  };
  await pick('Text color');
  await press('words');
  await expect.poll(() => valueOf('goal', 'textColor')).toBe('red');
  await pick('Stroke color');
  const line = await at('line', page, [0.5, 0.6]);
  await page.mouse.click(line.x, line.y);
  await expect.poll(() => valueOf('goal', 'stroke')).toBe('orange');
  await pick('Fill');
  await page.keyboard.press('Escape');
  expect(await isPicking(page)).toBe(false);
  expect(await bench.editor<number>('editor.selection.get().size')).toBe(1);
  await pick('Fill');
  await page.mouse.move(700, 560);
  await page.getByText('No color here').waitFor();
  await page.mouse.click(700, 560);
  expect(await isPicking(page)).toBe(false);
  expect(await valueOf('goal', 'fill')).toBe(undefined);
  // A sticky takes papers alone.
  await bench.select('note');
  await pick('Paper');
  await press('own');
  expect(await valueOf('note', 'color')).toBe('green');
  await pick('Paper');
  await press('blue');
  await expect.poll(() => valueOf('note', 'color')).toBe('blue');
});

test('without a selection new elements have the color, also in the palette, and a viewer has none of it', async () => {
  const { page } = bench;
  await bench.editor<void>('(editor.selection.clear(), editor.canvas.focus())');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('eyedropper');
  await page.getByRole('option', { name: /^Pick color from canvas/ }).click();
  await press('own');
  await expect.poll(() => isPicking(page)).toBe(false);
  await page.keyboard.press('r');
  await page.mouse.click(640, 600);
  await expect.poll(async () => (await bench.elements()).filter((element) => element['fill'] === '#aa3377').length).toBe(2);
  const eve = await stage.person('Eve');
  await stage.invite(bench.place.id, eve, 'viewer');
  const other = await eve.open(`/d/${bench.place.id}`);
  await other.getByText('View only').or(other.getByText('Saved')).first().waitFor();
  await other.keyboard.press('i');
  expect(await isPicking(other)).toBe(false);
  await other.close();
});

test('a finger takes the color when it is lifted, on a dark phone', async () => {
  const ben = await stage.person('Ben', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  await stage.invite(bench.place.id, ben, 'editor');
  await bench.send('PATCH', `/tabs/${bench.place.tab}`, { theme: 'auto', look: 'hand-drawn' });
  const phone = await ControlBench.at(ben, bench.place);
  const { page } = phone;
  await phone.editor<void>('editor.run("zoom-to-fit")');
  await phone.select('goal');
  await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: 'Fill', exact: true }).tap();
  await shoot(page, 'phone-picker');
  await page.getByRole('button', { name: 'Pick color from canvas' }).tap();
  await expect.poll(() => isPicking(page)).toBe(true);
  const { x, y } = await at('note', page);
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  await touch('touchStart', [{ x: x + 40, y: y + 120 }]);
  await touch('touchMove', [{ x, y }]);
  await page.getByText('Fill: Green').waitFor();
  await shoot(page, 'phone');
  expect(await valueOf('goal', 'fill')).toBe(undefined);
  await touch('touchEnd', []);
  await expect.poll(() => valueOf('goal', 'fill')).toBe('green');
  expect(await isPicking(page)).toBe(false);
  await page.close();
});
