/** Typing on what is selected, in real browsers; REST reads what is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('type-to-edit');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

const drawing = `add square id=a label=Old at:0,0 width=160 height=80
add sticky id=b at:240,0 width=160 height=160
connect a -> b`;

const tool = (bench: ControlBench): Promise<string> => bench.editor<string>('editor.tool.get().name');
const labelOf = async (bench: ControlBench, ref: string): Promise<unknown> => (await bench.element(ref))?.label;

test('the first key replaces the text once that is chosen, and runs a command before it is, and with nothing selected', async () => {
  const bench = await ControlBench.open(stage, ada, drawing);
  const { page } = bench;
  await bench.select('a');
  await page.keyboard.press('r');
  await expect.poll(() => tool(bench)).toBe('shape:square');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('type to edit');
  await page.keyboard.press('Enter');
  await expect.poll(() => bench.editor('editor.canvas.typeToEdit.get()')).toBe(true);
  await bench.select('a');
  await page.keyboard.type('Rätsel 1');
  await page.keyboard.press('Enter');
  await expect.poll(() => labelOf(bench, 'a')).toBe('Rätsel 1');
  expect(await tool(bench)).toBe('select');
  await page.keyboard.press('Control+z');
  await expect.poll(() => labelOf(bench, 'a')).toBe('Old');

  // Commands with a modifier, and keys that type nothing, still run.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await bench.element('a'))?.['bold']).toBe(true);
  await bench.select('b');
  await page.keyboard.type('+1');
  await page.keyboard.press('Escape');
  await expect.poll(() => labelOf(bench, 'b')).toBe('+1');

  await bench.select();
  await page.keyboard.press('r');
  await expect.poll(() => tool(bench)).toBe('shape:square');
  await page.keyboard.press('Escape');

  // This browser remembers it.
  await page.reload();
  await page.locator('.canvas').waitFor();
  await expect.poll(() => bench.editor('editor.canvas.typeToEdit.get()')).toBe(true);
});

test('the context menu of the canvas has it, by mouse and by finger', async () => {
  const ben = await stage.person('Ben', { hasTouch: true, reducedMotion: 'reduce' });
  const bench = await ControlBench.open(stage, ben, drawing);
  const { page } = bench;
  const { x, y } = await bench.pointOf('a', 0.5, 3);
  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Type to edit' }).tap();
  await expect.poll(() => bench.editor('editor.canvas.typeToEdit.get()')).toBe(true);
  await bench.select('a');
  await page.keyboard.type('New');
  await page.keyboard.press('Enter');
  await expect.poll(() => labelOf(bench, 'a')).toBe('New');
});
