/** home-controls: the screens beside documents, each control with its effect. */
import type { Locator, Page } from 'playwright-core';

import { builtInTitles } from '#clients/editor/home/themes/theme-titles.ts';
import { builtInThemes } from '#schema/tab.ts';

import type { ControlBench } from './bench.ts';
import {
  alertdialog,
  button,
  choice,
  combobox,
  type ControlEffect,
  dialog,
  disabled,
  effect,
  elsewhere,
  fill,
  item,
  link,
  menu,
  option,
  radio,
  type Press,
  type PressedControl,
  searchbox,
  tab,
  textbox,
} from './control.ts';
import { copied, hidden, shown } from './effects.ts';
import { templateChoices } from './dialog-controls.ts';
import { chooser } from './form-controls.ts';

/** As the page calls: tokens alone are for people who are signed in. */
export async function callOf<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const { origin } = new URL(page.url());
  const answer = await page.context().request.fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { Origin: origin },
    ...(data !== undefined && { data }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (answer.status() === 204 ? undefined : await answer.json()) as T;
}
const read = <T>(path: string, holds: (now: T, before: T) => boolean): ControlEffect =>
  effect(({ page }) => callOf<T>(page, 'GET', path), holds);

type Named = { readonly id: string; readonly name: string };
const documents = (holds: (names: readonly string[], before: readonly string[]) => boolean): ControlEffect =>
  read<{ documents: readonly Named[] }>('/documents', (now, before) =>
    holds(
      now.documents.map(({ name }) => name),
      before.documents.map(({ name }) => name),
    ),
  );

