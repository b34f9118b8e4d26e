/** panel-controls: what the panels at the right, the notices and the list of people have, each control with its effect. */
import type { Page } from 'playwright-core';

import type { CommentThread } from '#schema/comment.ts';

import { opensVersions, shownDialog } from './bars.ts';
import type { ControlBench } from './bench.ts';
import {
  alertdialog,
  button,
  type ControlEffect,
  dialog,
  disabled,
  effect,
  elsewhere,
  fill,
  item,
  menu,
  type PressedControl,
  textbox,
  toggle,
} from './control.ts';
import { elements, field, gone, held, hidden, shown, takeBack, undo } from './effects.ts';
import { chooser } from './form-controls.ts';

const threads = async (bench: ControlBench): Promise<readonly CommentThread[]> =>
  (await bench.get<{ threads: readonly CommentThread[] }>('/comments?status=all')).threads;
const said = async (bench: ControlBench): Promise<number> =>
  (await threads(bench)).reduce((sum, { comments }) => sum + comments.length, 0);
const comments = (by: number): ControlEffect => effect(said, (now, before) => now === before + by);
const threadShown = (isShown: boolean): ControlEffect =>
  (isShown ? shown : hidden)((page: Page) => page.getByRole('complementary').getByText('Settled long ago', { exact: true }));

export const panel = (title: string) => (page: Page) => page.getByRole('complementary', { name: title });
const closes = (title: string): PressedControl => button(`Close ${title}`, hidden(panel(title)));

const selected = (...refs: readonly string[]): ControlEffect =>
  held<readonly string[]>(
    "[...editor.selection.get()].map((id) => id.split('~')[0])",
    (now) => JSON.stringify(now.toSorted()) === JSON.stringify(refs.toSorted()),
  );
const clickOn =
  (name: string) =>
  async ({ page }: ControlBench): Promise<void> =>
    page.getByRole('complementary').getByRole('button', { name, exact: true }).click();

const shownHand: ControlEffect = shownDialog('Hand to an agent');
export const handComments = button('Hand to…: the comments on Box', shownHand);

/** Without mentions; mentions.browser.test.ts presses what there is with some. */
const mentions = button('Mentions', dialog([button('See all', elsewhere), button('Mark all as read', disabled)]));

/** With nothing selected: an open thread on Box, and one on Other that is settled. */
export const commentsPanel: readonly PressedControl[] = [
  mentions,
  chooser('Filter', { Resolved: threadShown(true), Open: threadShown(false), All: threadShown(true) }),
  button('Box', selected('box')),
  button('Resolve', {
    effect: effect(async (bench) => (await threads(bench)).every(({ resolved }) => resolved), Boolean), // prettier-ignore
    after: async ({ page }) => {
      const thread = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Box', exact: true }) });
      await thread.getByRole('button', { name: 'Reopen' }).click();
    },
  }),
  button('Reply', { effect: shown((page) => page.getByRole('textbox', { name: 'Reply on Box' })), after: clickOn('Cancel') }),
  handComments,
  button('Delete comment by Ada', {
    effect: comments(-1),
    after: async (bench) => {
      const elementId = (await bench.element('box'))?.id;
      await bench.send('POST', `/tabs/${bench.place.tab}/comments`, { elementId, text: 'Is it right?' });
    },
  }),
  closes('Comments'),
];

/** With Box selected, and its reply begun. */
export const replyControls: readonly PressedControl[] = [
  textbox('Reply on Box', { press: fill('By keys', 'Control+Enter'), effect: comments(1) }),
  button('Reply', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Reply on Box' }).fill('By a press');
      await control.click();
    },
    effect: comments(1),
  }),
  button('Cancel', hidden((page) => page.getByRole('textbox', { name: 'Reply on Box' }))), // prettier-ignore
];

const unsaid = async (bench: ControlBench): Promise<void> => {
  const [thread] = (await threads(bench)).filter(({ ref }) => ref === 'third');
  for (const { id } of thread?.comments ?? []) await bench.send('DELETE', `/tabs/${bench.place.tab}/comments/${id}`, {});
};

/** With Third selected, which has no comments. */
export const newThread: readonly PressedControl[] = [
  textbox('Add a comment…', { press: fill('By keys', 'Control+Enter'), effect: comments(1), after: unsaid }),
  button('Comment', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Add a comment…' }).fill('By a press');
      await control.click();
    },
    effect: comments(1),
    after: unsaid,
  }),
];

/** tasks.browser.test.ts presses what a task has. */
export const tasksPanel: readonly PressedControl[] = [
  chooser('Filter', {
    Open: shown((page) => page.getByText('No open tasks', { exact: true })),
    All: shown((page) => page.getByText('No tasks', { exact: true })),
  }),
  button('Hand to…', shownHand),
  closes('Tasks for agents'),
];

