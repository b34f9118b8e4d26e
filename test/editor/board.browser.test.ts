/** Boards in real browsers: cards dragged, moved by keys and edited, with the same result in all browsers. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Item, BoardDocument } from '#schema/board.ts';

import { seriousFaults } from './axe.ts';
import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-board');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
});
afterAll(() => stage.stop());

type Board = { readonly id: string; readonly tab: string; readonly page: Page };

/** A board of Ada's with these cards in its first column. */
async function board(...titles: string[]): Promise<Board> {
  const { id, tab } = await stage.document(ada);
  await stage.invite(id, ben, 'editor');
  await ada.agent.changeset({ id, tab }, 'add plan-board id=sprint label="Sprint" x=200 y=120 width=720 height=420');
  const plan = (await ada.agent.call<BoardDocument>('GET', `/documents/${id}/plan`)).body;
  const status = plan.boards[0]!.columns[0]!.status;
  for (const title of titles)
    await ada.agent.call('POST', `/documents/${id}/items`, { type: 'task', fields: { title }, place: { status } });
  const page = await ada.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return { id, tab, page };
}

const column = (page: Page, at: number): Locator => page.getByRole('region', { name: 'Sprint' }).getByRole('group').nth(at);
const cardsIn = (page: Page, at: number): Promise<string[]> =>
  column(page, at)
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')!.replace(/^#\d+ /, '')));
const card = (page: Page, title: string): Locator => page.locator(`[data-card][aria-label*="${title}"]`);