const dialogOf =
  (title: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', { name: title });
const closes = (label: string, title: string | RegExp): PressedControl => button(label, hidden(dialogOf(title)));
const noQuestion = hidden((page) => page.getByRole('alertdialog'));
const chosen = (label: string, value: string): ControlEffect =>
  shown((page) => page.getByRole('combobox', { name: label, includeHidden: true }).filter({ hasText: value }));
const goes = (path: RegExp): { effect: ControlEffect; after: (bench: ControlBench) => Promise<void> } => ({
  effect: effect(
    async ({ page }) => new URL(page.url()).pathname,
    (now) => path.test(now),
  ),
  after: async ({ page }) => void (await page.goBack()),
});
const click =
  (name: string) =>
  async ({ page }: ControlBench): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

const theme = (name: string): ControlEffect =>
  effect(
    ({ page }) => page.evaluate<string>("document.documentElement.dataset.theme ?? ''"),
    (now) => now === name,
  );

export const skipLink: PressedControl = link('Skip to content', { press: async (control) => control.press('Enter'), effect: effect(({ page }) => page.evaluate<string>('document.activeElement?.id ?? ""'), (id) => id === 'main') }); // prettier-ignore

/** What is beside each screen; signing out is pressed last, elsewhere. */
export const frame: readonly PressedControl[] = [
  link('Atelier', elsewhere),
  link('Mentions', goes(/^\/mentions$/)),
  link('Images', goes(/^\/images$/)),
  link('Libraries', goes(/^\/libraries$/)),
  link('Themes', goes(/^\/themes$/)),
  link('Agents', goes(/^\/tokens$/)),
  link('Trash', goes(/^\/trash$/)),
  link('Documents', elsewhere),
  button(
    'Ada account menu',
    menu([
      item('Profile', goes(/^\/profile$/)),
      choice('Dark', theme('dark')),
      choice('Light', theme('light')),
      choice('System', theme('')),
      item('Sign out', elsewhere),
    ]),
  ),
];

/** A page that is left while it connects complains of a connection that never stood. */
const documentOpened = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

/** Of one document, Drawing. */
/** What makes a document and opens it. */
const makesDocument: Pick<PressedControl, 'effect' | 'after'> = {
  effect: documents((now, before) => now.length === before.length + 1),
  after: async ({ page, agent }) => {
    await documentOpened(page);
    const id = new URL(page.url()).pathname.split('/')[2];
    // Where no picture of it is asked for.
    await page.goto('/images');
    await agent.call('DELETE', `/documents/${id}`);
    await page.goto('/');
  },
};

const folders = (holds: (names: readonly string[]) => boolean): ControlEffect =>
  read<{ folders: readonly Named[] }>('/folders', (now) => holds(now.folders.map(({ name }) => name)));
const chosenSort = (title: string): ControlEffect => chosen('Sort by', title);
const starredDocuments = (holds: (count: number) => boolean): ControlEffect =>
  read<{ documents: readonly Named[] }>('/documents?starred=1', (now) => holds(now.documents.length));

export const documentsScreen: readonly PressedControl[] = [
  searchbox('Search documents', {
    press: fill('zzz'),
    effect: shown((page) => page.getByRole('heading', { name: 'No results' })),
    after: async ({ page }) => page.getByRole('searchbox', { name: 'Search documents' }).press('Escape'),
  }),
  button('Starred', {
    effect: shown((page) => page.getByRole('heading', { name: 'No starred documents' })),
    after: click('Starred'),
  }),
  chooser('Sort by', {
    'Last opened by me': chosenSort('Last opened by me'),
    Name: chosenSort('Name'),
    'Date created': chosenSort('Date created'),
    'Last changed': chosenSort('Last changed'),
  }),
  chooser('Owner', {
    'Owned by me': chosen('Owner', 'Owned by me'),
    'Shared with me': chosen('Owner', 'Shared with me'),
    'Any owner': chosen('Owner', 'Any owner'),
  }),
  button('New folder', dialog([
    textbox('Name', {
      press: fill('Plans', 'Enter'),
      effect: folders((now) => now.includes('Plans')),
      after: deleteFolders,
    }),
    button('Create', {
      press: async (control, { page }) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Plans');
        await control.click();
      },
      effect: folders((now) => now.includes('Plans')),
      after: deleteFolders,
    }),
    closes('Cancel', 'New folder'),
    closes('Close', 'New folder'),
  ])), // prettier-ignore
  button('Star Drawing', {
    effect: starredDocuments((count) => count === 1),
    after: async ({ page }) => {
      await page.getByRole('button', { name: 'Star Drawing', pressed: true }).click();
      await page.getByRole('button', { name: 'Star Drawing', pressed: false }).waitFor();
    },
  }),
  button('Templates', dialog([...templateChoices(makesDocument), button('Close', hidden((page) => page.getByRole('dialog', { name: 'Templates' })))])), // prettier-ignore
  button('New document', makesDocument),
  link(/^Drawing/, {
    ...goes(/^\/d\//),
    after: async ({ page }) => {
      await documentOpened(page);
      await page.goBack();
    },
  }),
  button(
    'Actions for Drawing',
    menu([
      item('Open in a new window', {
        press: async (control, { page }) => {
          const [opened] = await Promise.all([page.context().waitForEvent('page'), control.click()]);
          await documentOpened(opened);
        },
        effect: effect(async ({ page }) => page.context().pages().length, (now, before) => now === before + 1), // prettier-ignore
        after: async ({ page }) => page.context().pages().at(-1)?.close(),
      }),
      item(
        'Rename…',
        dialog([
          textbox('Name', {
            press: fill('Renamed', 'Enter'),
            effect: documents((now) => now.includes('Renamed')),
            after: renameBack,
          }),
          button('Rename', {
            press: async (control, { page }) => {
              await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
              await control.click();
            },
            effect: documents((now) => now.includes('Renamed')),
            after: renameBack,
          }),
          closes('Cancel', 'Rename document'),
          closes('Close', 'Rename document'),
        ]),
      ),
      item('Move to folder', menu([
        item('New folder…', {
          press: async (control, { page }) => {
            await control.click();
            await page.getByRole('textbox', { name: 'Name' }).fill('Plans');
            await page.keyboard.press('Enter');
          },
          effect: folders((now) => now.includes('Plans')),
          after: deleteFolders,
        }),
        choice('No folder', elsewhere),
      ])), // prettier-ignore
      item('Duplicate', {
        effect: documents((now, before) => now.length === before.length + 1),
        after: async ({ agent, page }) => {
          const { body } = await agent.call<{ documents: readonly Named[] }>('GET', '/documents');
          await agent.call('DELETE', `/documents/${body.documents.find(({ name }) => name.startsWith('Copy of'))?.id}`);
          await page.reload();
        },
      }),
      item('Share…', shown(dialogOf('Share'))),
      item('Move to trash', {
        effect: documents((now) => !now.includes('Drawing')),
        after: click('Undo'),
      }),
    ]),
  ),
];

async function deleteFolders({ agent, page }: ControlBench): Promise<void> {
  await dialogOf('New folder')(page).waitFor({ state: 'detached' });
  const { body } = await agent.call<{ folders: readonly Named[] }>('GET', '/folders');
  for (const { id } of body.folders) await agent.call('DELETE', `/folders/${id}`);
  await page.reload();
}

async function renameBack({ agent, place, page }: ControlBench): Promise<void> {
  await dialogOf('Rename document')(page).waitFor({ state: 'hidden' });
  await agent.call('PATCH', `/documents/${place.id}`, { name: 'Drawing' });
  await page.reload();
}

/** With “zzz” searched for. */
export const nothingFound: readonly PressedControl[] = [
  searchbox('Search documents', elsewhere),
  button('Starred', elsewhere),
  combobox('Owner', elsewhere),
  button('New folder', elsewhere),
  combobox('Sort by', elsewhere),
  button('Templates', elsewhere),
  button('New document', elsewhere),
  button('Clear search', shown((page) => page.getByRole('link', { name: /^Drawing/ }))), // prettier-ignore
  button('Show all', shown((page) => page.getByRole('link', { name: /^Drawing/ }))), // prettier-ignore
];

const trashed = (holds: (names: readonly string[], before: readonly string[]) => boolean): ControlEffect =>
  read<{ documents: readonly Named[] }>('/documents?trash=1', (now, before) =>
    holds(
      now.documents.map(({ name }) => name),
      before.documents.map(({ name }) => name),
    ),
  );

/** Without mentions; mentions.browser.test.ts presses what there is with some. */
export const mentionsScreen: readonly PressedControl[] = [button('Mark all as read', disabled)];

export const trashScreen: readonly PressedControl[] = [
  // What was made and removed by earlier presses.
  ...['Copy of Drawing', 'Flowchart', 'Untitled'].map((name) => button(`Restore ${name}`, elsewhere)),
  ...['Flowchart', 'Untitled', 'Old plans'].map((name) => button(`Delete ${name} permanently`, elsewhere)),
  button('Delete Copy of Drawing permanently', alertdialog([
    button('Cancel', noQuestion),
    button('Delete permanently', trashed((now, before) => before.includes('Copy of Drawing') && !now.includes('Copy of Drawing'))),
  ])), // prettier-ignore
  button('Restore Old plans', documents((now) => now.includes('Old plans'))), // prettier-ignore
];

const tokens = (by: number): ControlEffect =>
  read<{ tokens: readonly Named[] }>('/tokens', (now, before) => now.tokens.length === before.tokens.length + by);
const clients = ['Claude Code', 'claude.ai, ChatGPT', 'Cursor', 'VS Code', 'Command line', 'curl'];
const tabsOf = (names: readonly string[]): readonly PressedControl[] =>
  [...names.slice(1), names[0]!].map(
    (name) =>
    tab(name, shown((page) => page.getByRole('tab', { name, selected: true }))), // prettier-ignore
  );
const copies = [button('Copy Set the token', copied('export ATELIER_TOKEN')), button('Copy Add the server', copied('--header'))];
const setup: readonly PressedControl[] = [
  ...tabsOf(clients),
  button('Copy Add the server, then sign in with /mcp', copied('mcp add')),
  ...copies,
];
const setupWithToken: readonly PressedControl[] = [...tabsOf(clients.filter((name) => !name.startsWith('claude.ai'))), ...copies];
const makeToken: Press = async (control, { page }) => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Robot');
  await control.click();
};
const newToken: readonly PressedControl[] = [
  textbox('Name', elsewhere),
  chooser('Access', [
    option(/^Read only/, { effect: chosen('Access', 'Read only') }),
    option(/^Read and write/, { effect: chosen('Access', 'Read and write') }),
  ]),
  chooser('Documents', [
    option(/^Selected documents/, {
      effect: shown((page) => page.getByRole('checkbox', { name: 'Drawing' })),
      after: async ({ page }) => {
        await page.getByRole('combobox', { name: 'Documents' }).click();
        await page.getByRole('option', { name: 'All documents' }).click();
      },
    }),
    option('All documents', elsewhere),
  ]),
  chooser('Expiration', { '1 day': chosen('Expiration', '1 day'), '30 days': null, '90 days': chosen('Expiration', '90 days'), '1 year': null, Never: null }), // prettier-ignore
  closes('Cancel', 'New token'),
  closes('Close', 'New token'),
  button('Create token', {
    press: makeToken,
    effect: tokens(1),
    after: async ({ page }) => {
      await page.getByRole('button', { name: 'Done' }).click();
      const all = await callOf<{ tokens: readonly Named[] }>(page, 'GET', '/tokens');
      for (const { id, name } of all.tokens) if (name === 'Robot') await callOf(page, 'DELETE', `/tokens/${id}`);
      await page.reload();
    },
  }),
];

