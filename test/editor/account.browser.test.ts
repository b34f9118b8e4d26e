/** The profile in a real browser: the own name, color and password, and where a person is signed in. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const password = 'correct horse battery staple';
const folder = process.env['SHOTS'];
let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('account');
  // The browser logs the answers to calls without a session, and refusals.
  stage.expectComplaints(/status of (401|403)/);
  ada = await stage.person('Ada', { color: '#c2410c' });
});
afterAll(() => stage.stop());

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFaults(page)).toEqual([]);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}

async function signInElsewhere(word: string): Promise<Page> {
  const page = await (await stage.stranger()).open('/');
  await page.getByLabel('Email').fill(`${ada.userId}@example.org`);
  await page.getByLabel('Password').fill(word);
  await page.keyboard.press('Enter');
  return page;
}

test('AC35 a new name and color are saved, and seen by others in an open document', async () => {
  const place = await stage.document(ada, 'Plans');
  const grace = await stage.person('Grace');
  await stage.invite(place.id, grace, 'editor');
  const drawing = await ada.open(`/d/${place.id}`);
  const watching = await grace.open(`/d/${place.id}`);
  const faces = watching.getByRole('button', { name: /^2 people in this document/ });
  await faces.click();
  const list = watching.getByRole('dialog');
  await list.getByText('Ada', { exact: true }).waitFor();

  const page = await ada.open('/profile');
  const name = page.getByRole('textbox', { name: 'Name' });
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await name.fill('Ada Lovelace');
  await page.getByRole('radio', { name: 'Violet' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Others see your new name').waitFor();
  await page.getByRole('button', { name: 'Ada Lovelace account menu' }).waitFor();

  // The next state of her editor carries them: without a move of hers it follows within 15 seconds.
  await drawing.mouse.move(500, 400);
  await list.getByText('Ada Lovelace', { exact: true }).waitFor({ timeout: 30_000 });
  await page.reload();
  expect(await page.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true);
  await page.getByLabel('Custom', { exact: true }).fill('#123456');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await ada.agent.call<{ user: object }>('GET', '/me')).body.user)
    .toMatchObject({ name: 'Ada Lovelace', color: '#123456' });
  for (const opened of [drawing, watching, page]) await opened.close();
});

test('another password needs the current one, and signs out the other browsers', async () => {
  const elsewhere = await signInElsewhere(password);
  await elsewhere.getByRole('heading', { name: 'Documents' }).waitFor();
  const page = await ada.open('/profile');
  await page.getByText('Used', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const fill = async (current: string, next: string, again: string): Promise<void> => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password', { exact: true }).fill(next);
    await dialog.getByLabel('Repeat new password').fill(again);
    await page.keyboard.press('Enter');
  };
  await fill(password, 'short', 'short');
  await dialog.getByText('Use at least 8 characters.').waitFor();
  await fill(password, 'new password', 'new passwort');
  await dialog.getByText('The two passwords differ.').waitFor();
  await fill('guess', 'new password', 'new password');
  await dialog.getByText('That is not your current password.').waitFor();
  await shoot(page, 'password');
  await fill(password, 'new password', 'new password');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Password changed.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Sign out of / }).count()).toBe(0);

  await elsewhere.reload();
  await elsewhere.getByLabel('Password').waitFor();
  await (await signInElsewhere('new password')).getByRole('heading', { name: 'Documents' }).waitFor();
  await page.close();
});

test('sessions are listed, and ended one by one and all others together', async () => {
  const [one, two] = [await signInElsewhere('new password'), await signInElsewhere('new password')];
  for (const each of [one, two]) await each.getByRole('heading', { name: 'Documents' }).waitFor();
  const page = await ada.open('/profile');
  await page.getByText('This browser').waitFor();
  const rows = page.getByRole('button', { name: /^Sign out of / });
  await expect.poll(() => rows.count()).toBe(3);
  await shoot(page, 'profile');
  await page.setViewportSize({ width: 390, height: 844 });
  if (folder !== undefined) await page.screenshot({ path: `${folder}/profile-phone.png`, fullPage: true });
  await rows.first().click();
  await page.getByText('Signed out there.').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out everywhere else.').waitFor();
  expect(await rows.count()).toBe(0);
  for (const each of [one, two]) {
    await each.reload();
    await each.getByLabel('Password').waitFor();
  }
  await page.close();
});
