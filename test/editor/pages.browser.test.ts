/** Pages in a real browser: the strip, and presenting. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Page } from '#schema/tab.ts';

import { seriousFaults } from './axe.ts';
import { type EditorStage, startStage, type BrowserVisitor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('editor-pages');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

describe('pages', () => {
  test('are added, named, moved and presented', async () => {
    const { id, tab } = await stage.document(ada, 'Talk');
    const illustrate = { pages: [{ op: 'add', kind: 'slide', name: 'Start', layout: 'title' }] };
    expect((await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/illustrate`, illustrate)).status).toBe(200);
    const page = await ada.open(`/d/${id}`);
    const strip = page.getByRole('navigation', { name: 'Pages' });
    await strip.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('menuitem', { name: 'Presentation' }).click();
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(2);
    await strip
      .getByRole('listitem')
      .nth(1)
      .getByRole('button', { name: /^Page / })
      .click();
    await page.getByRole('menuitem', { name: 'Move earlier' }).click();
    await expect.poll(() => strip.getByRole('listitem').nth(1).innerText()).toContain('Start');
    const pages = await stored(id, tab);
    expect(pages.map(({ name }) => name).at(-1)).toBe('Start');
    // With the keyboard, and back with a drag.
    const order = async (): Promise<string[]> => (await stored(id, tab)).map(({ name }) => name);
    const [first = '', second = ''] = await order();
    await strip.getByRole('button', { name: `1 ${first}` }).focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(order).toEqual([second, first]);
    const dragged = strip.getByRole('button', { name: `2 ${first}` });
    const from = await middleOf(dragged);
    const to = await middleOf(strip.getByRole('button', { name: `1 ${second}` }));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x - 20, to.y, { steps: 6 });
    await page.mouse.up();
    await expect.poll(order).toEqual([first, second]);
    await strip.getByRole('button', { name: `1 ${first}` }).waitFor();
    await strip
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Page / })
      .click();
    await page.getByRole('menuitem', { name: 'Background' }).click();
    await page.getByRole('menuitemradio', { name: 'Blue gradient' }).click();
    await expect.poll(async () => Array.isArray((await stored(id, tab))[0]?.background)).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('application').focus();
    await page.keyboard.press('F5');
    await page.getByRole('dialog', { name: /^Page 1 of 2/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Page 2 of 2, Start' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog', { name: /^Page \d/ }).count()).toBe(0);
    await strip.waitFor();
    await page.close();
  });

  test('an article is written, previewed, laid out on pages, replaced, and undone', async () => {
    const { id, tab } = await stage.document(ada, 'Report');
    await ada.agent.call('PATCH', `/documents/${id}/tabs/${tab}`, { mode: 'pages' });
    const page = await ada.open(`/d/${id}`);
    const strip = page.getByRole('navigation', { name: 'Pages' });
    await strip.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('menuitem', { name: 'Import Markdown…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Markdown' });
    await dialog.getByRole('textbox', { name: 'Markdown' }).fill('# Findings\n\nAll is well.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Findings');
    await dialog.getByRole('status').getByText('1 page').waitFor();
    await dialog.getByRole('img', { name: 'Findings 1' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await dialog.waitFor({ state: 'detached' });
    await strip.getByRole('button', { name: '1 Findings 1', exact: true }).waitFor();
    expect((await stored(id, tab)).map(({ article, size }) => [article, size])).toEqual([['Findings', 'a4']]);
    // A dropped file of the same name, with more text.
    const parts = Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\n${'Words and words. '.repeat(20)}`).join('\n\n');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(parts)}], 'Findings.md', { type: 'text/markdown' }));
      document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await dialog.getByRole('status').getByText('pages').waitFor();
    await dialog.getByRole('button', { name: 'Replace “Findings”' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await stored(id, tab)).length).toBeGreaterThan(3);
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/Inserted “Findings” \(\d+ pages\)/)
      .waitFor();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(async () => (await stored(id, tab)).length).toBe(1);
    await page.close();
  });
});

const stored = async (id: string, tab: string): Promise<Page[]> =>
  (await ada.agent.call<{ pages: Page[] }>('GET', `/documents/${id}/tabs/${tab}`)).body.pages;

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}
