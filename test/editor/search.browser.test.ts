/** Searching what is in documents, from the list of documents and from the palette, in a real browser. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SearchAnswer } from '#schema/search.ts';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let harbour: { readonly id: string; readonly tab: string };
let orders: { readonly id: string; readonly tab: string };
beforeAll(async () => {
  stage = await startStage('search');
  ada = await stage.person('Ada');
  harbour = await stage.document(ada, 'Harbour');
  orders = await stage.document(ada, 'Orders');
  await ada.agent.changeset(
    harbour,
    'add square "Crane lighthouse" id=crane at:4000,0\nadd square "Quay" id=quay at:0,0 note="near the lighthouse"',
  );
  await ada.agent.changeset(orders, 'add square "Lighthouse order" id=order at:3000,3000\nadd square "Depot" id=depot at:0,0');
  const { body: item } = await ada.agent.call<{ sheet: { id: string; layout: { rows: string[]; cols: string[] } } }>(
    'POST',
    `/documents/${orders.id}/sheets`,
    { tabId: orders.tab, title: 'Prices' },
  );
  const { id, layout } = item.sheet;
  const cells = [{ r: layout.rows[2], c: layout.cols[1], i: { s: 'Fresnel lens' } }];
  await ada.agent.call('POST', `/documents/${orders.id}/sheets/${id}/writes`, { write: { kind: 'cells', cells } });
  while ((await found('fresnel')).results.length < 1 || (await found('lighthouse')).results.length < 3) await sleep(50);
});
afterAll(() => stage.stop());

const found = async (q: string): Promise<SearchAnswer> => (await ada.agent.call<SearchAnswer>('GET', `/search?q=${q}`)).body;
const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...${theEditor}?.selection.get() ?? []].map((id) => id.split('~')[0]).sort()`);

describe('the search on the list of documents', () => {
  test('SE12 finds what is in documents, and a result opens its document with what was found selected', async () => {
    const page = await ada.open('/');
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('LIGHThouse');
    const results = page.getByRole('region', { name: 'In documents' });
    await expect.poll(() => results.getByRole('listitem').count()).toBe(3);
    expect(await results.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['lighthouse', 'Lighthouse']));
    expect(await page.getByText('No results').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await results.getByRole('link', { name: 'Lighthouse order' }).click();
    await expect.poll(() => selected(page)).toEqual(['order']);
    expect(new URL(page.url())).toMatchObject({ pathname: `/d/${orders.id}/${orders.tab}`, hash: '' });
    await page.goBack();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await page.close();
  });

  test('SE12 the address of a result selects it, once', async () => {
    const [result] = (await found('lighthouse')).results.filter(({ ref }) => ref === 'quay');
    const { pathname, hash } = new URL(result?.url ?? '');
    const page = await ada.open(`${pathname}${hash}`);
    await expect.poll(() => selected(page)).toEqual(['quay']);
    await page.reload();
    await page.getByText('Saved').waitFor();
    expect(await selected(page)).toEqual([]);
    await page.close();
  });

  test('says that nothing was found', async () => {
    const page = await ada.open('/');
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('xyzzy');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.close();
  });
});

describe('the search in the palette', () => {
  const palette = async (page: Page, words: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command or changeset' }).fill(words);
  };

  test('goes to what was found on the tab, by keyboard', async () => {
    const page = await ada.open(`/d/${harbour.id}`);
    await page.getByText('Saved').waitFor();
    await page.getByRole('application').focus();
    await palette(page, 'crane');
    await page.getByRole('option', { name: 'Crane lighthouse' }).waitFor();
    while ((await page.getByRole('option', { name: 'Crane lighthouse', selected: true }).count()) === 0)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => selected(page)).toEqual(['crane']);
    await page.close();
  });

  test('opens another document, and a sheet at the cell', async () => {
    const page = await ada.open(`/d/${harbour.id}`);
    await page.getByText('Saved').waitFor();
    await palette(page, 'lighthouse order');
    await page.getByRole('option', { name: 'Lighthouse order' }).click();
    await expect.poll(() => selected(page)).toEqual(['order']);
    await palette(page, 'fresnel');
    await page.getByRole('option', { name: 'Fresnel lens' }).click();
    await expect.poll(() => page.getByRole('gridcell', { selected: true }).allTextContents()).toContain('Fresnel lens');
    await page.close();
  });
});
