/** Every toast with an action, from what brings it: the action pressed in a real browser, with its effect. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { controlsIn } from './controls-in.ts';
import { callOf } from './home-controls.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('toasts');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada);
});
afterAll(() => stage.stop());

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return;
  await page.goto(path);
  if (path.startsWith('/d/')) await saved(page);
}
const toDocument = ({ page, place }: ControlBench): Promise<void> => goTo(page, `/d/${place.id}`);
async function chooseInList({ page }: ControlBench, entry: string): Promise<void> {
  await goTo(page, '/');
  await button(page, 'Actions for Drawing').click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The name, on the server, of the document whose address the page has, once it is open. */
async function openDocument({ page, agent }: ControlBench, shown: string): Promise<string> {
  await page.getByRole('heading', { name: shown, exact: true }).and(page.locator('h1')).waitFor();
  await saved(page);
  const id = /^\/d\/([^/]+)/.exec(new URL(page.url()).pathname)?.[1];
  return (await agent.call<{ name: string }>('GET', `/documents/${id}`)).body.name;
}
const opens =
  (name: string) =>
  async (on: ControlBench): Promise<void> =>
    expect(await openDocument(on, name)).toBe(name);

const listed = async ({ page }: ControlBench): Promise<readonly string[]> =>
  (await callOf<{ documents: readonly { readonly name: string }[] }>(page, 'GET', '/documents')).documents.map(
    ({ name }) => name,
  );

type Toasted = {
  readonly when: string;
  readonly text: string | RegExp;
  readonly bring: (on: ControlBench) => Promise<void>;
  readonly action: string;
  readonly effect: (on: ControlBench) => Promise<void>;
};

const toasted: readonly Toasted[] = [
  {
    when: 'a document is duplicated from its own menu',
    text: 'Duplicated as “Copy of Drawing”',
    bring: async (on) => {
      await toDocument(on);
      await button(on.page, 'Document menu').click();
      await on.page.getByRole('menuitem', { name: 'Duplicate document' }).click();
    },
    action: 'Open',
    effect: opens('Copy of Drawing'),
  },
  {
    when: 'a document is duplicated in the list',
    text: 'Duplicated as “Copy of Drawing”',
    bring: (on) => chooseInList(on, 'Duplicate'),
    action: 'Open',
    effect: opens('Copy of Drawing'),
  },
  {
    when: 'an article is inserted',
    text: 'Inserted “article” (1 page)',
    bring: async (on) => {
      await toDocument(on);
      await on.editor<void>("editor.run('article')");
      await on.page.getByRole('textbox', { name: 'Markdown' }).fill('# Notes\n\nWords.\n');
      await button(on.page, 'Insert').click();
      await expect.poll(async () => (await on.tab()).pages.length).toBe(1);
    },
    action: 'Undo',
    effect: async (on) => expect.poll(async () => (await on.tab()).pages.length).toBe(0),
  },
  {
    when: 'a document is moved to the trash',
    text: 'Moved “Drawing” to trash',
    bring: async (on) => {
      await chooseInList(on, 'Move to trash');
      await expect.poll(() => listed(on)).not.toContain('Drawing');
    },
    action: 'Undo',
    effect: async (on) => {
      await expect.poll(() => listed(on)).toContain('Drawing');
      await button(on.page, 'Actions for Drawing').waitFor();
    },
  },
  {
    when: 'a document is restored from the trash',
    text: 'Restored “Drawing”',
    bring: async (on) => {
      await chooseInList(on, 'Move to trash');
      await toasts(on.page)
        .getByText(/^Moved/)
        .waitFor();
      await goTo(on.page, '/trash');
      await button(on.page, 'Restore Drawing').click();
    },
    action: 'Open',
    effect: opens('Drawing'),
  },
];

for (const { when, text, bring, action, effect } of toasted)
  test(`${action} of the toast when ${when}`, async () => {
    const { page } = bench;
    await bench.settle();
    await bring(bench);
    await toasts(page).getByText(text).waitFor();
    await toasts(page).getByText(text).hover();
    await expect.poll(async () => (await controlsIn(toasts(page))).map(({ name }) => name)).toEqual([action, 'Dismiss']);
    await toasts(page).getByRole('button', { name: action }).click();
    await effect(bench);
    await toasts(page).getByText(text).waitFor({ state: 'detached' });
  });

test('Dismiss of a toast', async () => {
  await bench.settle();
  await toDocument(bench);
  await bench.editor<void>("editor.tell({ text: 'Something happened' })");
  await toasts(bench.page).getByText('Something happened').hover();
  await toasts(bench.page).getByRole('button', { name: 'Dismiss' }).click();
  await toasts(bench.page).getByText('Something happened').waitFor({ state: 'detached' });
});

test('a further change of the pages replaces the toast of the one before, which keeps clear of the pages and of menus', async () => {
  const { page } = bench;
  await toDocument(bench);
  await bench.settle();
  await bench.send('POST', `/tabs/${bench.place.tab}/illustrate`, { pages: [{ op: 'add', kind: 'slide' }] });
  const told = toasts(page).getByText('Pages changed');
  for (const count of [2, 3]) {
    await button(page, 'Add page').click();
    await page.getByRole('menuitem', { name: 'Square (1:1)' }).click();
    await expect.poll(async () => (await bench.tab()).pages.length).toBe(count);
    await told.first().waitFor();
  }
  await expect.poll(() => told.count()).toBe(1);
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const toast = toasts(page).getByRole('dialog').filter({ hasText: 'Pages changed' });
  const strip = await boxOf(page.getByRole('navigation', { name: 'Pages' }));
  const isAbove = async (): Promise<boolean> => (await boxOf(toast)).y + (await boxOf(toast)).height <= strip.y;
  await expect.poll(isAbove).toBe(true);
  await button(page, 'Add page').click();
  const [menu, under] = [await boxOf(page.getByRole('menu')), await boxOf(toast)];
  const shared = { x: Math.max(menu.x, under.x) + 4, y: Math.max(menu.y, under.y) + 4 };
  const topmost = (role: string) => `document.elementFromPoint(${shared.x}, ${shared.y}).closest('[role=${role}]') !== null`;
  expect([await page.evaluate(topmost('menu')), await page.evaluate(topmost('dialog'))]).toEqual([true, false]);
});
