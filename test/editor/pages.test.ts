/** Pages in a real browser: the strip, and presenting. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Page } from '#schema/tab.ts';

import { seriousFaults } from './axe.ts';
import { type Stage, startStage, type Visitor } from './stage.ts';

let stage: Stage;
let ada: Visitor;
beforeAll(async () => {
  stage = await startStage('editor-pages');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

describe('pages', () => {
  test('are made, named, moved and presented', async () => {
    const { id, tab } = await stage.document(ada, 'Talk');
    const illustrate = { pages: [{ op: 'add', kind: 'slide', name: 'Start', layout: 'title' }] };
    expect((await ada.agent.call('POST', `/documents/${id}/tabs/${tab}/illustrate`, illustrate)).status).toBe(200);
    const page = await ada.open(`/d/${id}`);
    const strip = page.getByRole('navigation', { name: 'Pages' });
    await strip.getByRole('button', { name: 'Add a page' }).click();
    await page.getByRole('menuitem', { name: 'Slide' }).click();
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(2);
    await strip
      .getByRole('listitem')
      .nth(1)
      .getByRole('button', { name: /^Page / })
      .click();
    await page.getByRole('menuitem', { name: 'Move back' }).click();
    await expect.poll(() => strip.getByRole('listitem').nth(1).innerText()).toContain('Start');
    const { pages } = (await ada.agent.call<{ pages: Page[] }>('GET', `/documents/${id}/tabs/${tab}`)).body;
    expect(pages.map(({ name }) => name).at(-1)).toBe('Start');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('application').focus();
    await page.keyboard.press('F5');
    await page.getByRole('dialog', { name: /^Page 1 of 2/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Page 2 of 2, Start' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await strip.waitFor();
    await page.close();
  });
});
