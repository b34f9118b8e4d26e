/** Mentions in real browsers: offered and inserted while a comment is written, and found by the person who was mentioned. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

type Said = { readonly text: string; readonly mentions?: readonly { readonly id: string }[] };

let stage: EditorStage;
let ada: BrowserVisitor;
let grace: BrowserVisitor;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('mentions');
  ada = await stage.person('Ada Lovelace', { color: '#c2410c' });
  grace = await stage.person('Grace Hopper', { color: '#15803d' });
});
afterAll(() => stage.stop());
beforeEach(async () => {
  bench = await ControlBench.open(stage, ada, 'add square id=a at:300,200 label=Here\nadd square id=b at:700,200 label=There');
  await stage.invite(bench.place.id, grace, 'participant');
  await bench.page.reload();
  await bench.page.getByText('Saved', { exact: true }).waitFor();
  return () => bench.page.close();
});

const shots = process.env['TOOL_SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
};
const said = async (): Promise<readonly Said[]> =>
  (await bench.get<{ threads: readonly { readonly comments: readonly Said[] }[] }>('/comments')).threads.flatMap(
    ({ comments }) => comments,
  );
/** Begins a comment on Here. */
async function begin(page = bench.page): Promise<void> {
  await bench.select(['a']);
  await page.keyboard.press('Alt+c');
  await page.getByLabel('Add a comment…').click();
}
const field = (page = bench.page) => page.getByLabel('Add a comment…');
const option = (name: string, page = bench.page) => page.getByRole('option', { name });

describe('writing', () => {
  test('an @ offers the people of the document, the keys choose one, and Escape closes the list alone', async () => {
    const { page } = bench;
    await begin();
    await page.keyboard.type('Hi @');
    await page.getByRole('listbox', { name: 'People' }).waitFor();
    await shoot(page, 'offered');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('Grace Hopper')]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('Hi @');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('@hop');
    await option('Grace Hopper').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('look');
    expect(await field().inputValue()).toBe('Hi @Grace Hopper look');
    await shoot(page, 'inserted');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '1 comment on Here' }).waitFor();
    await shoot(page, 'posted');
    expect(await said()).toMatchObject([{ text: 'Hi @Grace Hopper look', mentions: [{ id: grace.userId }] }]);
  });
});
