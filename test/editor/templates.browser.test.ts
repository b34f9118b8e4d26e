/** Templates in a real browser: from Home, on an empty canvas and in an open document, by mouse, keyboard and touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { templates } from '#core/templates/list.ts';
import type { Document } from '#schema/document.ts';
import type { Item } from '#schema/board.ts';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-templates');
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { hasTouch: true, colorScheme: 'dark', viewport: { width: 390, height: 800 } });
});
afterAll(() => stage.stop());

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Templates' });
const choice = (page: Page, title: string) => dialogOf(page).getByRole('button', { name: new RegExp(`^${title}`) });
const documentOf = async ({ agent }: BrowserVisitor, page: Page): Promise<Document> =>
  (await agent.call<Document>('GET', `/documents/${/doc_\w+/.exec(page.url())?.[0]}`)).body;
const sizes = async (visitor: BrowserVisitor, page: Page): Promise<[string, number][]> =>
  (await documentOf(visitor, page)).tabs.map(({ name, elements, arrows }) => [name, elements + arrows]);

describe('templates', () => {
  test('start a document from Home, which shows all of them with their pictures', async () => {
    const page = await ada.open('/');
    await page.getByRole('button', { name: 'Templates' }).first().click();
    expect(await dialogOf(page).getByRole('listitem').count()).toBe(templates.length);
    for (const image of await dialogOf(page).locator('img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(200);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await choice(page, 'Kanban board').click();
    await page.waitForURL(/\/d\/doc_/);
    const { id, name } = await documentOf(ada, page);
    expect(name).toBe('Kanban board');
    const { items } = (await ada.agent.call<{ items: readonly Item[] }>('GET', `/documents/${id}/items`)).body;
    await page.getByText('Faster search').waitFor();
    expect(items).toHaveLength(7);
    await page.close();
  });

  test('leave presses beside their button to the empty canvas', async () => {
    const place = await stage.document(ada);
    const page = await ada.open(`/d/${place.id}`);
    const hint = page.getByText('Choose a tool, or press');
    await hint.waitFor();
    const { x, y } = (await hint.boundingBox())!;
    await page.mouse.dblclick(x + 20, y + 5);
    await page.keyboard.type('Written over it');
    await page.keyboard.press('Escape');
    await expect.poll(() => sizes(ada, page)).toEqual([['Tab 1', 1]]);
    await page.close();
  });

  test('fill an empty canvas by the keyboard, and are undone from the message', async () => {
    const { id } = await stage.document(ada);
    const page = await ada.open(`/d/${id}`);
    await page.getByText('Start drawing').waitFor();
    await page.getByRole('button', { name: 'Start from a template' }).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('It is drawn on this tab').waitFor();
    await choice(page, 'SWOT').focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expect.poll(() => sizes(ada, page)).toEqual([['Tab 1', 13]]);
    expect(await page.getByText('Start drawing').count()).toBe(0);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => sizes(ada, page)).toEqual([['Tab 1', 0]]);
    await page.getByText('Start drawing').waitFor();
    await page.close();
  });

  test('open in a tab of their own where something is drawn already', async () => {
    const { id, tab } = await stage.document(ada);
    expect((await ada.agent.changeset({ id, tab }, 'add square "Own"')).status).toBe(201);
    const page = await ada.open(`/d/${id}`);
    await page.getByText('Saved').waitFor();
    expect(await page.getByText('Start drawing').count()).toBe(0);
    for (const title of ['Slide deck', 'Budget']) {
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByRole('combobox').fill('New from template');
      await page.keyboard.press('Enter');
      await choice(page, title).click();
      await dialogOf(page).waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: title }).waitFor();
    }
    const made = await sizes(ada, page);
    expect(made.map(([name]) => name)).toEqual(['Tab 1', 'Slide deck', 'Budget']);
    expect(made[0]![1]).toBe(1);
    await page.close();
  });

  test('are picked with a finger on a dark phone', async () => {
    const { id } = await stage.document(ben);
    const page = await ben.open(`/d/${id}`);
    await page.getByRole('button', { name: 'Start from a template' }).tap();
    expect(await seriousFaults(page)).toEqual([]);
    await choice(page, 'Flowchart').tap();
    await expect.poll(async () => (await sizes(ben, page))[0]?.[1]).toBe(18);
    await page.close();
  });
});