/** proposals.browser.test.ts presses what a proposal has. */
export const proposalsPanel: readonly PressedControl[] = [closes('Proposals')];

/** One changeset, which added `late`. */
export const historyPanel: readonly PressedControl[] = [
  toggle('All tabs', shown((page) => page.getByRole('complementary').getByText('· Tab 1'))), // prettier-ignore
  button('Details', shown((page) => page.getByRole('complementary').getByText('+ late', { exact: false }))), // prettier-ignore
  button('Version history', opensVersions),
  button('Undo', { effect: gone(['late']), after: takeBack() }),
  closes('History'),
];

/** Four findings, each with its fix. */
export const lintPanel: readonly PressedControl[] = [
  button(/\.$/, { effect: held<number>('editor.selection.get().size', (now) => now > 0), times: 'several' }),
  button('Fix', {
    effect: elements((now, before) => JSON.stringify(now) !== JSON.stringify(before)),
    after: undo,
    times: 'several',
  }),
  button(
    'Fix 4 issues',
    elements((now, before) => JSON.stringify(now) !== JSON.stringify(before)),
  ),
  closes('Issues'),
];

const layers = (holds: (names: string) => boolean): ControlEffect =>
  effect(
    async (bench) => (await bench.tab()).layers.map(({ name, hidden: is }) => (is ? `(${name})` : name)).join(),
    (now) => holds(now),
  );
const layerIs = (names: string): ControlEffect => layers((now) => now === names);

/** Of the layers Ground and, above it, Notes, with `box` on Ground selected. */
export const layersPanel: readonly PressedControl[] = [
  button('Hide Ground', { effect: layerIs('(Ground),Notes'), after: clickOn('Show Ground') }),
  button('Hide Notes', { effect: layerIs('Ground,(Notes)'), after: clickOn('Show Notes') }),
  button('Ground', {
    press: async (control, { page }) => {
      await control.click();
      await page.getByRole('textbox', { name: 'Name of Ground' }).fill('Earth');
      await page.keyboard.press('Enter');
    },
    effect: layerIs('Earth,Notes'),
    after: undo,
  }),
  button('Notes', elsewhere),
  button('Select 1 element on Ground', elsewhere),
  button('Select 0 elements on Notes', { effect: held<number>('editor.selection.get().size', (now) => now === 0) }),
  button('Move selection to Notes', { effect: field(['box'], 'layer', 'layer-notes'), after: undo }),
  button('Move selection to default layer', { effect: field(['box'], 'layer', null), after: undo }),
  button('Move Ground up', { effect: layerIs('Notes,Ground'), after: clickOn('Move Ground down') }),
  button('Move Ground down', elsewhere),
  button('Move Notes up', elsewhere),
  button('Move Notes down', { effect: layerIs('Notes,Ground'), after: clickOn('Move Notes up') }),
  button('Delete Ground', { effect: layerIs('Notes'), after: undo }),
  button('Delete Notes', { effect: layerIs('Ground'), after: undo }),
  button('New layer', { effect: layers((now) => now.split(',').length === 3), after: undo }),
  closes('Layers'),
];

/** With nothing selected. */
export const layersAlone: readonly PressedControl[] = [
  button('Select 1 element on Ground', selected('box')),
  button(/^(?:Hide|Move|Delete) /, { ...elsewhere, times: 8 }),
  ...['Ground', 'Notes', 'Select 0 elements on Notes', 'New layer', 'Close Layers'].map((name) => button(name, elsewhere)),
];

/** With “same” written, which is on two boxes. */
export const findPanel: readonly PressedControl[] = [
  textbox('Find in document', { press: async (control) => control.press('Enter'), effect: selected('one') }),
  button('Next', selected('two')),
  button('Previous', selected('one')),
  button(/^same 1/, elsewhere),
  button(/^same 2/, selected('two')),
  closes('Find'),
];

export const noPlaces: readonly PressedControl[] = [
  textbox('Find in document', {
    press: fill('same'),
    effect: shown((page) => page.getByRole('status').filter({ hasText: '2 results' })),
    after: async ({ page }) => page.getByRole('textbox', { name: 'Find in document' }).fill(''),
  }),
  button('Previous', disabled),
  button('Next', disabled),
  closes('Find'),
];

const follows = (name: string | null): ControlEffect =>
  (name === null ? hidden : shown)((page: Page) => page.getByRole('button', { name: /^Following / }));

export const peopleList: readonly PressedControl[] = [
  button(
    /^\d people in this document/,
    dialog([
      button(
        'Bring everyone to me',
        shown((page) => page.getByText('Bringing 1 person to you')),
      ),
      button('Follow', {
        effect: follows('Ben'),
        after: async ({ page }) => page.getByRole('button', { name: 'Stop following' }).click(),
      }),
    ]),
  ),
];

