/** Every control of the page of administrators, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { setAdministrator } from '#storage/people.ts';
import { confirmSecondFactor, putSecondFactor } from '#storage/second-factors.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { alertdialog, button, type ControlEffect, dialog, effect, elsewhere, fill, item, menu, type PressedControl, searchbox, tab, textbox } from './control.ts'; // prettier-ignore
import { hidden, shown } from './effects.ts';
import { chooser } from './form-controls.ts';
import { callOf, frame, skipLink } from './home-controls.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('admin-controls');
  // What a browser notes of calls that are refused.
  stage.expectComplaints(/status of (?:401|403|409)/);
  const options = { reducedMotion: 'reduce' as const, permissions: ['clipboard-read', 'clipboard-write'] };
  const [ada, ben] = [await stage.person('Ada', options), await stage.person('Ben')];
  await stage.storage.transact(async (tx) => {
    await setAdministrator(tx, ada.userId, true);
    await putSecondFactor(tx, { userId: ben.userId, secret: 'sealed', createdAt: 1 });
    await confirmSecondFactor(tx, ben.userId, 1);
  });
  bench = new ControlBench(await ada.open('/admin'), await stage.document(ada, 'Drawing'), ada.agent);
});
afterAll(() => stage.stop());

const main = (page: Page): Locator => page.getByRole('main');
const row = (name: string) => (page: Page) => page.locator('li').filter({ hasText: name });
const tag = (name: string, text: string): ControlEffect => shown((page) => row(name)(page).getByText(text));
const dialogOf = (title: string) => (page: Page) => page.getByRole('dialog', { name: title });
const closes = (label: string, title: string): PressedControl => button(label, hidden(dialogOf(title)));
const noQuestion = hidden((page) => page.getByRole('alertdialog'));
const beside = [skipLink, ...frame, button('Dismiss', elsewhere)].map((control) => ({ ...control, ...elsewhere }));
const tabs = [tab('People', elsewhere), tab('Audit log', elsewhere), tab('Storage', elsewhere)];
const open = (name: string) => async (on: ControlBench) => {
  if (new URL(on.page.url()).pathname !== '/admin') await on.page.goto('/admin');
  const chosen = on.page.getByRole('tab', { name });
  if ((await chosen.getAttribute('aria-selected')) !== 'true') await chosen.click();
};
const act = (name: string, action: string) => async ({ page }: ControlBench) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}; // prettier-ignore
const tokensOf = (holds: (count: number) => boolean): ControlEffect =>
  effect(async ({ page }) => {
    const { people } = await callOf<{ people: { id: string; name: string }[] }>(page, 'GET', '/admin/people?q=Ben');
    const path = `/admin/people/${people[0]?.id}/tokens`;
    return (await callOf<{ tokens: object[] }>(page, 'GET', path)).tokens.length;
  }, holds);

pressEveryControl({
  title: 'the people of administrators',
  bench: () => bench,
  ready: open('People'),
  part: main,
  beside,
  controls: [
    ...tabs,
    searchbox('Search people', {
      press: fill('zzz'),
      effect: shown((page) => page.getByText('No people match.')),
      after: async ({ page }) => page.getByRole('searchbox', { name: 'Search people' }).fill(''),
    }),
    button('Actions for Owner', elsewhere),
    button('Actions for Ada', elsewhere),
    button('Actions for Ben', menu([
      item('Create sign-in link', dialog([
        button('Copy Link', shown((page) => page.getByRole('button', { name: 'Copied' }))),
        closes('Close', 'Sign-in link for Ben'),
      ])),
      item('Tokens…', dialog([
        button('Revoke test', elsewhere),
        { ...closes('Close', 'Tokens of Ben'), times: 2 },
      ])),
      item('Turn off two-step verification…', alertdialog([button('Cancel', noQuestion), button('Turn off', elsewhere)])),
      item('Make administrator', { effect: tag('Ben', 'Administrator'), after: act('Ben', 'Remove as administrator') }),
      item('Deactivate…', alertdialog([
        button('Cancel', noQuestion),
        button('Deactivate', { effect: tag('Ben', 'Deactivated'), after: act('Ben', 'Reactivate') }),
      ])),
    ])),
    button('Add person', dialog([
      textbox('Name', { press: fill('Otto'), effect: shown((page) => page.locator('button:enabled', { hasText: /^Add$/ })) }),
      textbox('Email', elsewhere),
      closes('Cancel', 'Add person'),
      closes('Close', 'Add person'),
      button('Add', {
        press: async (control, { page }) => {
          await page.getByRole('textbox', { name: 'Name' }).fill('Otto');
          await control.click();
        },
        effect: shown((page) => page.getByRole('button', { name: 'Actions for Otto' })),
      }),
    ])),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'the tokens of a person',
  bench: () => bench,
  ready: async (on) => {
    await open('People')(on);
    await act('Ben', 'Tokens…')(on);
  },
  part: dialogOf('Tokens of Ben'),
  popup: 'dialog',
  beside: [...beside, ...tabs, searchbox('Search people', elsewhere), button('Add person', elsewhere), button(/^Actions for /, elsewhere)],
  controls: [
    { ...button('Close', elsewhere), times: 2 },
    button('Revoke test', tokensOf((count) => count === 0)),
  ],
}); // prettier-ignore

pressEveryControl({
  title: 'turning off the second factor of a person',
  bench: () => bench,
  ready: async (on) => {
    await open('People')(on);
    await act('Ben', 'Turn off two-step verification…')(on);
  },
  part: (page) => page.getByRole('alertdialog'),
  popup: 'alertdialog',
  beside: [...beside, ...tabs, searchbox('Search people', elsewhere), button('Add person', elsewhere), button(/^Actions for /, elsewhere)],
  controls: [button('Cancel', elsewhere), button('Turn off', hidden((page) => row('Ben')(page).getByText('Two-step')))],
}); // prettier-ignore

pressEveryControl({
  title: 'the audit log of administrators',
  bench: () => bench,
  ready: open('Audit log'),
  part: main,
  beside,
  controls: [
    tab('People', elsewhere),
    tab('Audit log', elsewhere),
    textbox('Action', {
      press: fill('zzz'),
      effect: shown((page) => page.getByText('No entries.')),
      after: async ({ page }) => page.getByRole('textbox', { name: 'Action' }).fill(''),
    }),
    chooser('Person', { Otto: shown((page) => page.getByRole('combobox', { name: 'Person' }).filter({ hasText: 'Otto' })), Ben: null, Ada: null, Owner: null, Everyone: shown((page) => page.getByRole('combobox', { name: 'Person' }).filter({ hasText: 'Everyone' })) }),
    tab('Storage', shown((page) => page.getByText('Size of the database'))),
  ],
}); // prettier-ignore
