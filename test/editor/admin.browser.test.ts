/** The page of administrators in a real browser: people, the audit log and storage, by mouse, keyboard and touch. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { setAdministrator } from '#storage/people.ts';
import { confirmSecondFactor, putSecondFactor } from '#storage/second-factors.ts';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const folder = process.env['SHOTS'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let stage: EditorStage;
let ada: BrowserVisitor;
let grace: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('admin');
  // The browser logs the answers to calls without a session, and refusals.
  stage.expectComplaints(/status of (401|403|409)/);
  [ada, grace] = [await stage.person('Ada'), await stage.person('Grace')];
  await stage.storage.transact(async (tx) => {
    await setAdministrator(tx, ada.userId, true);
    await putSecondFactor(tx, { userId: grace.userId, secret: 'sealed', createdAt: 1 });
    await confirmSecondFactor(tx, grace.userId, 1);
  });
});
afterAll(() => stage.stop());

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFaults(page)).toEqual([]);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: null });
}
const row = (page: Page, name: string) => page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name }); // prettier-ignore
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('APP219 the menu of an administrator has the page, and that of others has not', async () => {
  const other = await grace.open('/admin');
  await other.getByText('Only an administrator', { exact: false }).waitFor();
  await other.getByRole('button', { name: 'Grace account menu' }).click();
  await other.getByRole('menuitem', { name: 'Profile' }).waitFor();
  expect(await other.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
  await other.close();
  const page = await ada.open('/');
  await page.getByRole('button', { name: 'Ada account menu' }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.getByRole('heading', { name: 'Administration' }).waitFor();
  await row(page, 'Grace').waitFor();
  await shoot(page, 'people');
  await page.close();
});

test('APP220 a person is added by keyboard, found, and signs in by the link that is made for them', async () => {
  const page = await ada.open('/admin');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.keyboard.type('Otto');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${grace.userId}@example.org`);
  await page.keyboard.press('Enter');
  await page.getByText('Another account has this address.', { exact: false }).waitFor();
  await shoot(page, 'add-person');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('otto@example.org');
  await page.keyboard.press('Enter');
  await row(page, 'Otto').waitFor();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('OTTO@');
  await expect.poll(() => page.getByRole('list', { name: 'People' }).getByRole('listitem').count()).toBe(1);
  await act(page, 'Otto', 'Create sign-in link');
  const url = (await page.getByRole('group', { name: 'Link' }).locator('pre').textContent()) ?? '';
  await shoot(page, 'sign-in-link');
  const otto = await (await stage.stranger()).open(new URL(url).pathname + new URL(url).hash);
  await otto.getByRole('button', { name: 'Otto account menu' }).waitFor();
  await otto.close();
  await page.close();
});

test('APP221 APP223 a person loses their second factor, a token and their access, and gets it back; on a phone, by touch', async () => {
  const context = await stage.stranger(phone);
  await context.context.addCookies(await ada.context.cookies());
  const page = await context.open('/admin');
  await row(page, 'Grace').getByText('Two-step').waitFor();
  await shoot(page, 'people-phone');
  await page.getByRole('button', { name: 'Actions for Grace' }).tap();
  await shoot(page, 'actions-phone');
  await page.getByRole('menuitem', { name: 'Turn off two-step verification…' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).tap();
  await row(page, 'Grace').getByText('Two-step').waitFor({ state: 'detached' });
  await act(page, 'Grace', 'Tokens…');
  await shoot(page, 'tokens-phone');
  await page.getByRole('button', { name: /^Revoke / }).tap();
  await page.getByText('No tokens.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().tap();
  await act(page, 'Grace', 'Deactivate…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).tap();
  await row(page, 'Grace').getByText('Deactivated').waitFor();
  const hers = await grace.open('/');
  await hers.getByRole('heading', { name: 'Sign in to Atelier' }).waitFor();
  await hers.close();
  await act(page, 'Grace', 'Reactivate');
  await row(page, 'Grace').getByText('Deactivated').waitFor({ state: 'detached' });
  await act(page, 'Owner', 'Remove as administrator');
  await row(page, 'Owner').getByText('Administrator').waitFor({ state: 'detached' });
  await act(page, 'Ada', 'Remove as administrator');
  await page.getByText('The installation needs an active administrator', { exact: false }).first().waitFor();
  await page.close();
});

test('APP224 the audit log is filtered by action and person, and storage is shown', async () => {
  const page = await ada.open('/admin');
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await log.getByText('user.deactivate').waitFor();
  await shoot(page, 'audit');
  await page.getByLabel('Action').fill('user.');
  await expect.poll(() => log.getByText('second-factor.disable').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Otto' }).click();
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1);
  await log.getByText('user.create').waitFor();
  await page.getByRole('tab', { name: 'Storage' }).click();
  await page.getByText('Size of the database').waitFor();
  await shoot(page, 'storage');
  await page.setViewportSize(phone.viewport);
  await shoot(page, 'storage-phone');
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await log.waitFor();
  await shoot(page, 'audit-phone');
  await page.close();
});
