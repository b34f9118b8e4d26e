/** The address of a changeset, opened in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('changeset-link');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

const selected = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...${theEditor}?.selection.get() ?? []].map((id) => id.split('~')[0]).sort()`);

describe('the address of a changeset', () => {
  test('opens its tab with what it changed selected and in view, once', async () => {
    const place = await stage.document(ada);
    await ada.agent.changeset(place, 'add square id=a at:0,0\nadd square id=b at:4000,0');
    const { body } = await ada.agent.call<{ readonly changeset: { readonly url: string } }>(
      'POST',
      `/documents/${place.id}/tabs/${place.tab}/changesets`,
      { operations: 'add square id=c at:4000,400\nadd square id=d at:4400,400\nrm b' },
    );
    const { pathname, hash } = new URL(body.changeset.url);
    const page = await ada.open(`${pathname}${hash}`);
    await expect.poll(() => selected(page), { timeout: 15_000 }).toEqual(['c', 'd']);
    expect(new URL(page.url())).toMatchObject({ pathname: `/d/${place.id}/${place.tab}`, hash: '' });
    await page.reload();
    await page.getByText('Saved').waitFor();
    expect(await selected(page)).toEqual([]);
    await page.close();
  });

  test('that is not known opens the tab', async () => {
    const place = await stage.document(ada);
    stage.expectComplaints(/status of 404/);
    const page = await ada.open(`/d/${place.id}/${place.tab}#cs_0000000000000000000`);
    await page.getByText('Saved').waitFor();
    expect(await selected(page)).toEqual([]);
    await page.close();
  });
});
