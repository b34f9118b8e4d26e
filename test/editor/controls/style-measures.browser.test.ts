/** The lengths of the style bar, which have names and numbers, by the keyboard and by touch. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { styleBar } from './style-bar.ts';

const measures = [
  { label: 'Text size', field: 'text', named: ['Large', 'lg'], number: 'Size (px)', most: 200 },
  { label: 'Stroke width', field: 'strokeWidth', named: ['Thick', 3], number: 'Width (px)', most: 16 },
] as const;
const operations = 'add square id=box "Box" at:60,300 width=200 height=120';

let stage: EditorStage;
let [desktop, phone]: (ControlBench | null)[] = [null, null];
beforeAll(async () => {
  stage = await startStage('style-measures');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  const ben = await stage.person('Ben', {
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  desktop = await ControlBench.open(stage, ada, operations);
  phone = await ControlBench.open(stage, ben, operations);
});
afterAll(() => stage.stop());

describe.each(measures)('$label', ({ label, field, named: [title, value], number, most }) => {
  const opened = async (bench: ControlBench) => {
    await bench.page.bringToFront();
    await bench.select('box');
    await bench.editor<void>('editor.viewport.fit({ x: 40, y: 120, width: 320, height: 560 }, 0)');
    const trigger = styleBar(bench.page).getByRole('button', { name: new RegExp(`^${label}: `) });
    const dialog = bench.page.getByRole('dialog', { name: label });
    const stored = async (): Promise<unknown> => (await bench.element('box'))?.[field];
    return { page: bench.page, trigger, dialog, stored };
  };

  test('a number is typed and stepped by the keyboard, one out of range is refused, and Escape returns to the button', async () => {
    const { page, trigger, dialog, stored } = await opened(desktop!);
    await trigger.focus();
    await page.keyboard.press('Enter');
    const spin = dialog.getByRole('spinbutton', { name: number });
    await spin.focus();
    await spin.fill('12.5');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toBe(12.5);
    await page.keyboard.press('ArrowUp');
    await expect.poll(stored).toBe(13.5);
    await spin.fill(String(most + 1));
    await page.keyboard.press('Enter');
    await dialog.getByText(`to ${most}`).waitFor();
    expect(await stored()).toBe(13.5);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => trigger.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(await stored()).toBe(13.5);
  });

  test('a name is chosen by touch, and is marked', async () => {
    const { page, trigger, dialog, stored } = await opened(phone!);
    await trigger.tap();
    const choice = dialog.getByRole('button', { name: title, exact: true });
    await choice.tap();
    await expect.poll(stored).toBe(value);
    await expect.poll(() => choice.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
