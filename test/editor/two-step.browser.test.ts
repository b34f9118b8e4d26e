/** Two-step verification in a real browser: turning it on in the profile, signing in with it by mouse, keyboard and touch, and turning it off. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hashSecret, newSignInCode } from '#server/access/secrets.ts';
import { totpCode, totpStep } from '#server/access/totp.ts';
import { insertSignInCode } from '#storage/sessions.ts';

import { seriousFaults } from './axe.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

const password = 'correct horse battery staple';
const folder = process.env['SHOTS'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
let stage: EditorStage;
let ada: BrowserVisitor;
let recoveryCodes: string[];
let secret: string;
beforeAll(async () => {
  stage = await startStage('two-step');
  // The browser logs the answers to calls without a session, and refusals.
  stage.expectComplaints(/status of (401|403)/);
  ada = await stage.person('Ada', { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => stage.stop());

/** The code of an app, `offset` periods of 30 seconds from now. */
const codeOf = (offset: number): string => totpCode(secret, totpStep(Date.now()) + offset);

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFaults(page)).toEqual([]);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: null });
}

const inSection = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });

async function giveCredentials(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(`${ada.userId}@example.org`);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

test('APP210 it is turned on with a first code and the password, and shows recovery codes once', async () => {
  const page = await ada.open('/profile');
  await inSection(page).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step verification' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  secret = (
    (await dialog
      .getByRole('group', { name: /^Can’t scan it/ })
      .locator('pre')
      .textContent()) ?? ''
  ).replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await shoot(page, 'turn-on');
  const submit = dialog.getByRole('button', { name: 'Turn on' });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByLabel('Your password').fill('guess');
  await submit.click();
  await dialog.getByText('That is not your password.').waitFor();
  await dialog.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await dialog.getByText('That code isn’t right.', { exact: false }).waitFor();
  await dialog.getByLabel('Code from the app').fill(codeOf(0).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');

  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await saved.waitFor();
  recoveryCodes = await saved.getByRole('listitem').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.keyboard.press('Escape');
  await shoot(page, 'recovery-codes');
  await saved.getByRole('button', { name: 'Copy' }).click();
  await saved.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${recoveryCodes.join('\n')}\n`);
  const downloading = page.waitForEvent('download');
  await saved.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect([file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]).toEqual([
    'atelier-recovery-codes.txt',
    `${recoveryCodes.join('\n')}\n`,
  ]);
  await saved.getByRole('button', { name: 'I have saved them' }).click();
  await inSection(page).getByText('10 recovery codes left.').waitFor();
  await page.reload();
  await inSection(page).getByText('10 recovery codes left.').waitFor();
  await inSection(page).scrollIntoViewIfNeeded();
  await shoot(page, 'on');
  await page.close();
});

test('APP211 signing in asks for the code after the password, by keyboard alone', async () => {
  const page = await (await stage.stranger()).open('/');
  await page.getByLabel('Email').fill(`${ada.userId}@example.org`);
  await page.getByLabel('Password').fill('guess');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await giveCredentials(page);
  await shoot(page, 'second-step');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('That code isn’t right.', { exact: false }).waitFor();
  await shoot(page, 'second-step-wrong');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(codeOf(1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await page.close();
});

test('APP213 a recovery code signs in on a phone, by touch, once', async () => {
  const page = await (await stage.stranger(phone)).open('/');
  await giveCredentials(page);
  await shoot(page, 'second-step-phone');
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('heading', { name: 'Sign in to Atelier' }).waitFor();
  await giveCredentials(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).tap();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]!);
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await page.goto('/profile');
  await inSection(page).getByText('9 recovery codes left.').waitFor();
  const other = await (await stage.stranger(phone)).open('/');
  await giveCredentials(other);
  await other.getByRole('button', { name: 'Use a recovery code' }).tap();
  await other.getByLabel('Recovery code').fill(recoveryCodes[0]!);
  await other.getByRole('button', { name: 'Sign in' }).tap();
  await other.getByText('That recovery code isn’t right', { exact: false }).waitFor();
  await shoot(other, 'recovery-code-phone');
  await page.getByRole('button', { name: 'New recovery codes' }).scrollIntoViewIfNeeded();
  await shoot(page, 'on-phone');
  for (const each of [page, other]) await each.close();
});

test('APP216 the link of a one-time code asks for the second step, too', async () => {
  const code = newSignInCode();
  const at = Date.now();
  const row = { hash: hashSecret(code), userId: ada.userId, createdAt: at, expiresAt: at + 600_000 };
  await stage.storage.transact((tx) => insertSignInCode(tx, row));
  const page = await (await stage.stranger()).open(`/#code=${code}`);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[1]!.toUpperCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await page.close();
});

async function turnOnByTouch(): Promise<void> {
  const context = await stage.stranger(phone);
  await context.context.addCookies(await ada.context.cookies());
  const page = await context.open('/profile');
  await inSection(page).getByRole('button', { name: 'Turn on' }).tap();
  const app = page.getByRole('link', { name: 'Open the app on this device' });
  expect(await app.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/Atelier:/);
  // No keyboard covers the code.
  expect(await page.evaluate('document.activeElement.tagName')).not.toBe('INPUT');
  await shoot(page, 'turn-on-phone');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.close();
}

test('APP217 new recovery codes, and turning it off, need the password; on a phone, by touch', async () => {
  const page = await ada.open('/profile');
  await page.setViewportSize(phone.viewport);
  await inSection(page).getByRole('button', { name: 'New recovery codes' }).click();
  const question = page.getByRole('dialog', { name: 'Get new recovery codes?' });
  await question.getByLabel('Your password').fill('guess');
  await page.keyboard.press('Enter');
  await question.getByText('That is not your password.').waitFor();
  await shoot(page, 'new-codes-phone');
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Get codes' }).click();
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await saved.waitFor();
  await shoot(page, 'recovery-codes-phone');
  const renewed = await saved.getByRole('listitem').allTextContents();
  expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  await saved.getByRole('button', { name: 'I have saved them' }).click();
  await inSection(page).getByText('10 recovery codes left.').waitFor();

  await inSection(page).getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-step verification?' });
  await off.getByLabel('Your password').fill(password);
  await shoot(page, 'turn-off-phone');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-step verification is off.').waitFor();
  await inSection(page).getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await page.close();
  await turnOnByTouch();
  const elsewhere = await (await stage.stranger()).open('/');
  await elsewhere.getByLabel('Email').fill(`${ada.userId}@example.org`);
  await elsewhere.getByLabel('Password').fill(password);
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByRole('heading', { name: 'Documents' }).waitFor();
  await elsewhere.close();
});
