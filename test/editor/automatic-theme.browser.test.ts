/** The automatic theme in a real browser: the canvas is as dark as the page of each viewer, and pictures are light. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dark } from '#core/render/themes/dark.ts';
import { light } from '#core/render/themes/light.ts';
import { publish } from '#test/harness/publish.ts';

import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('automatic-theme');
  ada = await stage.person('Ada');
});
afterAll(() => stage.stop());

/** The color of the canvas. */
const ground = (page: Page): Promise<string | null> =>
  page.locator('.scene-paper rect').first().getAttribute('fill', { timeout: 10_000 });
const choose = async (page: Page, command: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(command);
  await page.getByRole('option', { name: new RegExp(`^${command}`) }).click();
};
const shot = async (page: Page, name: string): Promise<void> => {
  await shoot(page, `automatic-theme-${name}`);
};

test('a document that is made at Home is as dark as the page of each viewer, at once when that changes', async () => {
  const page = await ada.open('/');
  await page.getByRole('button', { name: 'New document' }).first().click();
  await page.getByText('Saved').waitFor();
  const id = /doc_\w+/.exec(page.url())?.[0] ?? '';
  const { body } = await ada.agent.call<{ tabs: { id: string; theme: string }[] }>('GET', `/documents/${id}`);
  expect(body.tabs.map(({ theme }) => theme)).toEqual(['auto']);
  const place = { id, tab: body.tabs[0]!.id };
  const boxes =
    'add rounded "Cart" id=cart at:300,200 fill=blue\nadd sticky "Check the rates" id=check right-of:cart\nconnect cart -> check';
  expect((await ada.agent.changeset(place, boxes)).status).toBe(201);
  await expect.poll(() => ground(page)).toBe(light.background);
  await shot(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).toBe(dark.background);
  await shot(page, 'dark');
  const picture = await page.evaluate<string>(
    `fetch('/api/v1/documents/${id}/tabs/${place.tab}/render.svg').then((it) => it.text())`,
  );
  expect(picture).toContain(light.background);
  expect(picture).not.toContain(dark.background);
  // What is chosen in Atelier wins, in all pages of the browser.
  await choose(page, 'Light appearance');
  await expect.poll(() => ground(page)).toBe(light.background);
  await choose(page, 'System appearance');
  await expect.poll(() => ground(page)).toBe(dark.background);
  await page.goto('/');
  const card = page.getByRole('article').locator('img');
  await expect.poll(() => card.getAttribute('src')).toContain('theme=dark');
  await expect
    .poll(() => card.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  await shot(page, 'home');
  await page.close();
});

test('the theme is chosen by its radio button, which shows both halves', async () => {
  const place = await stage.document(ada);
  const page = await ada.open(`/d/${place.id}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByText('Saved').waitFor();
  await choose(page, 'Tab theme');
  const dialog = page.getByRole('dialog', { name: /^Theme for/ });
  await dialog.getByText('Automatic').click();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true);
  await expect.poll(() => ground(page)).toBe(dark.background);
  await shot(page, 'choice');
  await page.close();
});

test('a published board is as dark as the page of the reader', async () => {
  const place = await stage.document(ada, 'Public');
  const patched = await ada.agent.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { theme: 'auto' });
  expect(patched.status).toBe(200);
  await ada.agent.changeset(place, 'add rounded "Cart" at:300,200');
  const { secret } = await publish(stage.node.url, stage.storage, place.id);
  const reader = await stage.stranger({ colorScheme: 'dark' });
  const page = await reader.open(`/p/${secret}`);
  await page.locator('[data-state="shown"]').waitFor();
  await expect.poll(() => ground(page)).toBe(dark.background);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => ground(page)).toBe(light.background);
  await page.close();
});