const handle = (holds: (handles: readonly (string | null)[]) => boolean): ControlEffect =>
  read<{ tokens: readonly { readonly handle: string | null }[] }>('/tokens', ({ tokens: all }) =>
    holds(all.map((one) => one.handle)),
  );
const handleDialog: readonly PressedControl[] = [
  textbox('Handle', elsewhere),
  chooser('Who can hand it tasks', { 'Everyone who can comment': chosen('Who can hand it tasks', 'Everyone who can comment'), 'Only you': chosen('Who can hand it tasks', 'Only you') }), // prettier-ignore
  closes('Cancel', 'Handle of test'),
  closes('Close', 'Handle of test'),
  button('Save', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Handle' }).fill('planner');
      await control.click();
    },
    effect: handle((handles) => handles.includes('planner')),
    after: async ({ page }) => {
      await page.getByRole('button', { name: 'Handle of test' }).click();
      await page.getByRole('textbox', { name: 'Handle' }).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
    },
  }),
];

/** With one token, `test`. */
export const tokensScreen: readonly PressedControl[] = [
  ...setup,
  button('New token', dialog(newToken)),
  button('Handle of test', dialog(handleDialog)),
  button('Handle of spare', elsewhere),
  button('Revoke spare', alertdialog([button('Cancel', noQuestion), button('Revoke', tokens(-1))])),
  button('Revoke test', elsewhere),
];

