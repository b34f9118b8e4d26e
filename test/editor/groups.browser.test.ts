/** Groups in real browsers: made, entered and left with a mouse, the keyboard and a finger; REST reads what is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } as const;

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('groups');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

/** `a` and `b` are the icons, within the payments with `c`; `d` is in no group. */
const drawing = `add square id=a label=A at:0,0 width=100 height=60
add square id=b label=B at:140,0 width=100 height=60
add square id=c label=C at:0,140 width=100 height=60
add square id=d label=D at:140,140 width=100 height=60`;
const grouped = `${drawing}
set a group=payments/icons
set b group=payments/icons
set c group=payments`;

const selected = (bench: ControlBench): Promise<string> =>
  bench.editor<string>("[...editor.selection.get()].map((id) => id.slice(0, id.indexOf('~'))).toSorted().join(' ')");
const entered = (bench: ControlBench): Promise<string | null> => bench.editor('editor.canvas.entered.get()');
const groups = async (bench: ControlBench): Promise<unknown[]> =>
  Promise.all(['a', 'b', 'c', 'd'].map(async (ref) => (await bench.element(ref))?.['group']));
const outlines = ({ page }: ControlBench): Promise<string[]> =>
  page.locator('[data-group]').evaluateAll((all) => all.map((one) => one.getAttribute('data-group') ?? ''));
/** What screen readers heard last. */
const heard = ({ page }: ControlBench): Promise<string> =>
  page.locator('[aria-live=polite]').evaluateAll((all) => all.map((one) => one.textContent ?? '').join('\n'));

describe('with a mouse', () => {
  test('a click selects the group, a double click goes into it, and a click outside leaves it', async () => {
    const bench = await ControlBench.open(stage, ada, grouped);
    const { page } = bench;
    const point = async (ref: string): Promise<[number, number]> => {
      const { x, y } = await bench.pointOf(ref, 0.5, 0.8);
      return [x, y];
    };
    await page.mouse.click(...(await point('a')));
    await expect.poll(() => selected(bench)).toBe('a b c');
    expect(await outlines(bench)).toEqual(['selected']);
    await page.mouse.dblclick(...(await point('a')));
    await expect.poll(() => entered(bench)).toBe('payments');
    expect(await selected(bench)).toBe('a b');
    expect(await outlines(bench)).toEqual(['entered', 'selected']);
    await page.mouse.dblclick(...(await point('a')));
    await expect.poll(() => entered(bench)).toBe('payments/icons');
    expect(await selected(bench)).toBe('a');
    // Only now its text is edited.
    await page.mouse.dblclick(...(await point('a')));
    await page.locator('.canvas').getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(...(await point('d')));
    await expect.poll(() => entered(bench)).toBeNull();
    expect([await selected(bench), await outlines(bench)]).toEqual(['d', []]);
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await point('c')));
    await page.keyboard.up('Shift');
    await expect.poll(() => selected(bench)).toBe('a b c d');
    await page.keyboard.down('Control');
    await page.mouse.click(...(await point('b')));
    await page.keyboard.up('Control');
    await expect.poll(() => selected(bench)).toBe('b');
  });

  test('a drag moves the group as one step of the undo, and a copy of it is a group of its own', async () => {
    const bench = await ControlBench.open(stage, ada, grouped);
    const { page } = bench;
    const { x, y } = await bench.pointOf('b', 0.5, 0.8);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 250, { steps: 4 });
    expect(await outlines(bench)).toEqual(['selected']);
    await page.mouse.up();
    const lefts = async () => Promise.all(['a', 'b', 'c', 'd'].map(async (ref) => (await bench.element(ref))!.y > 200));
    await expect.poll(lefts).toEqual([true, true, true, false]);
    await bench.undo();
    await expect.poll(lefts).toEqual([false, false, false, false]);
    await page.mouse.click(x, y);
    await page.keyboard.press('Control+d');
    await expect.poll(async () => (await bench.elements()).length).toBe(7);
    const names = (await bench.elements()).map(({ group }) => group?.split('/')[0]);
    expect(new Set(names).size).toBe(3);
    expect(names.filter((name) => name === 'payments')).toHaveLength(3);
  });
});