async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = (await from.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + 20, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

describe('a board', () => {
  test('a card is dragged within its column and into another, in all browsers', async () => {
    const { id, page } = await board('One', 'Two', 'Three');
    const bens = await ben.open(`/d/${id}`);
    await bens.getByText('Saved').waitFor();
    expect(await cardsIn(page, 0)).toEqual(['One', 'Two', 'Three']);
    const first = (await card(page, 'One').boundingBox())!;
    await dragTo(page, card(page, 'Three'), { x: first.x + 20, y: first.y + 3 });
    await expect.poll(() => cardsIn(page, 0)).toEqual(['Three', 'One', 'Two']);
    const target = (await page
      .getByRole('button', { name: /^Add card to/ })
      .nth(1)
      .boundingBox())!;
    await dragTo(page, card(page, 'One'), { x: target.x, y: target.y - 60 });
    await expect.poll(() => cardsIn(page, 1)).toEqual(['One']);
    await expect.poll(() => cardsIn(bens, 1)).toEqual(['One']);
    await page.getByText('Saved').waitFor();
    const { items } = (await ada.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`)).body;
    expect(new Set(items.map(({ status }) => status)).size).toBe(2);
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => cardsIn(bens, 0)).toEqual(['Three', 'One', 'Two']);
    await page.close();
    await bens.close();
  });

  test('the keyboard moves between cards, moves a card and opens it', async () => {
    const { page } = await board('One', 'Two');
    await card(page, 'One').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => card(page, 'Two').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Control+ArrowUp');
    await expect.poll(() => cardsIn(page, 0)).toEqual(['Two', 'One']);
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(() => cardsIn(page, 1)).toEqual(['Two']);
    await card(page, 'Two').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Card #/ }).waitFor();
    await page.close();
  });

  test('typing replaces the title of a new card, and Enter closes it', async () => {
    const { id, page } = await board();
    const add = page.getByRole('button', { name: /^Add card to/ }).first();
    for (const title of ['Write docs', 'Ship']) {
      await add.click();
      await expect.poll(() => page.evaluate('getSelection().toString()')).not.toBe('');
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    await page.getByText('Saved').waitFor();
    const { items } = (await ada.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`)).body;
    expect(items.map(({ title }) => title)).toEqual(['Write docs', 'Ship']);
    await page.close();
  });

  test('a card is created, edited and commented on', async () => {
    const { id, page } = await board();
    await page
      .getByRole('button', { name: /^Add card to/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Card #/ });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Pay the bill');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('By the end of May.');
    await dialog.getByRole('textbox', { name: 'Labels' }).fill('money, urgent');
    await dialog.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await dialog.getByRole('textbox', { name: 'Item' }).fill('Find it');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Find it' }).click();
    await dialog.getByRole('textbox', { name: /^Comment on card/ }).fill('Which bill?');
    await page.keyboard.press('Control+Enter');
    // Until the answer comes, the text is in the box, too.
    await dialog.getByRole('paragraph').filter({ hasText: 'Which bill?' }).waitFor();
    await dialog.getByRole('button', { name: 'Vote', exact: true }).click();
    await dialog.getByText('1 vote, 1 yours').waitFor();
    await page.getByText('Saved').waitFor();
    const { items } = (await ada.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`)).body;
    expect(items).toMatchObject([
      {
        key: 1,
        title: 'Pay the bill',
        description: 'By the end of May.',
        labels: ['money', 'urgent'],
        priority: 'high',
        checklist: [{ text: 'Find it', done: true }],
        comments: [{ text: 'Which bill?' }],
      },
    ]);
    await page.close();
  });

  test('an agent’s changes of the board appear at once', async () => {
    const { id, page } = await board('One');
    const { items } = (await ben.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`)).body;
    await ben.agent.call('POST', `/documents/${id}/items/${items[0]!.id}`, { set: { title: 'Uno' } });
    await expect.poll(() => cardsIn(page, 0)).toEqual(['Uno']);
    await page.close();
  });

  test('columns are renamed, limited, moved, removed and added, and no card is lost', async () => {
    const { id, page } = await board('One', 'Two');
    /** Each column with its limit and its cards. */
    const columns = async (): Promise<string[]> => {
      const { boards } = (await ada.agent.call<BoardDocument>('GET', `/documents/${id}/plan`)).body;
      const { items } = (await ada.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`)).body;
      return boards[0]!.columns.map(({ status, name, wipLimit }) => {
        const titles = items.filter((item) => item.status === status).map(({ title }) => title);
        return [name, wipLimit ?? '-', ...titles].join(' ');
      });
    };
    await page.getByRole('application').focus();
    await page.keyboard.press('Tab');
    await page.getByRole('toolbar', { name: 'Style of selection' }).getByRole('button', { name: 'Board columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Board' });
    await dialog.getByRole('textbox', { name: 'Name of column 2' }).fill('Under way');
    await page.keyboard.press('Enter');
    await dialog.getByRole('spinbutton', { name: 'WIP limit for Under way' }).fill('1');
    await page.keyboard.press('Enter');
    await expect.poll(columns).toEqual(['To do - One Two', 'Under way 1', 'Done -']);
    await dialog.getByRole('textbox', { name: 'New column' }).fill('In review');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move Under way right' }).press('Enter');
    await expect.poll(columns).toEqual(['To do - One Two', 'Done -', 'Under way 1', 'In review -']);
    await page.keyboard.press('Enter');
    await expect.poll(columns).toEqual(['To do - One Two', 'Done -', 'In review -', 'Under way 1']);
    expect(await seriousFaults(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Delete To do' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete To do?' });
    await asked.getByText('It has 2 cards.').waitFor();
    await asked.getByRole('combobox', { name: 'Move cards to' }).click();
    await page.getByRole('option', { name: 'None' }).click();
    await asked.getByRole('button', { name: 'Delete column' }).click();
    await dialog.getByText('2 cards aren’t on any board: One, Two.').waitFor();
    await dialog.getByRole('button', { name: 'Move to column' }).click();
    await expect.poll(columns).toEqual(['Done - One Two', 'In review -', 'Under way 1']);

    await dialog.getByRole('button', { name: 'Delete Done' }).click();
    await page.getByRole('dialog', { name: 'Delete Done?' }).getByRole('button', { name: 'Delete column' }).click();
    await expect.poll(columns).toEqual(['In review - One Two', 'Under way 1']);
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await expect.poll(columns).toEqual(['Done - One Two', 'In review -', 'Under way 1']);
    await expect.poll(() => cardsIn(page, 0)).toEqual(['One', 'Two']);
    await page.close();
  });

  /** Each lane with its cells, as shown. */
  const lanesOn = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('[data-pane] section')].map((lane) => {
      const cells = [...lane.querySelectorAll('[data-cell]')].map((cell) =>
        [...cell.querySelectorAll('[data-spot] [class*="title"]')].map((title) => title.textContent.trim()).join(' '));
      return lane.getAttribute('aria-label') + ': ' + cells.join(' | ');
    })`);
  const openedCard = (page: Page, title: string): Locator => page.locator('[data-spot]').filter({ hasText: title });

  test('it opens large, with swimlanes in which keys and pointer move cards, each in one undo step', async () => {
    const { id, page } = await board('One', 'Two', 'Three');
    const items = async (): Promise<Map<string, Item>> => {
      const { body } = await ada.agent.call<{ items: Item[] }>('GET', `/documents/${id}/items`);
      return new Map(body.items.map((item) => [item.title, item]));
    };
    await page.getByRole('application').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Board Sprint' }).waitFor();
    await expect.poll(() => lanesOn(page)).toEqual(['Cards: One Two Three |  | ']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(() => lanesOn(page)).toEqual(['Cards: One Three | Two | ']);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Two/);

    await page.getByRole('combobox', { name: 'Swimlanes' }).click();
    await page.getByRole('option', { name: 'Assignee' }).click();
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben:  |  | ', 'Unassigned: One Three | Two | ']);
    const bens = page.getByRole('group', { name: 'Done, Ben' });
    const place = (await bens.boundingBox())!;
    await dragTo(page, openedCard(page, 'Three'), { x: place.x + 40, y: place.y + 20 });
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben:  |  | Three', 'Unassigned: One | Two | ']);
    await expect.poll(async () => (await items()).get('Three')?.assignee?.name).toBe('Ben');
    await openedCard(page, 'One').focus();
    await page.keyboard.press('Control+ArrowUp');
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben: One |  | Three', 'Unassigned:  | Two | ']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben:  |  | Three', 'Unassigned: One | Two | ']);
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^One/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben:  |  | ', 'Unassigned: One Three | Two | ']);

    await page.getByRole('button', { name: 'Add card to Doing, Ada' }).click();
    await page.getByRole('textbox', { name: 'New card in Doing, Ada' }).fill('Four');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await items()).get('Four')?.assignee?.name).toBe('Ada');
    await page.keyboard.press('Escape');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search cards' }).fill('t');
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  |  | ', 'Ben:  |  | ', 'Unassigned: Three | Two | ']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: /^Unassigned/ }).click();
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  | Four | ', 'Ben:  |  | ', 'Unassigned: ']);

    // The address names the board, and this browser stores the view.
    await page.reload();
    await expect.poll(() => lanesOn(page)).toEqual(['Ada:  | Four | ', 'Ben:  |  | ', 'Unassigned: ']);
    await openedCard(page, 'Four').press('Enter');
    await page.getByRole('dialog', { name: /^Card #/ }).waitFor();
    await page.keyboard.press('Escape');
    await openedCard(page, 'Four').press('Escape');
    await page.getByRole('region', { name: 'Board Sprint' }).waitFor({ state: 'detached' });
    await page.close();
  });

  test('a viewer opens it by keyboard, navigates it, and changes nothing', async () => {
    const { id, page } = await board('One', 'Two');
    await page.close();
    const cy = await stage.person('Cy');
    await stage.invite(id, cy, 'viewer');
    const theirs = await cy.open(`/d/${id}`);
    await theirs.getByText('Saved').waitFor();
    await theirs.getByRole('application').focus();
    await theirs.keyboard.press('Tab');
    await theirs.keyboard.press('Enter');
    await expect.poll(() => lanesOn(theirs)).toEqual(['Cards: One Two |  | ']);
    await theirs.keyboard.press('ArrowDown');
    await theirs.keyboard.press('Control+ArrowRight');
    await theirs.keyboard.press('ArrowUp');
    expect(await theirs.evaluate('document.activeElement.textContent')).toMatch(/^One/);
    expect(await lanesOn(theirs)).toEqual(['Cards: One Two |  | ']);
    expect(await theirs.getByRole('button', { name: /^Add card/ }).count()).toBe(0);
    await theirs.keyboard.press('Escape');
    await theirs.getByRole('region', { name: 'Board Sprint' }).waitFor({ state: 'detached' });
    await theirs.close();
  });

  test('card types get custom fields, and the slower of two people sees what the other saved', async () => {
    const { id, page } = await board();
    const plan = async (): Promise<BoardDocument> => (await ada.agent.call<BoardDocument>('GET', `/documents/${id}/plan`)).body;
    const open = async (): Promise<Locator> => {
      await page.getByRole('application').focus();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command or changeset' }).fill('Card types');
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'Card types' }).waitFor();
      return page.getByRole('dialog', { name: 'Card types', exact: true });
    };
    const dialog = await open();
    await dialog.getByRole('textbox', { name: 'New type' }).fill('Bug');
    await page.keyboard.press('Enter');
    const form = dialog.getByRole('region', { name: 'Bug' });
    await form.getByRole('textbox', { name: 'Icon' }).fill('🐞');
    await form.getByRole('checkbox', { name: 'Estimate' }).click();
    await form.getByRole('textbox', { name: 'New field' }).fill('Size');
    await form.getByRole('combobox', { name: 'Field type of new field' }).click();
    await page.getByRole('option', { name: 'Select' }).click();
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByRole('textbox', { name: 'Options of Size' }).fill('Small\nLarge');
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await plan()).types.at(-1)).toEqual({
      id: 'bug',
      label: 'Bug',
      newTitle: 'New bug',
      glyph: '🐞',
      color: '#64748b',
      fields: ['title', 'description', 'status', 'assignee', 'priority', 'labels', 'estimate', 'due', 'f-size', 'comments'],
      custom: [{ id: 'f-size', label: 'Size', kind: 'choice', options: ['Small', 'Large'] }],
    });

    await open();
    await dialog.getByRole('button', { name: /Bug/ }).click();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Fault');
    const { types, itemTypesRev } = await plan();
    const theirs = { version: 1, types: types.slice(0, 2) };
    await ben.agent.call('PUT', `/documents/${id}/item-types`, { expectedRev: itemTypesRev, itemTypes: theirs });
    stage.expectComplaints(/status of 409/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Card types changed elsewhere.').waitFor();
    expect(await dialog.getByRole('list', { name: 'Card types' }).getByRole('button').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Delete Project' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await plan()).types.map(({ label }) => label)).toEqual(['Task']);
    await page.close();
  });
});