/** The dialog that shows the secret of a new token. */
export const secretDialog: readonly PressedControl[] = [
  button('Copy Secret', copied('atl_')),
  ...setupWithToken,
  closes('Done', 'Your token'),
  closes('Close', 'Your token'),
];

const libraries = (holds: (names: readonly string[]) => boolean): ControlEffect =>
  read<{ libraries: readonly Named[] }>('/shape-libraries', (now) => holds(now.libraries.map(({ name }) => name)));

/** Of one library, Icons, with more items than are shown. */
export const librariesScreen: readonly PressedControl[] = [
  button('Show 1 more', hidden((page) => page.getByRole('button', { name: 'Show 1 more', includeHidden: true }))), // prettier-ignore
  button(
    'Actions for Icons',
    menu([
      item(
        'Rename…',
        dialog([
          textbox('Name', elsewhere),
          closes('Cancel', 'Rename library'),
          closes('Close', 'Rename library'),
          button('Rename', {
            press: async (control, { page }) => {
              await page.getByRole('textbox', { name: 'Name' }).fill('Signs');
              await control.click();
            },
            effect: libraries((now) => now.includes('Signs')),
            after: async ({ agent, page }) => {
              await dialogOf('Rename library')(page).waitFor({ state: 'hidden' });
              const { body } = await agent.call<{ libraries: readonly Named[] }>('GET', '/shape-libraries');
              await agent.call('PUT', `/shape-libraries/${body.libraries[0]?.id}`, { name: 'Icons' });
              await page.reload();
            },
          }),
        ]),
      ),
      item(
        'Delete…',
        alertdialog([
          button('Cancel', noQuestion),
          button(
            'Delete',
            libraries((now) => now.length === 0),
          ),
        ]),
      ),
    ]),
  ),
];

type Theme = Named & { readonly definition: Readonly<Record<string, unknown>> };
const themes = (holds: (now: readonly Theme[], before: readonly Theme[]) => boolean): ControlEffect =>
  read<{ themes: readonly Theme[] }>('/custom-themes', (now, before) => holds(now.themes, before.themes));

/** Of one theme, Night. */
export const themesScreen: readonly PressedControl[] = [
  ...builtInThemes.map((name) =>
    button(
      `Actions for ${builtInTitles[name]}`,
      name === 'light' ? menu([item('Duplicate and edit', shown(dialogOf('New theme')))]) : elsewhere,
    ),
  ),
  button('New theme', shown(dialogOf('New theme'))), // prettier-ignore
  button(
    'Actions for Night',
    menu([
      item('Edit…', shown(dialogOf('Edit “Night”'))), // prettier-ignore
      item('Duplicate', shown(dialogOf('New theme'))), // prettier-ignore
      item(
        'Delete…',
        alertdialog([
          button('Cancel', noQuestion),
          button(
            'Delete',
            themes((now) => now.length === 0),
          ),
        ]),
      ),
    ]),
  ),
];

