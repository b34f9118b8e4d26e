/** The menus of the style bar by the keyboard and by touch, in light and in dark: what is chosen, and where the focus is then. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { styleBar } from './style-bar.ts';

const menus = [
  { on: 'box', label: 'Font', field: 'font', second: ['serif', 'Serif'], first: ['sans', 'Sans'] },
  { on: 'box', label: 'Stroke style', field: 'border', second: ['dashed', 'Dashed'], first: ['solid', 'Solid'] },
  { on: 'arrow', label: 'Connector type', field: 'line', second: ['angled', 'Elbow'], first: ['straight', 'Straight'] },
  { on: 'arrow', label: 'Start arrowhead', field: 'heads', second: ['both', 'Arrow'], first: [undefined, 'None'] },
  { on: 'arrow', label: 'End arrowhead', field: 'heads', second: [undefined, 'Arrow'], first: ['none', 'None'] },
  { on: 'arrow', label: 'Label position', field: 'labelAt', second: [0, 'Start'], first: [undefined, 'Auto'] },
  { on: 'pen', label: 'Stroke width', field: 'thickness', second: [6, 'Thick'], first: [1.5, 'Thin'] },
  { on: 'swim', label: 'Orientation', field: 'direction', second: ['down', 'Vertical'], first: ['right', 'Horizontal'] },
] as const;

const elements = [
  { id: 'box', type: 'shape', shape: 'square', label: 'Box', x: 60, y: 300, width: 120, height: 80 },
  { id: 'to', type: 'shape', shape: 'square', label: 'To', x: 260, y: 300, width: 80, height: 80 },
  { id: 'arrow', type: 'arrow', label: 'ok', from: { element: 'box' }, to: { element: 'to' } },
  { id: 'pen', type: 'stroke', points: [[0, 0], [60, 40], [100, 10]], x: 60, y: 440, width: 100, height: 40 }, // prettier-ignore
  { id: 'swim', type: 'lane', label: 'Lane', x: 60, y: 520, width: 240, height: 100 },
].map((element) => ({ op: 'add', element }));

let stage: EditorStage;
const benches = new Map<string, ControlBench>();
const looks = [
  { look: 'light', device: 'desktop', size: { width: 1280, height: 800 } },
  { look: 'dark', device: 'desktop', size: { width: 1280, height: 800 } },
  { look: 'light', device: 'phone', size: { width: 390, height: 844 } },
  { look: 'dark', device: 'phone', size: { width: 390, height: 844 } },
] as const;

beforeAll(async () => {
  stage = await startStage('style-menus');
  for (const { look, device, size } of looks) {
    const visitor = await stage.person(`Ada on a ${look} ${device}`, {
      colorScheme: look,
      reducedMotion: 'reduce',
      viewport: size,
      hasTouch: device === 'phone',
      isMobile: device === 'phone',
    });
    benches.set(`${look} ${device}`, await ControlBench.open(stage, visitor, elements));
  }
});
afterAll(() => stage.stop());

describe.each(looks)('the menus of the style bar on a $look $device', ({ look, device }) => {
  test.each(menus)('$label', async ({ on, label, field, first, second }) => {
    const bench = benches.get(`${look} ${device}`)!;
    const { page } = bench;
    await page.bringToFront();
    await bench.select(on);
    // High up in the window: on a phone the tool bar covers the middle.
    const { y } = elements.find(({ element }) => element.id === on)?.element ?? {};
    await bench.editor<void>(`editor.viewport.fit({ x: 40, y: ${(y ?? 300) - 180}, width: 320, height: 560 }, 0)`);
    const trigger = styleBar(page).getByRole('button', { name: new RegExp(`^${label}: `) });
    const menu = page.getByRole('menu');
    const value = async (): Promise<unknown> => (await bench.element(on))?.[field];
    const hasFocus = (): Promise<boolean> => trigger.evaluate((button) => button === button.ownerDocument.activeElement);
    const isSelected = (): Promise<number> => bench.editor<number>('editor.selection.get().size');
    const choices = menu.getByRole('menuitemradio');

    if (device === 'phone') {
      for (const [wanted, title] of [second, first]) {
        await trigger.tap();
        await menu.waitFor();
        await choices.filter({ hasText: title }).tap();
        await expect.poll(value).toBe(wanted);
        await menu.waitFor({ state: 'detached' });
      }
    } else {
      await trigger.focus();
      for (const [key, [wanted, title]] of [
        ['ArrowDown', second],
        ['Home', first],
      ] as const) {
        await page.keyboard.press('Enter');
        await menu.waitFor();
        await page.keyboard.press(key);
        for (let step = 0; step < 4 && !(await isOn(page, title)); step += 1) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect.poll(value).toBe(wanted);
        await expect.poll(hasFocus).toBe(true);
      }
      await page.keyboard.press('Enter');
      await menu.waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await expect.poll(hasFocus).toBe(true);
    }
    expect(await isSelected()).toBe(1);
  });
});

/** Whether the keyboard is on the choice of this title. */
const isOn = (page: ControlBench['page'], title: string): Promise<boolean> =>
  page.evaluate(`document.activeElement?.textContent.trim() === ${JSON.stringify(title)}`);
