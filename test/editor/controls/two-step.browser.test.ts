/** Every control of two-step verification, in the profile and in the sign-in form, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { totpCode, totpStep } from '#server/access/totp.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, type ControlEffect, dialog, disabled, effect, elsewhere, fill, type Press, type PressedControl, textbox } from './control.ts'; // prettier-ignore
import { hidden, shown } from './effects.ts';
import { callOf, frame, profileScreen, skipLink } from './home-controls.ts';
import { type Context, pressEveryControl } from './press-every-control.ts';

const password = 'correct horse battery staple';
let stage: EditorStage;
/** Ada, who has it turned off, Ben, who has it on, and Ben's page before he signs in. */
let off: ControlBench;
let on: ControlBench;
let door: ControlBench;
let recoveryCodes: string[] = [];
let address: string;

beforeAll(async () => {
  stage = await startStage('two-step-controls');
  // What a browser notes of calls that are refused.
  stage.expectComplaints(/status of (?:401|403)/);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const options = { reducedMotion: 'reduce' as const, permissions };
  const [ada, ben] = [await stage.person('Ada', options), await stage.person('Ben', options)];
  const place = await stage.document(ada, 'Drawing');
  off = new ControlBench(await ada.open('/profile'), place, ada.agent);
  on = new ControlBench(await ben.open('/profile'), place, ben.agent);
  const { secret } = await callOf<{ secret: string }>(on.page, 'POST', '/me/second-factor');
  const body = { code: codeOf(secret), currentPassword: password };
  ({ recoveryCodes } = await callOf<{ recoveryCodes: string[] }>(on.page, 'POST', '/me/second-factor/confirm', body));
  await on.page.reload();
  address = `${ben.userId}@example.org`;
  door = new ControlBench(await (await stage.stranger({ reducedMotion: 'reduce' })).open('/'), place, ada.agent);
});
afterAll(() => stage.stop());

const codeOf = (secret: string): string => totpCode(secret, totpStep(Date.now()));
const main: Context['part'] = (page) => page.getByRole('main');
const region: Context['part'] = (page) => page.getByRole('region', { name: 'Two-step verification' });
const beside = [skipLink, ...frame, ...profileScreen, button('Ben account menu', elsewhere), button('Dismiss', elsewhere)].map(
  (control) => ({ ...control, ...elsewhere }),
);
const dialogOf = (title: string) => (page: Page) => page.getByRole('dialog', { name: title });
const closes = (label: string, title: string): PressedControl => button(label, hidden(dialogOf(title)));
const savedCodes = dialogOf('Save your recovery codes');
const left = (holds: (count: number | null) => boolean): ControlEffect =>
  effect(
    async ({ page }) =>
      (await callOf<{ secondFactor?: { recoveryCodes: number } }>(page, 'GET', '/me')).secondFactor?.recoveryCodes ?? null,
    holds,
  );
const writtenIn = (name: string, value: string): ControlEffect =>
  effect(
    ({ page }) => page.getByRole('textbox', { name }).inputValue(),
    (now) => now === value,
  );
const saveCodes = async ({ page }: ControlBench): Promise<void> =>
  savedCodes(page).getByRole('button', { name: 'I have saved them' }).click();
const proves: Press = async (control, { page }) => {
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await control.click();
};

const turnOnDialog: readonly PressedControl[] = [
  button('Copy Can’t scan it? Enter this key', shown((page) => page.getByRole('button', { name: 'Copied' }))),
  textbox('Code from the app', { press: fill('123'), effect: writtenIn('Code from the app', '123') }),
  textbox('Your password', { press: fill('guess'), effect: writtenIn('Your password', 'guess') }),
  closes('Cancel', 'Turn on two-step verification'),
  closes('Close', 'Turn on two-step verification'),
  button('Turn on', {
    press: async (control, { page }) => {
      const key = await page.getByRole('group', { name: /^Can’t scan it/ }).locator('pre').textContent();
      await page.getByRole('textbox', { name: 'Code from the app' }).fill(codeOf((key ?? '').replaceAll(' ', '')));
      await proves(control, { page } as ControlBench);
    },
    effect: left((count) => count === 10),
    after: async ({ page }) => {
      await savedCodes(page).getByRole('button', { name: 'I have saved them' }).click();
      await callOf(page, 'POST', '/me/second-factor/end', { currentPassword: password });
      await page.reload();
    },
  }),
]; // prettier-ignore

