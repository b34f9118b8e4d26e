/** dialog-controls: the dialogs over a document, each control with its effect. */
import type { Locator, Page } from 'playwright-core';

import type { Document } from '#schema/document.ts';
import { tabThemes } from '#schema/tab.ts';
import { templates } from '#core/templates/list.ts';

import { builtInTitles } from '#clients/editor/home/themes/theme-titles.ts';

import type { ControlBench } from './bench.ts';
import {
  alertdialog,
  button,
  checkbox,
  combobox,
  type ControlEffect,
  dialog,
  effect,
  elsewhere,
  fill,
  option,
  type PressedControl,
  radio,
  tab,
  textbox,
  toggle,
} from './control.ts';
import { copied, drawn, elements, hidden, shown, tabs, undo } from './effects.ts';
import { chooser } from './form-controls.ts';

const dialogOf =
  (title: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', { name: title });
const closes = (label: string, title: string | RegExp): PressedControl => button(label, hidden(dialogOf(title)));
const chosen = (label: string, value: string): ControlEffect =>
  shown((page) => page.getByRole('combobox', { name: label, includeHidden: true }).filter({ hasText: value }));

type Member = { readonly user: { readonly name: string }; readonly level: string; readonly tabs?: readonly string[] };
const members = (holds: (now: readonly Member[]) => boolean): ControlEffect =>
  effect(async (bench) => (await bench.get<{ members: readonly Member[] }>('/members')).members, holds);
const ben = (holds: (member: Member | undefined) => boolean): ControlEffect =>
  members((now) => holds(now.find(({ user }) => user.name === 'Ben')));
const links = (count: number): ControlEffect =>
  effect(
    async (bench) =>
      (await bench.get<{ links: readonly { publish: boolean }[] }>('/share-links')).links.filter(({ publish }) => !publish)
        .length,
    (now) => now === count,
  );
const putBen =
  (id: () => string, level: string) =>
  async (bench: ControlBench): Promise<void> =>
    void (await bench.send('PUT', `/members/${id()}`, { level }));

/** Of a document of two tabs that Ada owns and Ben edits; the members are shown. */
export const shareDialog = (benId: () => string): readonly PressedControl[] => [
  tab('Members', elsewhere),
  tab('Links', {
    effect: shown((page) => page.getByRole('button', { name: 'Create link' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Members' }).click(),
  }),
  tab('Publish', {
    effect: shown((page) => page.getByRole('combobox', { name: 'What to publish' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Members' }).click(),
  }),
  tab('Webhooks', {
    effect: shown((page) => page.getByRole('button', { name: 'Create webhook' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Members' }).click(),
  }),
  tab('Agents', {
    effect: shown((page) => page.getByRole('combobox', { name: 'What agents may do in this document' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Members' }).click(),
  }),
  button(
    'Tab permissions of Ben',
    dialog([
      chooser('Can edit', [
        option('All tabs', elsewhere),
        option(/^Specific tabs/, {
          effect: shown((page) => page.getByRole('checkbox', { name: 'Tab 1' })),
          after: async ({ page }) => {
            await page.getByRole('combobox', { name: 'Can edit' }).click();
            await page.getByRole('option', { name: 'All tabs' }).click();
          },
        }),
      ]),
      button('Save', {
        press: async (control, { page }) => {
          await page.getByRole('combobox', { name: 'Can edit' }).click();
          await page.getByRole('option', { name: /^Specific tabs/ }).click();
          await page.getByRole('checkbox', { name: 'Tab 1' }).click();
          await control.click();
        },
        effect: ben((member) => member?.tabs?.length === 1),
        after: putBen(benId, 'editor'),
      }),
      closes('Cancel', 'Tab permissions of Ben'),
      closes('Close', 'Tab permissions of Ben'),
    ]),
  ),
  chooser('Role of Ben', [
    option(/^Can view/, { effect: ben((member) => member?.level === 'viewer') }),
    option(/^Can comment/, { effect: ben((member) => member?.level === 'participant') }),
    option(/^Owner/, { effect: ben((member) => member?.level === 'owner') }),
    option(/^Can edit/, { effect: ben((member) => member?.level === 'editor') }),
  ]),
  button(
    'Remove Ben',
    alertdialog([
      button(
        'Cancel',
        hidden((page) => page.getByRole('alertdialog')),
      ),
      button(
        'Remove',
        ben((member) => member === undefined),
      ),
    ]),
  ),
  closes('Close', 'Share'),
];

export const shareLinks: readonly PressedControl[] = [
  tab('Members', {
    effect: shown((page) => page.getByRole('combobox', { name: 'Role of Ben', includeHidden: true })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Links' }).click(),
  }),
  tab('Links', elsewhere),
  tab('Publish', {
    effect: shown((page) => page.getByRole('combobox', { name: 'What to publish' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Links' }).click(),
  }),
  tab('Webhooks', {
    effect: shown((page) => page.getByRole('button', { name: 'Create webhook' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Links' }).click(),
  }),
  tab('Agents', {
    effect: shown((page) => page.getByRole('combobox', { name: 'What agents may do in this document' })),
    after: async ({ page }) => page.getByRole('tab', { name: 'Links' }).click(),
  }),
  chooser('Anyone with the link', [
    option(/^Can comment/, { effect: chosen('Anyone with the link', 'Can comment') }),
    option(/^Can edit/, { effect: shown((page) => page.getByRole('combobox', { name: 'Can edit', includeHidden: true })) }),
    option(/^Can view/, { effect: chosen('Anyone with the link', 'Can view') }),
  ]),
  chooser('Expires', {
    '1 day': chosen('Expires', '1 day'),
    '30 days': null,
    '90 days': null,
    '1 year': null,
    Never: chosen('Expires', 'Never'),
  }),
  button('Copy Link', copied('/share')),
  button('Create link', links(2)),
  button('Revoke link: Can view', { effect: links(1) }),
  closes('Close', 'Share'),
];

/** Where a link for editors is made, beside the link that is there. */
export const editorLinks: readonly PressedControl[] = [
  ...['Members', 'Links', 'Publish', 'Webhooks', 'Agents'].map((name) => tab(name, elsewhere)),
  ...['Anyone with the link', 'Expires', 'Can edit'].map((name) => combobox(name, elsewhere)),
  checkbox(/^Guests can edit/, {
    effect: shown((page) => page.getByRole('checkbox', { name: 'Guests can edit', checked: true })),
    after: async ({ page }) => page.getByRole('checkbox', { name: 'Guests can edit' }).click(),
  }),
  ...['Copy Link', 'Create link', 'Revoke link: Can view', 'Close'].map((name) => button(name, elsewhere)),
];

const publishedOnes = (count: number): ControlEffect =>
  effect(
    async (bench) =>
      (await bench.get<{ links: readonly { publish: boolean }[] }>('/share-links')).links.filter(({ publish }) => publish).length,
    (now) => now === count,
  );
const backToPublish = async ({ page }: ControlBench): Promise<void> => page.getByRole('tab', { name: 'Publish' }).click();

/** Of a document of which one tab is published. */
export const sharePublish: readonly PressedControl[] = [
  tab('Members', { effect: shown((page) => page.getByRole('combobox', { name: 'Role of Ben', includeHidden: true })), after: backToPublish }), // prettier-ignore
  tab('Links', { effect: shown((page) => page.getByRole('button', { name: 'Create link' })), after: backToPublish }),
  tab('Publish', elsewhere),
  tab('Agents', { effect: shown((page) => page.getByRole('combobox', { name: 'What agents may do in this document' })), after: backToPublish }), // prettier-ignore
  tab('Webhooks', { effect: shown((page) => page.getByRole('button', { name: 'Create webhook' })), after: backToPublish }),
  button('Copy Link', copied('/p/')),
  button('Copy embed code', copied('<iframe src=')),
  button('Copy picture', copied('![Tab 2](')),
  chooser('What to publish', [
    option(/^Whole document/, { effect: chosen('What to publish', 'Whole document') }),
    option(/^Only “Tab 1”/, { effect: chosen('What to publish', 'Only “Tab 1”') }),
  ]),
  button('Publish', { effect: publishedOnes(2) }),
  button('Stop publishing Tab 2', { effect: publishedOnes(1) }),
  closes('Close', 'Share'),
];

export const settingsDialog: readonly PressedControl[] = [
  textbox('Name', {
    press: fill('Renamed', 'Enter'),
    effect: effect((bench) => bench.document(), ({ name }) => name === 'Renamed'), // prettier-ignore
    after: async (bench) => void (await bench.send('PATCH', '', { name: 'Drawing' })),
  }),
  button('Copy Document ID (for API and CLI)', copied('doc_')),
  toggle('Tab 1', { effect: tabs((now) => now[0]?.locked === true), after: async ({ page }) => page.getByRole('switch', { name: 'Tab 1' }).click() }), // prettier-ignore
  toggle('Tab 2', { effect: tabs((now) => now[1]?.locked === true), after: async ({ page }) => page.getByRole('switch', { name: 'Tab 2' }).click() }), // prettier-ignore
  closes('Close', 'Document settings'),
  button(
    'Move to trash',
    alertdialog([
      button(
        'Cancel',
        hidden((page) => page.getByRole('alertdialog')),
      ),
      button('Move to trash', {
        effect: effect(
          async ({ agent, place }) => (await agent.call<Document>('GET', `/documents/${place.id}`)).status,
          (status) => status === 404 || status === 410,
        ),
        after: async ({ agent, place, page }) => {
          await agent.call('POST', `/documents/${place.id}/restore`);
          await page.goto(`/d/${place.id}`);
        },
      }),
    ]),
  ),
];

const themes = [...tabThemes].filter((id) => id !== 'light');
export const themeDialog: readonly PressedControl[] = [
  radio('Hand-drawn', { press: (control) => control.press('Space'), effect: tabs((now) => now[0]?.look === 'hand-drawn') }),
  radio('Clean', { press: (control) => control.press('Space'), effect: tabs((now) => now[0]?.look === undefined) }),
  ...[...themes, 'light' as const].map((id) =>
    radio(builtInTitles[id], {
      // The box itself is under its picture.
      press: (control) => control.press('Space'),
      effect: tabs((now) => now[0]?.theme === id),
    }),
  ),
  closes('Close', /^Theme for /),
];

export const helpDialog: readonly PressedControl[] = [
  textbox('Search shortcuts', {
    press: fill('undo'),
    effect: hidden((page) => page.getByRole('region', { name: 'Tools' })),
    after: async ({ page }) => page.getByRole('textbox', { name: 'Search shortcuts' }).fill(''),
  }),
  closes('Close', 'Keyboard shortcuts'),
];

/** All make a tab in the same way, which is pressed once; each of them is made in test/templates.slow.test.ts. */
export const templateChoices = (pressed: Pick<PressedControl, 'effect' | 'after'>): readonly PressedControl[] =>
  templates.map(({ title }) => button(new RegExp(`^${title}`), title === 'Flowchart' ? pressed : elsewhere));
export const templatesDialog: readonly PressedControl[] = [
  ...templateChoices({
    effect: elements((now, before) => now.length > before.length),
    after: async (bench) => void (await bench.send('PUT', `/tabs/${bench.place.tab}`, { operations: '' })),
  }),
  closes('Close', 'Templates'),
];

/** All add an icon in the same way, which is pressed once. */
export const iconsDialog: readonly PressedControl[] = [
  textbox('Search icons', {
    press: fill('database', 'Enter'),
    effect: elements((now) => now.some(({ icon }) => icon === 'database')),
    after: undo,
  }),
  button('server', { effect: elements((now) => now.some(({ icon }) => icon === 'server')), after: undo }),
  button(/^(?!(?:server|Show more|Close)$)/, { ...elsewhere, times: 'several' }),
  button('Show more', { effect: shown((page) => page.getByRole('button', { name: 'banana', exact: true })) }),
  closes('Close', 'Icons'),
];

export const videoDialog: readonly PressedControl[] = [
  textbox('URL', {
    press: fill('nowhere', 'Enter'),
    effect: drawn('video'),
    after: undo,
  }),
  textbox('Title', elsewhere),
  button('Insert', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'URL' }).fill('https://example.org/film');
      await page.getByRole('textbox', { name: 'Title' }).fill('A film');
      await control.click();
    },
    effect: drawn('video'),
    after: undo,
  }),
  closes('Cancel', 'Video'),
  closes('Close', 'Video'),
];
