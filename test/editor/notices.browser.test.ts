/** Notices of changes, and the people on other tabs, in real browsers. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Document } from '#schema/document.ts';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('notices');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben');
});
afterAll(() => stage.stop());

type Place = { readonly id: string; readonly tab: string };

/** A document of Ada's with two boxes that Ben may edit. */
async function shared(): Promise<Place> {
  const place = await stage.document(ada);
  await stage.invite(place.id, ben, 'editor');
  await ada.agent.changeset(place, 'add square "Pay" id=pay at:300,200\nadd square "Ship" id=ship right-of:pay');
  return place;
}

async function opened(visitor: BrowserVisitor, { id }: Place): Promise<Page> {
  const page = await visitor.open(`/d/${id}`);
  await page.getByText('Saved').waitFor();
  return page;
}

const notices = (page: Page) => page.getByRole('list', { name: 'Recent changes by others' }).getByRole('listitem');
const focused = (page: Page): Promise<string> =>
  page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName`);
const boxAt = async (page: Page): Promise<[number, number]> => {
  const canvas = (await page.locator('.canvas').boundingBox())!;
  return [canvas.x + 330, canvas.y + 210];
};

describe('a notice', () => {
  test('is shown to others when a person locks an element, and not to that person', async () => {
    const place = await shared();
    const [page, bens] = [await opened(ada, place), await opened(ben, place)];
    await page.mouse.click(...(await boxAt(page)));
    await page.keyboard.press('Control+Shift+l');
    await expect.poll(() => notices(bens).allInnerTexts()).toEqual([expect.stringContaining('Locked')]);
    expect(await notices(page).count()).toBe(0);
    // What others do is shown again.
    await ben.agent.changeset(place, 'set ship label="Deliver"');
    await expect.poll(() => notices(page).allInnerTexts()).toEqual([expect.stringContaining('Ben')]);
    await page.close();
    await bens.close();
  });

  test('of changed pages is shown to others; the person has a message with Undo', async () => {
    const place = await shared();
    const path = `/documents/${place.id}/tabs/${place.tab}`;
    await ada.agent.call('PATCH', path, { mode: 'pages' });
    const [page, bens] = [await opened(ada, place), await opened(ben, place)];
    const pages = async () => (await ada.agent.call<{ pages: unknown[] }>('GET', path)).body.pages.length;
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('menuitem', { name: 'Presentation' }).click();
    const message = page.getByRole('region', { name: 'Notifications' });
    await message.getByText('Pages changed').waitFor();
    await expect.poll(() => notices(bens).allInnerTexts()).toEqual([expect.stringContaining('Pages changed')]);
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(pages).toBe(0);
    await expect.poll(() => notices(bens).allInnerTexts()).toEqual([expect.stringContaining('Reverted')]);
    // Neither the change nor its revert is news to the person, but what others do is.
    await ben.agent.changeset(place, 'set ship label="Deliver"');
    await expect.poll(() => notices(page).allInnerTexts()).toEqual([expect.stringContaining('Ben')]);
    await page.close();
    await bens.close();
  });

  test('leaves the focus on the canvas when it is pressed, and keeps the focus of the keyboard', async () => {
    const place = await shared();
    const page = await opened(ada, place);
    await page.mouse.click(...(await boxAt(page)));
    await ben.agent.changeset(place, 'set ship label="Deliver"');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => notices(page).innerText()).toContain('Reverted');
    expect(await focused(page)).toMatch(/^Canvas of/);
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notices(page).count()).toBe(0);
    expect(await focused(page)).toMatch(/^Canvas of/);

    await ben.agent.changeset(place, 'set ship label="Send"');
    await notices(page).waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Enter');
    await expect.poll(() => notices(page).innerText()).toContain('Reverted');
    expect(await focused(page)).toBe('Dismiss');
    await page.keyboard.press('Enter');
    await expect.poll(() => notices(page).count()).toBe(0);
    expect(await focused(page)).toMatch(/^Canvas of/);
    await page.close();
  });
});

test('the tab bar shows who is on another tab', async () => {
  const place = await shared();
  await ada.agent.call('POST', `/documents/${place.id}/tabs`, { name: 'Second' });
  const { tabs } = (await ada.agent.call<Document>('GET', `/documents/${place.id}`)).body;
  const second = tabs.find(({ name }) => name === 'Second')!.id;
  const [page, bens] = [await opened(ada, place), await ben.open(`/d/${place.id}/${second}`)];
  const bar = page.getByRole('navigation', { name: 'Document tabs' });
  await bar.getByRole('link', { name: 'Second Ben is here' }).waitFor();
  expect(await bar.getByRole('link', { name: /^Tab 1/ }).innerText()).toBe('Tab 1');
  await bens.getByRole('navigation', { name: 'Document tabs' }).getByRole('link', { name: 'Tab 1 Ada is here' }).waitFor();
  await bens.close();
  await expect.poll(() => bar.getByRole('link', { name: /is here/ }).count()).toBe(0);
  expect(await page.evaluate(`${theEditor}.session.people.get().length`)).toBe(0);
  await page.close();
});

describe('access to some tabs', () => {
  test('a limited editor edits those tabs only, and undoes what agents did there, whichever tab is shown', async () => {
    const place = await shared();
    const made = await ada.agent.call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'Elsewhere' });
    const elsewhere = { id: place.id, tab: made.body.tab.id };
    await ada.agent.call('PUT', `/documents/${place.id}/members/${ben.userId}`, { level: 'editor', tabs: [place.tab] });
    const page = await ben.open(`/d/${place.id}/${elsewhere.tab}`);
    const rectangle = page.getByRole('button', { name: 'Rectangle' });
    await page.getByText('Saved').waitFor();
    await expect.poll(() => rectangle.count()).toBe(0);
    await ada.agent.changeset(elsewhere, 'add square "Out of reach"');
    await expect.poll(() => notices(page).count()).toBe(1);
    expect(await notices(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await notices(page).getByRole('button', { name: 'Dismiss' }).click();
    await ada.agent.changeset(place, 'set ship label="Deliver"');
    await notices(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => notices(page).innerText()).toContain('Reverted');
    await page.close();
  });
});
