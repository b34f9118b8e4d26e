/** The Welcome document in a real browser: each of its exercises does what its text says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Document } from '#schema/document.ts';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('editor-welcome');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
});
afterAll(() => stage.stop());

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = bench.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up();
}

const arrowsOf = async (): Promise<string[]> => {
  const all = await bench.elements();
  const nameOf = (id: unknown): string => String(all.find((element) => element.id === id)?.label ?? '');
  const ends = all.flatMap(({ type, from, to }) => (type === 'arrow' ? [[from, to] as { element?: string }[]] : []));
  return ends.map(([from, to]) => `${nameOf(from?.element)} -> ${nameOf(to?.element)}`);
};

describe('the Welcome document', () => {
  test('is made by a button of an empty Home', async () => {
    const home = await ada.open('/');
    expect(await seriousFaults(home)).toEqual([]);
    await home.getByRole('button', { name: 'Learn the basics' }).click();
    await home.waitForURL(/\/d\/doc_/);
    const id = /doc_\w+/.exec(home.url())![0];
    const { body } = await ada.agent.call<Document>('GET', `/documents/${id}`);
    expect(body.name).toBe('Welcome');
    await home.close();
    bench = await ControlBench.at(ada, { id, tab: body.tabs[0]!.id });
    await bench.page.getByText('Drag the star').waitFor();
    await shoot(bench.page, 'welcome-1-opened');
  });

  test('1: the star is dragged into the circle', async () => {
    await drag(await bench.pointOf('star'), await bench.pointOf('target'));
    const middleOf = async (ref: string): Promise<number[]> => {
      const { x, y, width, height } = (await bench.element(ref))!;
      return [x + width / 2, y + height / 2].map(Math.round);
    };
    await expect.poll(() => middleOf('star')).toEqual(await middleOf('target'));
    await shoot(bench.page, 'welcome-2-moved');
  });

  test('2: Idea is connected to Plan from its dot, and a dot of Plan adds the next box', async () => {
    const { mouse, keyboard } = bench.page;
    const idea = await bench.pointOf('idea');
    await mouse.click(idea.x, idea.y);
    const side = await bench.pointOf('idea', 1);
    const dot = { x: side.x + 20, y: side.y };
    await shoot(bench.page, 'welcome-3-dots');
    await drag(dot, await bench.pointOf('plan'));
    await expect.poll(arrowsOf).toContain('Idea -> Plan');
    await keyboard.press('Escape');
    const plan = await bench.pointOf('plan');
    await mouse.move(plan.x, plan.y);
    const below = await bench.pointOf('plan', 0.5, 1);
    await mouse.click(below.x, below.y + 5);
    await keyboard.type('Next');
    await keyboard.press('Escape');
    await expect.poll(arrowsOf).toContain('Plan -> Next');
    await shoot(bench.page, 'welcome-4-connected');
  });

  test('3: the note is written on, and so is the canvas beside it', async () => {
    const { page } = bench;
    const note = await bench.pointOf('note');
    await page.mouse.dblclick(note.x, note.y);
    await page.keyboard.type('Written');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await bench.element('note'))!.label).toBe('Written');
    await page.keyboard.press('Escape');
    const beside = await bench.pointOf('write-it', 0.12, 0.6);
    await page.mouse.dblclick(beside.x, beside.y);
    await page.keyboard.type('Beside it');
    await page.keyboard.press('Escape');
    const labels = async () => (await bench.elements()).map(({ label }) => label);
    await expect.poll(labels).toContain('Beside it');
    await page.keyboard.press('Escape');
    await shoot(bench.page, 'welcome-5-written');
  });

  test('4: a box that is dragged around three shapes selects them, and a color of the bar fills them', async () => {
    const { page } = bench;
    await drag(await bench.pointOf('style', 0.05, 0.35), await bench.pointOf('style', 0.96, 0.9));
    const style = page.getByRole('toolbar', { name: 'Style of selection' });
    await style.getByRole('button', { name: 'Fill' }).click();
    await shoot(bench.page, 'welcome-6-fill');
    await page.getByRole('dialog', { name: 'Fill' }).getByLabel('Blue', { exact: true }).click();
    const fills = async () => Promise.all(['one', 'two', 'three'].map(async (ref) => (await bench.element(ref))!['fill']));
    await expect.poll(fills).toEqual(['blue', 'blue', 'blue']);
    expect((await bench.element('style'))!['fill']).toBe('pink');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test('5: four boxes are arranged along their arrows', async () => {
    const { page } = bench;
    await drag(await bench.pointOf('arrange-it', 0.03, 0.3), await bench.pointOf('arrange-it', 0.97, 0.96));
    const ship = await bench.pointOf('ship');
    await page.mouse.click(ship.x, ship.y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Auto layout' }).click();
    await shoot(bench.page, 'welcome-7-arranging');
    await page.keyboard.press('Enter');
    await page.getByText('Auto layout applied').waitFor();
    const tops = async () => Promise.all(['design', 'build', 'test', 'ship'].map(async (ref) => (await bench.element(ref))!.y));
    await expect.poll(async () => (await tops()).every((top, at, all) => at === 0 || top > all[at - 1]!)).toBe(true);
    await shoot(bench.page, 'welcome-8-arranged');
    await bench.dismissNotices();
  });

  test('6: the line of the box is typed into the palette', async () => {
    const { page } = bench;
    const { label } = (await bench.element('line'))!;
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox').fill(label!);
    await shoot(bench.page, 'welcome-9-palette');
    await page.keyboard.press('Enter');
    const labels = async () => (await bench.elements()).map((element) => element.label);
    await expect.poll(labels).toContain('Hello');
    await page.keyboard.press('Escape');
    await shoot(bench.page, 'welcome-10-made');
  });
});
