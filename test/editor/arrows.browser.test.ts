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
    await expect.poll(() => linesOf(hers)).toEqual(['angled']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await draw(hers, 'a', 'b');
    await expect.poll(() => linesOf(hers)).toEqual(['angled', 'angled']);

    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    const lines = newArrows(page);
    expect(await lines.getByRole('button', { name: 'Elbow', pressed: true }).count()).toBe(1);
    await lines.getByRole('button', { name: 'Curved' }).click();
    await lines.getByRole('button', { name: 'Curved', pressed: true }).waitFor();
    await page.getByText('New arrows on this tab: Curved').waitFor({ state: 'attached' });
    await draw(hers, 'a', 'b');
    await expect.poll(() => linesOf(hers)).toEqual(['angled', 'angled', 'curved']);
    await lines.waitFor({ state: 'detached' });

    await stage.invite(hers.place.id, ben, 'editor');
    const his = await ControlBench.at(ben, hers.place);
    await his.select('a', 'b');
    await his.page.keyboard.press('l');
    await expect.poll(() => linesOf(hers)).toEqual(['angled', 'angled', 'curved', 'curved']);
  });
});

describe('auto layout', () => {
  const tangle = `add square id=a label=Start at:0,0 width=120 height=60
add diamond id=b label=Sure at:600,40 width=120 height=80
add square id=c label=Yes at:40,420 width=120 height=60
add square id=d label=No at:500,300 width=120 height=60
connect a -> b
connect b -> c
connect b -> d`;
  const popover = (page: Page) => page.getByRole('dialog', { name: 'Auto layout' });
  const placesOf = async (bench: ControlBench): Promise<unknown> =>
    (await bench.elements()).map(({ ref, x, y, line }) => ({ ref, x, y, line: line ?? null }));
  /** Where the box is drawn, which may be a preview, once the view of the moment is drawn. */
  const drawnAt = (bench: ControlBench, ref: string): Promise<number> =>
    bench.editor<number>(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
      Math.round(editor.scene.get().nodeOf([...editor.tab.view.idsOfSlug('${ref}')][0]).getBoundingClientRect().x)))))`);
  const updates = (bench: ControlBench): Promise<number> =>
    bench.editor<number>(
      '(window.updates ??= (editor.session.doc.on("update", () => (window.sent += 1)), window.sent = 0), window.sent)',
    );

  test('shows its result before anything is written, and writes it as one step of the undo', async () => {
    const bench = await ControlBench.open(stage, ada, tangle);
    const { page } = bench;
    await updates(bench);
    const before = await placesOf(bench);
    await bench.select('a', 'b', 'c', 'd');
    const at = await drawnAt(bench, 'c');
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page).getByRole('radio', { name: 'Flowchart' }).and(page.locator(':focus')).waitFor();
    await popover(page)
      .getByText(/^Preview: \d elements change$/)
      .waitFor();
    await expect.poll(async () => (await drawnAt(bench, 'c')) !== at).toBe(true);
    expect([await updates(bench), await placesOf(bench)]).toEqual([0, before]);

    // Escape leaves everything as it was, with the focus on the canvas.
    await page.keyboard.press('Escape');
    await popover(page).waitFor({ state: 'detached' });
    await expect.poll(() => drawnAt(bench, 'c')).toBe(at);
    expect(await page.evaluate("document.activeElement.matches('.canvas')")).toBe(true);
    expect([await updates(bench), await placesOf(bench)]).toEqual([0, before]);

    // By the keyboard alone: another direction, another line, Enter.
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page).getByRole('radio', { name: 'Flowchart' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    for (const _ of ['Straight', 'Elbow']) await page.keyboard.press('ArrowRight');
    expect(await popover(page).getByRole('radio', { name: 'Elbow', checked: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await popover(page).waitFor({ state: 'detached' });
    await page.getByText(/^Auto layout applied: \d elements$/).waitFor({ state: 'attached' });
    await expect.poll(async () => (await bench.element('a'))!.x < (await bench.element('b'))!.x - 100).toBe(true);
    const lines = async () => (await bench.elements()).filter(({ type }) => type === 'arrow').map(({ line }) => line);
    await expect.poll(lines).toEqual(['angled', 'angled', 'angled']);
    await bench.undo();
    await expect.poll(() => placesOf(bench)).toEqual(before);
  });

  test('follows what others change meanwhile, and the canvas pans under it', async () => {
    const bench = await ControlBench.open(stage, ada, tangle);
    const { page } = bench;
    await bench.select('a', 'b', 'c', 'd');
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page)
      .getByText(/^Preview/)
      .waitFor();
    const at = await drawnAt(bench, 'd');
    await page.mouse.move(700, 600);
    await page.mouse.down();
    await page.mouse.move(760, 600, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => drawnAt(bench, 'd')).toBe(at + 60);
    await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
      operations: 'set c label="Far and away the longest answer of all" width=400',
    });
    await expect
      .poll(() => bench.editor<number>("editor.canvas.layout.get().get([...editor.tab.view.idsOfSlug('c')][0]).width"))
      .toBe(400);
    await popover(page).getByRole('button', { name: 'Apply' }).click();
    await expect.poll(async () => (await bench.element('c'))?.width).toBe(400);
    await expect.poll(async () => (await bench.element('b'))!.y > (await bench.element('a'))!.y + 60).toBe(true);
  });

  test('states why a locked element cannot be laid out, and lays out the contents of a frame', async () => {
    const bench = await ControlBench.open(stage, ada, `${tangle}\nwrap c d in frame id=f label=Ends\nset b locked=true`);
    const { page } = bench;
    await bench.select('a', 'b');
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page)
      .getByText(/locked/)
      .waitFor();
    expect(await popover(page).getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await bench.select('f');
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page)
      .getByText(/^Preview/)
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await bench.element('c'))!.y === (await bench.element('d'))!.y).toBe(true);
  });

  test('of more boxes than the page plans itself comes from the server, and can be undone as well', async () => {
    const many = Array.from(
      { length: 140 },
      (_, at) => `add square id=n${at} at:${(at % 14) * 150},${Math.floor(at / 14) * 100} width=100 height=60`,
    );
    const links = Array.from({ length: 109 }, (_, at) => `connect n${Math.floor(at / 2)} -> n${at + 1}`);
    const bench = await ControlBench.open(stage, ada, [...many, ...links].join('\n'));
    const { page } = bench;
    const before = await placesOf(bench);
    await page.keyboard.press('Control+a');
    await bench.editor<void>("editor.run('auto-layout')");
    await popover(page)
      .getByText(/^Preview: \d+ elements change$/)
      .waitFor();
    await popover(page).getByRole('button', { name: 'Apply' }).click();
    await popover(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await bench.element('n109'))!.y > (await bench.element('n0'))!.y + 500).toBe(true);
    await bench.undo();
    await expect.poll(() => placesOf(bench)).toEqual(before);
  });
});

describe('outlines of arrows', () => {
  const bends = `add square id=a at:0,0 width=120 height=60