const colourNames = ['Background', 'Pattern', 'Arrows', 'Frames', 'Fill', 'Outline', 'Text', 'Neutral', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Purple', 'Pink', 'Gray']; // prettier-ignore
const valueOf = (name: string, value: string): ControlEffect =>
  effect(
    ({ page }) => page.getByRole('textbox', { name, exact: true }).inputValue(),
    (now) => now === value,
  );
export const themeEditor: readonly PressedControl[] = [
  textbox('Name', elsewhere),
  chooser('Background pattern', { Dots: chosen('Background pattern', 'Dots'), Grid: chosen('Background pattern', 'Grid'), None: chosen('Background pattern', 'None') }), // prettier-ignore
  chooser('Typeface', { Serif: chosen('Typeface', 'Serif'), Monospace: null, Handwriting: chosen('Typeface', 'Handwriting'), Sans: chosen('Typeface', 'Sans') }), // prettier-ignore
  ...colourNames.flatMap((name) =>
    name === 'Background'
      ? [
          textbox('Background (picker)', { press: fill('#123456'), effect: valueOf('Background', '#123456') }),
          textbox('Background', { press: fill('#abcdef'), effect: valueOf('Background', '#abcdef') }),
        ]
      : [textbox(`${name} (picker)`, elsewhere), textbox(name, { press: fill('#fedcba'), effect: valueOf(name, '#fedcba') })],
  ),
  button('Create theme', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Dawn');
      await control.click();
    },
    effect: themes((now, before) => now.length === before.length + 1 && now.some(({ name, definition }) => name === 'Dawn' && definition['backgroundColor'] === '#abcdef' && definition['elementFill'] === '#fedcba')), // prettier-ignore
  }),
  closes('Cancel', 'New theme'),
  closes('Close', 'New theme'),
];

const images = (by: number): ControlEffect =>
  read<{ images: readonly object[] }>('/images', (now, before) => now.images.length === before.images.length + by);
const upload: Press = async (control, { page }) => {
  const picked = page.waitForEvent('filechooser');
  await control.click();
  await (await picked).setFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: gif });
};
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Of one image, which Drawing uses. */
export const imagesScreen: readonly PressedControl[] = [
  button('Used in 1 document', dialog([link('Drawing', goes(/^\/d\//))])),
  button('Remove Untitled image', alertdialog([button('Cancel', noQuestion), button('Remove', images(-1))])),
  button('Upload', { press: upload, effect: images(1) }),
];

const me = (holds: (user: { readonly name: string; readonly color: string }) => boolean): ControlEffect =>
  read<{ user: { name: string; color: string } }>('/me', ({ user }) => holds(user));
const sessions = (count: number): ControlEffect =>
  read<{ sessions: readonly object[] }>('/me/sessions', (now) => now.sessions.length === count);
const passwordDialog: readonly PressedControl[] = [
  textbox('Current password', elsewhere),
  textbox('New password', elsewhere),
  textbox('Repeat new password', elsewhere),
  closes('Cancel', 'Change password'),
  closes('Close', 'Change password'),
  button('Change password', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Current password' }).fill(sessionPassword);
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another password');
      await page.getByRole('textbox', { name: 'Repeat new password' }).fill('another password');
      await control.click();
    },
    effect: shown((page) => page.getByText('Password changed.')),
  }),
];
const sessionPassword = 'correct horse battery staple';

/** Of a person who is signed in three times. */
export const profileScreen: readonly PressedControl[] = [
  textbox('Name', { press: fill('Ada Lovelace'), effect: shown((page) => page.locator('button:enabled', { hasText: 'Save' })), after: async ({ page }) => page.getByRole('textbox', { name: 'Name' }).fill('Ada') }), // prettier-ignore
  ...['Amber', 'Lime', 'Green', 'Cyan', 'Blue', 'Violet', 'Fuchsia', 'Pink', 'Orange'].map(
    (name) =>
    radio(name, { press: async (control) => control.check(), effect: shown((page) => page.getByRole('radio', { name, checked: true })) }), // prettier-ignore
  ),
  textbox('Custom (picker)', { press: fill('#123456'), effect: valueOf('Custom (picker)', '#123456') }),
  textbox('Custom', { press: fill('#abcdef'), effect: valueOf('Custom', '#abcdef') }),
  button('Save', { effect: me(({ color }) => color === '#abcdef') }),
  button('Sign out of Chrome on Linux', { effect: sessions(2), times: 2 }),
  button('Sign out everywhere else', alertdialog([button('Cancel', noQuestion), button('Sign out', sessions(1))])),
  button('Change password', dialog(passwordDialog)),
  // It is pressed in two-step.browser.test.ts.
  button('Turn on', elsewhere),
  chooser('Appearance', { Dark: theme('dark'), Light: theme('light'), System: theme('') }),
  button('Sign out', shown((page) => page.getByRole('textbox', { name: 'Password' }))), // prettier-ignore
];
