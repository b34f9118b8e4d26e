/** axe-core finds nothing on any screen, in light and dark, in a wide window and on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { allFaults } from './axe.ts';
import { documentShots } from './shots/document-shots.ts';
import { homeShots } from './shots/home-shots.ts';
import { closeStudio, openStudio, type Studio } from './shots/studio.ts';
import { workShots } from './shots/work-shots.ts';
import { theEditor } from './stage.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio('light');
});
afterAll(() => closeStudio(studio));

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** What is found on the page as it is, by where it was found. A presentation fills the screen, whose size is as it is. */
async function faultsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  const isFull = await page.evaluate('document.fullscreenElement !== null');
  for (const [size, viewport] of [['wide', wide], ['phone', phone]] as const) {
    if (isFull && size === 'phone') continue;
    if (!isFull) await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const fault of await allFaults(page)) found.push(`${size}, ${colorScheme}: ${fault}`);
    }
  } // prettier-ignore
  return found;
}

describe('the screens of docs/screenshots', () => {
  test.for([...homeShots, ...documentShots, ...workShots])('$name', async ({ take }) => {
    const page = await take(studio);
    expect(await faultsOn(page)).toEqual([]);
    await page.close();
  });
});

/** A document with its canvas. */
async function openDocument(): Promise<Page> {
  const { id, tab } = studio.documents.get('Checkout architecture') ?? { id: '', tab: '' };
  const page = await studio.ada.open(`/d/${id}/${tab}`);
  await page.getByText('Saved').waitFor();
  return page;
}

describe('the panels of a document', () => {
  test.for(['comments', 'tasks', 'proposals', 'history', 'lint', 'layers', 'find', 'libraries'])('%s', async (name) => {
    const page = await openDocument();
    await page.evaluate(`${theEditor}.panel.set('${name}')`);
    await page.getByRole('complementary').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.close();
  });
});

describe('the dialogs of a document', () => {
  test.for(['help', 'share', 'settings', 'theme', 'templates', 'icons', 'video', 'card-types', 'article'])('%s', async (name) => {
    const page = await openDocument();
    await page.evaluate(`${theEditor}.dialog.set('${name}')`);
    await page.getByRole('dialog').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.close();
  });
});

describe('the screens of Home', () => {
  test.for(['/', '/images', '/libraries', '/themes', '/tokens', '/trash', '/profile', '/mentions'])('%s', async (path) => {
    const page = await studio.grace.open(path);
    await page.locator('h1').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.close();
  });
});