describe('with the keyboard', () => {
  test('groups are made, entered, left and dissolved, each a step of the undo, and spoken', async () => {
    const bench = await ControlBench.open(stage, ada, drawing);
    const { page } = bench;
    await bench.select('a', 'b');
    await page.keyboard.press('Control+g');
    await expect.poll(async () => (await groups(bench))[1]).toMatch(/^group-[0-9a-z]{8}$/);
    const [first, second, ...others] = await groups(bench);
    expect([first, others]).toEqual([second, [undefined, undefined]]);
    await expect.poll(() => heard(bench)).toContain('2 elements grouped');
    await page.keyboard.press('Enter');
    await expect.poll(() => entered(bench)).toBe(first);
    expect(await selected(bench)).toBe('a');
    await expect.poll(() => heard(bench)).toContain('In the group. Rectangle A');
    await page.keyboard.press('Tab');
    await expect.poll(() => selected(bench)).toBe('b');
    await page.keyboard.press('Escape');
    await expect.poll(() => selected(bench)).toBe('a b');
    await expect.poll(() => heard(bench)).toContain('Group of 2: 2 × Rectangle');
    await page.keyboard.press('Tab');
    await expect.poll(() => selected(bench)).toBe('c');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+Shift+G');
    await expect.poll(() => groups(bench)).toEqual([undefined, undefined, undefined, undefined]);
    await expect.poll(() => heard(bench)).toContain('2 elements ungrouped');
    await bench.undo();
    await expect.poll(() => groups(bench)).toEqual([first, first, undefined, undefined]);
    await bench.undo();
    await expect.poll(() => groups(bench)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('with a finger', () => {
  test('a tap selects the group, a double tap goes into it, and a tap on nothing leaves it', async () => {
    const ben = await stage.person('Ben', phone);
    const bench = await ControlBench.open(stage, ben, grouped);
    const { page } = bench;
    const tap = async (ref: string): Promise<void> => {
      const { x, y } = await bench.pointOf(ref, 0.5, 0.8);
      await page.touchscreen.tap(x, y);
    };
    await tap('c');
    await expect.poll(() => selected(bench)).toBe('a b c');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const at = await bench.pointOf('c', 0.5, 0.8);
    // Sent together: on a busy machine the second tap would come too late.
    await Promise.all([touch('touchStart', at), touch('touchEnd'), touch('touchStart', at), touch('touchEnd')]);
    await expect.poll(() => entered(bench)).toBe('payments');
    expect(await selected(bench)).toBe('c');
    await tap('a');
    await expect.poll(() => selected(bench)).toBe('a b');
    const { x, y } = await bench.pointOf('c');
    await page.touchscreen.tap(x, y + 120);
    await expect.poll(() => selected(bench)).toBe('');
    expect(await entered(bench)).toBeNull();
  });
});

describe('what agents and others do', () => {
  test('a group that an agent makes through REST is selected as one, by people who may only view too', async () => {
    const bench = await ControlBench.open(stage, ada, drawing);
    const eve = await stage.person('Eve', { reducedMotion: 'reduce' });
    await stage.invite(bench.place.id, eve, 'viewer');
    const hers = await ControlBench.at(eve, bench.place);
    await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, { operations: 'set a group=payments\nset d group=payments' });
    for (const one of [bench, hers]) {
      await one.page.bringToFront();
      await expect.poll(() => one.editor<string | undefined>("editor.tab.view.get(editor.tab.view.idsOfSlug('d')[0]).group")).toBe('payments'); // prettier-ignore
      const { x, y } = await bench.pointOf('a', 0.5, 0.8);
      await one.page.mouse.click(x, y);
      await expect.poll(() => selected(one)).toBe('a d');
    }
  });
});
