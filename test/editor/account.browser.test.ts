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

test('AC36 a guest edits by a link that an owner made for it, and has neither the past nor proposals nor images', async () => {
  const place = await stage.document(ada, 'Open plan');
  const page = await ada.open(`/d/${place.id}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'Links' }).click();
  await page.getByRole('combobox', { name: 'Anyone with the link' }).click();
  await page.getByRole('option', { name: /^Can edit/ }).click();
  await page.getByText('Only people with an account can use this link.').waitFor();
  await page.getByRole('checkbox', { name: 'Guests can edit' }).click();
  await page.getByText('Guests draw, comment').waitFor();
  await shoot(page, 'guests');
  await page.getByRole('button', { name: 'Create link' }).click();
  const url = (await page.getByText(/\/share#/).textContent()) ?? '';
  await page.getByText(/Never expires · Guests can edit/).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  if (folder !== undefined) await page.screenshot({ path: `${folder}/guests-phone.png` });

  const guest = await (await stage.stranger()).open(url);
  await guest.getByLabel('Your name').fill('Katherine');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.getByText('Saved', { exact: true }).waitFor();
  await guest.keyboard.press('r');
  await guest.mouse.move(500, 300);
  await guest.mouse.down();
  await guest.mouse.move(700, 420, { steps: 5 });
  await guest.mouse.up();
  await expect
    .poll(
      async () =>
        (await ada.agent.call<{ tabs: { elements: number }[] }>('GET', `/documents/${place.id}`)).body.tabs[0]?.elements,
    )
    .toBe(1);
  for (const name of ['Proposals', 'Image', 'Share', 'People with access'])
    expect([name, await guest.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
  expect(await guest.getByRole('button', { name: 'Comments' }).count()).toBe(1);
  await guest.getByRole('button', { name: 'Document menu' }).click();
  await guest.getByRole('menuitem', { name: 'Tab theme' }).waitFor();
  expect(await guest.getByRole('menuitem', { name: 'Version history' }).count()).toBe(0);
  if (folder !== undefined) await guest.screenshot({ path: `${folder}/guest.png` });
  for (const opened of [page, guest]) await opened.close();
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