add square id=b at:400,200 width=120 height=60
add square id=c at:400,-200 width=120 height=60
connect a -> b id=elbow line=angled label=pays
connect a -> c id=curve line=curved`;
  /** How many of 41 points of a line have no point of an outline near, in the page: `stray(ref, outlines)`. */
  const stray = `(ref, outlines) => {
    const line = document.querySelector('.canvas [data-id^="' + ref + '~"] path');
    const along = (path) => Array.from({ length: 41 }, (_, at) => {
      const { x, y } = path.getPointAtLength((path.getTotalLength() * at) / 40).matrixTransform(path.getScreenCTM());
      return [x, y];
    });
    const near = ([x, y], points) => points.some(([a, b]) => Math.hypot(a - x, b - y) < 1.5);
    if (line === null || outlines.length === 0) return 41;
    return Math.min(...outlines.map((path) => along(line).filter((point) => !near(point, along(path))).length));
  }`;

  test('of what an agent changed follow the lines, angled or curved', async () => {
    const bench = await ControlBench.open(stage, ada, bends);
    await bench.page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
    // They are gone after two seconds: the page itself looks at them.
    await bench.page.evaluate(`(() => {
      const look = () => {
        const flashes = [...document.querySelectorAll('[data-kind="flash"]')];
        if (flashes.length === 0) return requestAnimationFrame(look);
        const lines = flashes.filter((one) => one.matches('svg path'));
        window.flashed = [flashes.length, lines.length, (${stray})('elbow', lines), (${stray})('curve', lines)];
      };
      look();
    })()`);
    await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
      operations: 'set elbow stroke=red\nset curve stroke=red',
    });
    await expect.poll(() => bench.page.evaluate('window.flashed')).toEqual([2, 2, 0, 0]);
  });

  test('that are selected follow the lines, and spare the label', async () => {
    const bench = await ControlBench.open(stage, ada, bends);
    for (const ref of ['elbow', 'curve']) {
      await bench.select(ref);
      const outlines = `[...document.querySelectorAll('svg[aria-hidden] > g[transform^="scale"] > path')]`;
      await expect.poll(() => bench.page.evaluate(`(${stray})('${ref}', ${outlines})`)).toBe(0);
    }
    // The label looks the same, selected or not.
    const { x, y, width, height } = (await bench.page.locator('.canvas text', { hasText: 'pays' }).boundingBox())!;
    const label = (): Promise<Buffer> =>
      bench.page.screenshot({ clip: { x: x - 1, y: y + 2, width: width + 2, height: height - 4 } });
    const bare = await label();
    await bench.select('elbow');
    await bench.page.locator('svg[aria-hidden] clipPath').waitFor({ state: 'attached' });
    expect((await label()).equals(bare)).toBe(true);
  });
});
