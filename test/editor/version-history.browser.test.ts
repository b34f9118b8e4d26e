/** The version history in a real browser: moments, playback, named versions, restore, news since the last visit, and who may see it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let grace: BrowserVisitor;
let place: { readonly id: string; readonly tab: string };
beforeAll(async () => {
  stage = await startStage('version-history');
  ada = await stage.person('Ada');
  grace = await stage.person('Grace', { color: '#1d4ed8' });
});
afterAll(() => stage.stop());

const draw = (by: BrowserVisitor, operations: string, summary?: string): Promise<unknown> =>
  by.agent.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { operations, summary });

async function drawn(): Promise<void> {
  place = await stage.document(ada, 'Payments');
  await stage.invite(place.id, grace, 'editor');
  await draw(
    ada,
    'add square "Shop" id=shop at:0,0\nadd square "Ledger" id=ledger at:400,0\nconnect shop -> ledger',
    'Shop and ledger',
  );
  await draw(grace, 'add cylinder "Archive" id=archive at:400,240\nconnect ledger -> archive', 'Keep an archive');
  await draw(ada, 'rm archive\nset shop label="Web shop"', 'Drop the archive');
}

async function opened(visitor: BrowserVisitor): Promise<Page> {
  const page = await visitor.open(`/d/${place.id}`);
  await page.getByText('Saved').waitFor();
  return page;
}

const pane = (page: Page) => page.getByRole('region', { name: 'Version history' });
const slider = (page: Page) => pane(page).getByRole('slider', { name: 'Moment' });
/** The elements of the canvas in the pane, by its picture. */
const shows = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    `[...document.querySelectorAll('[data-pane] .canvas text')].some((text) => text.textContent.includes(${JSON.stringify(text)}))`,
  );
const liveLabels = (page: Page): Promise<string[]> =>
  page.evaluate(`[...${theEditor}.tab.view.boxes()].map(({ label = '' }) => label).toSorted()`);

describe('the version history', () => {
  test('by its key shows each moment on a canvas that is read only, and closes with Escape', async () => {
    await drawn();
    const page = await opened(ada);
    await page.locator('.canvas').first().click();
    await page.keyboard.press('Alt+R');
    await pane(page).getByRole('heading', { name: 'Current version' }).waitFor();
    await pane(page).getByText('Read only').waitFor();
    await pane(page)
      .getByRole('button', { name: /Keep an archive/ })
      .click();
    await expect.poll(() => shows(page, 'Archive')).toBe(true);
    expect(await shows(page, 'Web shop')).toBe(false);
    await pane(page).getByText('by Grace (agent)').waitFor();
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => shows(page, 'Web shop')).toBe(true);
    expect(await shows(page, 'Archive')).toBe(false);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shows(page, 'Archive')).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
    expect(await liveLabels(page)).toEqual(['Ledger', 'Web shop']);
    await page.close();
  });

  test('plays from the first moment to the present', async () => {
    await drawn();
    const page = await opened(ada);
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('menuitem', { name: /Version history/ }).click();
    await pane(page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => shows(page, 'Archive')).toBe(true);
    await pane(page).getByRole('button', { name: 'Play' }).waitFor();
    expect(await shows(page, 'Web shop')).toBe(true);
    await page.close();
  });

  test('restores the selected elements or all, with Undo', async () => {
    await drawn();
    const page = await opened(ada);
    await page.keyboard.press('Alt+R');
    await pane(page)
      .getByRole('button', { name: /Keep an archive/ })
      .click();
    await expect.poll(() => shows(page, 'Archive')).toBe(true);
    await pane(page).getByText('Loading this moment').waitFor({ state: 'detached' });
    await pane(page).getByRole('button', { name: 'Zoom to fit' }).click();
    await page.waitForTimeout(500);
    const at: { x: number; y: number } = await page.evaluate(`(() => {
      const text = [...document.querySelectorAll('[data-pane] .canvas text')].find((one) => one.textContent.includes('Archive'));
      const { x, y, width, height } = text.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    await page.mouse.click(at.x, at.y);
    await pane(page).getByRole('button', { name: 'Restore 1 element' }).click();
    await page.getByText('Restored 1 element').waitFor();
    await expect.poll(() => liveLabels(page)).toEqual(['Archive', 'Ledger', 'Web shop']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => liveLabels(page)).toEqual(['Ledger', 'Web shop']);
    // The focus is in the message.
    await page.mouse.click(640, 200);
    await page.keyboard.press('Alt+R');
    await pane(page)
      .getByRole('button', { name: /Keep an archive/ })
      .click();
    await pane(page).getByRole('button', { name: 'Restore this version' }).click();
    await expect.poll(() => liveLabels(page)).toEqual(['Archive', 'Ledger', 'Shop']);
    await page.close();
  });

  test('names a version, shows it, and removes it', async () => {
    await drawn();
    const page = await opened(ada);
    await page.keyboard.press('Alt+R');
    await pane(page)
      .getByRole('button', { name: /Keep an archive/ })
      .click();
    await pane(page).getByRole('button', { name: 'Name this version' }).click();
    await page.keyboard.type('With archive');
    await page.keyboard.press('Enter');
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => shows(page, 'Archive')).toBe(false);
    await pane(page)
      .getByRole('button', { name: /^With archive/ })
      .click();
    await expect.poll(() => shows(page, 'Archive')).toBe(true);
    await pane(page).getByRole('heading', { name: 'With archive' }).waitFor();
    await pane(page).getByRole('button', { name: 'Remove the version With archive' }).click();
    await pane(page)
      .getByRole('button', { name: /^With archive/ })
      .waitFor({ state: 'detached' });
    await page.close();
  });

  test('shows what others changed since the last visit, with their names', async () => {
    await drawn();
    const first = await opened(ada);
    await first.waitForTimeout(1_500);
    await first.close();
    await draw(grace, 'add square "Refunds" id=refunds at:0,240\nset ledger label="Books"');
    const page = await opened(ada);
    await page.getByText('Since your last visit').waitFor();
    await page.getByText('Grace (agent): 2 changes').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await pane(page).getByText('Added: Refunds').waitFor();
    await pane(page).getByText('Changed: Books').waitFor();
    await page.close();
  });

  test('is not offered to viewers', async () => {
    await drawn();
    const vic = await stage.person('Vic');
    await stage.invite(place.id, vic, 'viewer');
    const page = await opened(vic);
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('menuitem', { name: 'Export tab' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Version history/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+R');
    expect(await pane(page).count()).toBe(0);
    await page.close();
  });
});