/** A changeset of another's agent, on the shown tab. */
export const notice: readonly PressedControl[] = [
  button('Undo', { effect: elements((now, before) => now.length === before.length - 1) }),
  button(
    'Show changes',
    held<number>('editor.selection.get().size', (now) => now > 0),
  ),
  button('Dismiss', hidden((page) => page.getByRole('list', { name: 'Recent changes by others' }))), // prettier-ignore
];

type Shelf = { readonly name: string; readonly items: readonly { readonly title: string }[] };
/** The libraries of the person with the titles of their items: `Icons: Gate Valve`. */
const libraries = (holds: (now: string) => boolean): ControlEffect =>
  effect(
    async ({ agent }) =>
      (await agent.call<{ libraries: readonly Shelf[] }>('GET', '/shape-libraries')).body.libraries
        .map(({ name, items }) => `${name}: ${items.map(({ title }) => title).join(' ')}`)
        .join('; '),
    (now) => holds(now),
  );
/** Makes the library Icons with the items Gate and Valve the only one, and shows that in the panel. */
export async function onlyIcons({ agent, page }: ControlBench): Promise<void> {
  const { body } = await agent.call<{ libraries: readonly { readonly id: string }[] }>('GET', '/shape-libraries');
  for (const { id } of body.libraries) await agent.call('DELETE', `/shape-libraries/${id}`);
  const element = { type: 'shape', shape: 'square', x: 0, y: 0, width: 80, height: 60 };
  const items = ['Gate', 'Valve'].map((label) => ({ id: crypto.randomUUID(), title: label, width: 80, height: 60, elements: [{ ...element, label }] })); // prettier-ignore
  await agent.call('POST', '/shape-libraries', { name: 'Icons', items });
  await page.getByRole('button', { name: 'Close Shape libraries' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Shape libraries', exact: true }).click();
  await page.getByRole('button', { name: 'Place Valve' }).waitFor();
}
const dialogOf = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const renames = (what: string, name: string, becomes: string): PressedControl =>
  item(
    'Rename…',
    dialog([
      textbox('Name', elsewhere),
      button('Cancel', hidden(dialogOf(`Rename ${what}`))),
      button('Close', hidden(dialogOf(`Rename ${what}`))),
      button('Rename', {
        press: async (control, { page }) => {
          await page.getByRole('textbox', { name: 'Name' }).fill(name);
          await control.click();
        },
        effect: libraries((now) => now === becomes),
        after: async (bench) => {
          await dialogOf(`Rename ${what}`)(bench.page).waitFor({ state: 'hidden' });
          await onlyIcons(bench);
        },
      }),
    ]),
  );

/** Of the library Icons with Gate and Valve, with `box` selected. */
export const librariesPanel: readonly PressedControl[] = [
  textbox('Search libraries', {
    press: fill('gate'),
    effect: hidden((page) => page.getByRole('button', { name: 'Place Valve' })),
    after: ({ page }) => page.getByRole('textbox', { name: 'Search libraries' }).fill(''),
  }),
  button(
    'Add selection',
    menu([
      item('Icons', { effect: libraries((now) => now === 'Icons: Gate Valve Box'), after: onlyIcons }),
      item('New library', { effect: libraries((now) => now === 'Icons: Gate Valve; My shapes: Box'), after: onlyIcons }),
    ]),
  ),
  button('Import…', {
    press: async (control, { page }) => {
      const chooser = page.waitForEvent('filechooser');
      await control.click();
      const buffer = Buffer.from(JSON.stringify({ name: 'Signs', items: [] }));
      await (await chooser).setFiles({ name: 'signs.json', mimeType: 'application/json', buffer });
    },
    effect: shown((page) => page.getByText('This is not a library file')),
  }),
  button(
    'Actions for Icons',
    menu([
      renames('library', 'Signs', 'Signs: Gate Valve'),
      item(
        'Delete…',
        alertdialog([
          button('Cancel', hidden((page) => page.getByRole('alertdialog'))), // prettier-ignore
          button('Delete', { effect: libraries((now) => now === ''), after: onlyIcons }),
        ]),
      ),
    ]),
  ),
  button('Place Gate', { effect: elements((now, before) => now.length === before.length + 1), after: undo }),
  button('Place Valve', elsewhere),
  button(
    'Actions for Gate',
    menu([
      renames('item', 'Door', 'Icons: Door Valve'),
      item('Delete item', { effect: libraries((now) => now === 'Icons: Valve'), after: onlyIcons }),
    ]),
  ),
  button('Actions for Valve', elsewhere),
  closes('Shape libraries'),
];

/** Without any library, and with nothing selected. */
export const noLibraries: readonly PressedControl[] = [
  button('Add selection', disabled),
  button('Import…', elsewhere),
  button('Close Shape libraries', elsewhere),
];
