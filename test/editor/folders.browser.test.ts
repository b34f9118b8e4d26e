/** Folders in Home: made, filled by menu and by dragging, searched from, renamed and deleted; by mouse, keyboard and touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
beforeAll(async () => {
  stage = await startStage('folders');
});
afterAll(() => stage.stop());

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const listed = async (page: Page, names: readonly string[]): Promise<void> => {
  await expect.poll(() => headings(page).allTextContents()).toEqual(names);
};

async function folderOf(visitor: BrowserVisitor, name: string, documents: readonly string[]): Promise<string> {
  const { body } = await visitor.agent.call<{ folder: { id: string } }>('POST', '/folders', { name });
  for (const document of documents) await visitor.agent.call('PUT', `/documents/${document}/folder`, { folder: body.folder.id });
  return body.folder.id;
}

test('a folder is made, filled by the menu and by dragging, and deleted without its documents', async () => {
  const ada = await stage.person('Ada');
  for (const name of ['Alpha', 'Beta', 'Gamma']) await stage.document(ada, name);
  const page = await ada.open('/');
  await listed(page, ['Gamma', 'Beta', 'Alpha']);
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Roadmaps');
  await page.keyboard.press('Enter');
  const tile = page.getByRole('link', { name: 'Roadmaps' });
  await tile.waitFor();

  await page.getByRole('button', { name: 'Actions for Beta' }).click();
  await page.getByRole('menuitem', { name: 'Move to folder' }).click();
  await page.getByRole('menuitemradio', { name: 'No folder', checked: true }).waitFor();
  await page.getByRole('menuitemradio', { name: 'Roadmaps' }).click();
  await page.getByText('Moved “Beta” to “Roadmaps”').waitFor();
  await listed(page, ['Gamma', 'Alpha']);
  await expect.poll(() => tile.textContent()).toContain('1 document');
  await page.getByRole('link', { name: /^Gamma/ }).dragTo(tile);
  await listed(page, ['Alpha']);
  await expect.poll(() => tile.textContent()).toContain('2 documents');

  await tile.click();
  await page.getByRole('heading', { name: 'Roadmaps', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/folders\/folder_/);
  await listed(page, ['Gamma', 'Beta']);
  await page.reload();
  await listed(page, ['Gamma', 'Beta']);
  await shoot(page, 'folder-light');
  // A search goes through everything.
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('alpha');
  await listed(page, ['Alpha']);
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('');
  await listed(page, ['Gamma', 'Beta']);
  await page.getByRole('button', { name: 'Actions for Gamma' }).click();
  await page.getByRole('menuitem', { name: 'Move to folder' }).click();
  await page.getByRole('menuitemradio', { name: 'No folder' }).click();
  await page.getByText('Moved “Gamma” out of its folder').waitFor();
  await listed(page, ['Beta']);

  await page.getByRole('button', { name: 'New document' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => headings(page).allTextContents()).toContain('Untitled');
  await page.getByRole('button', { name: 'Actions for Roadmaps' }).click();
  await page.getByRole('menuitem', { name: 'Rename folder…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Plans');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Actions for Plans' }).click();
  await page.getByRole('menuitem', { name: 'Delete folder…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await expect.poll(() => headings(page).allTextContents()).toContain('Beta');
  expect(await page.getByRole('list', { name: 'Folders' }).count()).toBe(0);
  await page.close();
});

test('documents are moved by keyboard, into a new folder too, and what others share is a list of its own', async () => {
  const [grace, bob] = [await stage.person('Grace'), await stage.person('Bob')];
  const own = await stage.document(grace, 'Own');
  const shared = await stage.document(bob, 'From Bob');
  await bob.agent.call('PUT', `/documents/${shared.id}/members/${grace.userId}`, { level: 'editor' });
  const page = await grace.open('/');
  await page.getByRole('button', { name: 'Actions for From Bob' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to folder' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('menuitem', { name: 'New folder…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('Bob');
  await page.keyboard.press('Enter');
  await page.getByText('Moved “From Bob” to “Bob”').waitFor();
  await listed(page, ['Own']);
  // Bob's list is his own.
  const { body } = await bob.agent.call<{ folder?: string }>('GET', `/documents/${shared.id}`);
  expect(body.folder).toBeUndefined();
  const owner = page.getByRole('combobox', { name: 'Owner' });
  for (const [choice, names] of [
    ['Shared with me', ['From Bob']],
    ['Owned by me', ['Own']],
  ] as const) {
    await owner.click();
    await page.getByRole('option', { name: choice }).click();
    await listed(page, names);
  }
  await page.reload();
  await listed(page, ['Own']);
  await owner.click();
  await page.getByRole('option', { name: 'Any owner' }).click();
  await listed(page, ['Own']);
  await grace.agent.call('DELETE', `/documents/${own.id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Everything is in folders' }).waitFor();
  await page.goto('/folders/folder_00000000000000000000');
  await page.getByRole('heading', { name: 'Folder not found', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Your documents' }).click();
  await page.getByRole('link', { name: 'Bob' }).waitFor();
  await page.close();
});

test('folders work by touch on a phone, and no screen has an accessibility fault, light or dark', async () => {
  const eve = await stage.person('Eve', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const ids = [];
  for (const name of ['Orders', 'Payments', 'Search']) ids.push((await stage.document(eve, name)).id);
  await folderOf(eve, 'Shop', [ids[0]!]);
  await folderOf(eve, 'A folder with a name that is much too long for its tile', []);
  const page = await eve.open('/');
  await listed(page, ['Search', 'Payments']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [name, size] of [
      ['phone', { width: 390, height: 844 }],
      ['wide', { width: 1280, height: 800 }],
    ] as const) {
      await page.setViewportSize(size);
      expect(await seriousFaults(page)).toEqual([]);
      await shoot(page, `folders-${name}-${colorScheme}`);
      expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(size.width);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Actions for Search' }).tap();
  await page.getByRole('menuitem', { name: 'Move to folder' }).tap();
  await page.getByRole('menuitemradio', { name: 'Shop' }).tap();
  await page.getByText('Moved “Search” to “Shop”').waitFor();
  await page.getByRole('link', { name: 'Shop', exact: false }).first().tap();
  await listed(page, ['Search', 'Orders']);
  expect(await seriousFaults(page)).toEqual([]);
  await shoot(page, 'folder-phone');
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Documents' }).tap();
  await listed(page, ['Payments']);
  await page.close();
});
