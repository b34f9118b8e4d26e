/** Mentions in real browsers: offered and inserted while a comment is written, and found by the person who was mentioned. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
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

const said = async (): Promise<readonly Said[]> =>
  (await bench.get<{ threads: readonly { readonly comments: readonly Said[] }[] }>('/comments')).threads.flatMap(
    ({ comments }) => comments,
  );
/** Begins a comment on Here. */
async function begin(page = bench.page): Promise<void> {
  await bench.select('a');
  await page.keyboard.press('Alt+c');
  await page.getByLabel('Add a comment…').click();
}
const marked = (page: Page): Promise<readonly string[]> => page.locator('mark').allTextContents();
const hasFocus = (page: Page): Promise<boolean> =>
  field(page).evaluate((element) => element === element.ownerDocument.activeElement);
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

  test('a click inserts a name, the browser takes it back, and a name that is not whole mentions nobody', async () => {
    const { page } = bench;
    await begin();
    await page.keyboard.type('@gr and more');
    for (let step = 0; step < ' and more'.length; step += 1) await page.keyboard.press('ArrowLeft');
    await option('Grace Hopper').click();
    expect(await field().inputValue()).toBe('@Grace Hopper and more');
    expect(await hasFocus(page)).toBe(true);
    await expect.poll(() => marked(page)).toEqual(['@Grace Hopper']);
    await page.keyboard.press('Control+z');
    expect(await field().inputValue()).toBe('@gr and more');
    await expect.poll(() => marked(page)).toEqual([]);
    await field().fill('@Grace Hoppers mail is grace@Grace Hopper');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.getByRole('complementary').getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('button', { name: '1 comment on Here' }).waitFor();
    expect((await said())[0]).not.toHaveProperty('mentions');
  });

  test('of two people with one name, the chosen one is mentioned, also in a reply', async () => {
    const { page } = bench;
    const other = await stage.person('Grace Hopper', { color: '#7c3aed' });
    await stage.invite(bench.place.id, other, 'viewer');
    await page.reload();
    await page.getByText('Saved', { exact: true }).waitFor();
    await begin();
    await page.keyboard.type('First');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByLabel('Reply on Here').click();
    await page.keyboard.type('@grace');
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    const ids: string[] = [];
    for (const index of [0, 1]) {
      if (index === 1) await page.keyboard.press('ArrowDown');
      ids.push((await page.getByRole('option', { selected: true }).getAttribute('id')) ?? '');
    }
    expect(new Set(ids).size).toBe(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await said()).length).toBe(2);
    const [, reply] = await said();
    expect(reply?.text).toBe('@Grace Hopper');
    expect(reply?.mentions).toHaveLength(1);
    expect([grace.userId, other.userId]).toContain(reply?.mentions?.[0]?.id);
  });

  test('a tap on a phone inserts a name, and the list is within the screen', async () => {
    const phone = await stage.chromium.newContext({
      baseURL: stage.node.url,
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
      storageState: await ada.context.storageState(),
    });
    const page = await phone.newPage();
    await page.goto(`${new URL(bench.page.url()).pathname}#${(await bench.element('a'))?.id}`);
    await page.getByText('Saved', { exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Panels' }).tap();
    await page.getByRole('menuitem', { name: 'Comments' }).tap();
    await field(page).tap();
    await page.keyboard.type('Hi @');
    await option('Grace Hopper', page).waitFor();
    await shoot(page, 'phone-offered');
    const box = await page.getByRole('listbox').boundingBox();
    expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 780).toBe(true);
    await option('Grace Hopper', page).tap();
    expect(await field(page).inputValue()).toBe('Hi @Grace Hopper ');
    await shoot(page, 'phone-inserted');
    await phone.close();
  });

  test('a card’s comments mention people, and Escape closes the list before the card', async () => {
    const { page } = bench;
    const { item } = (
      await ada.agent.call<{ item: { id: string } }>('POST', `/documents/${bench.place.id}/items`, {
        type: 'task',
        fields: { title: 'Ship' },
      })
    ).body;
    const first = await ada.agent.call<{ commentId: string }>('POST', `/documents/${bench.place.id}/items/${item.id}/comments`, {
      text: 'Hello',
    });
    await page.goto(`/d/${bench.place.id}#${first.body.commentId}`);
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('Hello').waitFor();
    await comments.getByRole('textbox').click();
    await page.keyboard.type('@grace');
    await option('Grace Hopper').waitFor();
    await shoot(page, 'card-offered');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.type(' ');
    await page.keyboard.press('Backspace');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await comments.getByRole('textbox').fill('');
    await page.keyboard.type('@grace');
    await option('Grace Hopper').click();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Control+Enter');
    await comments.getByRole('listitem').getByText('@Grace Hopper').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('finding', () => {
  const say = async (text: string, elementId = 'a'): Promise<string> =>
    (
      await ada.agent.call<{ id: string }>('POST', `/documents/${bench.place.id}/tabs/${bench.place.tab}/comments`, {
        elementId,
        text,
      })
    ).body.id;
  const readAll = async (): Promise<void> => {
    const { body } = await grace.agent.call<{ mentions: readonly { comment: { id: string } }[] }>('GET', '/me/mentions');
    const newest = body.mentions[0]?.comment.id;
    if (newest !== undefined) await grace.agent.call('POST', '/me/mentions/read', { comment: newest, older: true });
  };
  beforeEach(readAll);

  test('Home counts unread mentions, one leads to its thread, and the rest are marked at once', async () => {
    await say('@Grace Hopper, first');
    await say('Where is it, @Grace Hopper?\nA second line.', 'b');
    await say('@Grace Hopper, last');
    const page = await grace.open('/');
    const bell = page.getByRole('link', { name: 'Mentions, 3 unread' });
    await bell.waitFor();
    await shoot(page, 'home-bell');
    await bell.click();
    await page.getByRole('heading', { name: 'Mentions' }).waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    await shoot(page, 'screen');
    expect(await seriousFaults(page)).toEqual([]);
    expect(await rows.first().textContent()).toContain('@Grace Hopper, last');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, 'screen-dark');
    await page.setViewportSize({ width: 390, height: 780 });
    await shoot(page, 'screen-phone-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await rows.nth(1).getByRole('link').press('Enter');
    const thread = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Where is it' }).last();
    await thread.waitFor();
    await expect.poll(() => thread.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await shoot(page, 'thread');
    await page.getByRole('link', { name: 'Your documents' }).click();
    await page.getByRole('link', { name: 'Mentions, 2 unread' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Mentions', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Mentions', exact: true }).waitFor();
    expect(await rows.filter({ hasText: 'Unread' }).count()).toBe(0);
    await page.close();
  });

  test('a comment that arrives in the open document is reported, counted, and read with its thread', async () => {
    const page = await grace.open(`/d/${bench.place.id}`);
    await page.getByText('Saved', { exact: true }).waitFor();
    await say('@Grace Hopper, here');
    const toast = page.getByText('Ada Lovelace mentioned you');
    await toast.waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Comments', exact: true }).getAttribute('aria-description'))
      .toBe('1 unread mention');
    await shoot(page, 'news');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('complementary').getByText('@Grace Hopper').waitFor();
    await page.getByRole('button', { name: 'Mentions', exact: true }).waitFor();
    await say('@Grace Hopper, there', 'b');
    await page.getByRole('button', { name: 'Mentions, 1 unread' }).click();
    await page.getByRole('dialog', { name: 'Mentions' }).getByText('there').waitFor();
    await shoot(page, 'popup');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog', { name: 'Mentions' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'There', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mentions', exact: true }).waitFor();
    expect((await grace.agent.call<{ unread: number }>('GET', '/me/mentions')).body.unread).toBe(0);
    await page.close();
  });

  test('a link to a comment whose element is gone says so', async () => {
    const id = await say('@Grace Hopper, soon gone');
    await ada.agent.changeset(bench.place, 'rm a');
    const page = await grace.open(`/d/${bench.place.id}/${bench.place.tab}#${id}`);
    await page.getByText('no longer', { exact: false }).first().waitFor({ state: 'attached' });
    await page.close();
  });
});