pressEveryControl({
  title: 'two-step verification, turned off',
  bench: () => off,
  part: region,
  beside,
  controls: [button('Turn on', dialog(turnOnDialog))],
});

const codesOf = async (bench: ControlBench): Promise<void> => {
  if (await savedCodes(bench.page).isVisible()) return;
  await bench.page.getByRole('button', { name: 'New recovery codes' }).click();
  await proves(bench.page.getByRole('button', { name: 'Get codes' }), bench);
  await savedCodes(bench.page).waitFor();
  recoveryCodes = await savedCodes(bench.page).getByRole('listitem').allTextContents();
};
const onRow = [button('New recovery codes', elsewhere), button('Turn off', elsewhere)];
pressEveryControl({
  title: 'recovery codes',
  bench: () => on,
  ready: codesOf,
  part: savedCodes,
  popup: 'dialog',
  beside: [...beside, ...onRow],
  controls: [
    button('Copy', { effect: shown((page) => page.getByRole('button', { name: 'Copied' })), after: saveCodes }),
    button('Download', {
      press: async (control, { page }) => {
        const downloading = page.waitForEvent('download');
        await control.click();
        downloaded = (await downloading).suggestedFilename();
      },
      effect: effect(async () => downloaded, (now) => now === 'atelier-recovery-codes.txt'),
    }),
    button('I have saved them', hidden(savedCodes)),
    button('Close', hidden(savedCodes)),
  ],
}); // prettier-ignore
let downloaded = '';

const signedOut = async (bench: ControlBench): Promise<void> => {
  const { page } = bench;
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
};
const documents = shown((page) => page.getByRole('heading', { name: 'Documents' }));

pressEveryControl({
  title: 'the second step of signing in',
  bench: () => door,
  ready: signedOut,
  part: main,
  controls: [
    textbox('Code from the app', { press: fill('000000', 'Enter'), effect: shown((page) => page.getByText('That code isn’t right.', { exact: false })), after: signedOut }),
    button('Sign in', disabled),
    button('Back', shown((page) => page.getByRole('heading', { name: 'Sign in to Atelier' }))),
    button('Use a recovery code', shown((page) => page.getByRole('textbox', { name: 'Recovery code' }))),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'a recovery code in place of the app',
  bench: () => door,
  ready: async (bench) => {
    await signedOut(bench);
    await bench.page.getByRole('button', { name: 'Use a recovery code' }).click();
  },
  part: main,
  controls: [
    textbox('Recovery code', { press: fill('abcd-efgh', 'Enter'), effect: shown((page) => page.getByText('That recovery code isn’t right', { exact: false })) }),
    button('Back', shown((page) => page.getByRole('heading', { name: 'Sign in to Atelier' }))),
    button('Use the authenticator app', shown((page) => page.getByRole('textbox', { name: 'Code from the app' }))),
    button('Sign in', { press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
      await control.click();
    }, effect: documents }),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'two-step verification, turned on',
  bench: () => on,
  part: region,
  beside,
  controls: [
    button('New recovery codes', dialog([
      textbox('Your password', { press: fill('guess'), effect: writtenIn('Your password', 'guess') }),
      closes('Cancel', 'Get new recovery codes?'),
      closes('Close', 'Get new recovery codes?'),
      button('Get codes', { press: proves, effect: shown(savedCodes), after: saveCodes }),
    ])),
    button('Turn off', dialog([
      textbox('Your password', elsewhere),
      closes('Cancel', 'Turn off two-step verification?'),
      closes('Close', 'Turn off two-step verification?'),
      button('Turn off', { press: proves, effect: left((count) => count === null) }),
    ])),
  ],
}); // prettier-ignore
