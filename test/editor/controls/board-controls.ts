/** board-controls: the controls of a plan board, of its cards and of their types, each with its effect. */
import type { Locator, Page } from 'playwright-core';

import type { BoardDocument, CustomField, Item, ItemType } from '#schema/board.ts';

import type { ControlBench, ControlState } from './bench.ts';
import {
  alertdialog,
  button,
  checkbox,
  type ControlEffect,
  dialog,
  disabled,
  effect,
  elsewhere,
  fill,
  type PressedControl,
  searchbox,
  spinbutton,
  textbox,
} from './control.ts';
import { field as elementField, hidden, shown, those } from './effects.ts';
import { chooser, field, leftField, numberField, tick } from './form-controls.ts';

/** A field of each kind of a type's own. */
export const customFields: CustomField[] = [
  { id: 'f-text', label: 'Place', kind: 'text' },
  { id: 'f-long', label: 'Story', kind: 'longtext' },
  { id: 'f-number', label: 'Cost', kind: 'number' },
  { id: 'f-date', label: 'Seen', kind: 'date' },
  { id: 'f-check', label: 'Paid', kind: 'checkbox' },
  { id: 'f-link', label: 'Source', kind: 'link' },
  { id: 'f-choice', label: 'Mood', kind: 'choice', options: ['Good', 'Bad'] },
];

const items = async (bench: ControlBench): Promise<readonly Item[]> =>
  (await bench.get<{ items: readonly Item[] }>('/items')).items;
const types = async (bench: ControlBench): Promise<readonly ItemType[]> => (await bench.get<BoardDocument>('/plan')).types;

/** The card that is open, by its number. */
const cardOf = async (bench: ControlBench, key = 1): Promise<Item | undefined> =>
  (await items(bench)).find((item) => item.key === key);

const card = <T>(read: (item: Item) => T, holds: (now: T, before: T) => boolean): ControlEffect =>
  effect(async (bench) => {
    const item = await cardOf(bench);
    if (item === undefined) throw new Error('the card is gone');
    return read(item);
  }, holds);

const cardField = (name: string, value: unknown): ControlEffect =>
  card(
    (item) => (item as Readonly<Record<string, unknown>>)[name] ?? null,
    (now) => JSON.stringify(now) === JSON.stringify(value),
  );

const cardIn = (column: string | null): ControlEffect =>
  effect(
    async (bench) => {
      const { boards } = await bench.get<BoardDocument>('/plan');
      const status = boards[0]?.columns.find(({ name }) => name === column)?.status ?? null;
      return ((await cardOf(bench))?.status ?? null) === status;
    },
    (now) => now,
  );

/** Every card is in the column. */
const allIn = (column: string): ControlEffect =>
  effect(
    async (bench) => {
      const { boards } = await bench.get<BoardDocument>('/plan');
      const status = boards[0]?.columns.find(({ name }) => name === column)?.status;
      return (await items(bench)).every((card) => card.status === status);
    },
    (now) => now,
  );

const moreItems = (count: number): ControlEffect => effect(items, (now, before) => now.length === before.length + count);

type PlanBoard = {
  readonly columns: readonly { readonly name: string; readonly wipLimit?: number }[];
  readonly types: readonly string[] | null;
};
const planBoardOf = (element: ControlState | undefined): PlanBoard => element?.['planBoard'] as PlanBoard;
const board = (holds: (now: PlanBoard, before: PlanBoard) => boolean): ControlEffect =>
  those(['board'], ([now], [before]) => holds(planBoardOf(now), planBoardOf(before)));
const names = ({ columns }: PlanBoard): string => columns.map(({ name }) => name).join();

const dialogOf =
  (title: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', { name: title });
const closes = (label: string, title: string | RegExp): PressedControl => button(label, hidden(dialogOf(title)));

/** The list of an entry that is chosen, and put back. */
const lane = (title: string): ControlEffect =>
  shown((page) => page.getByRole('heading', { name: title, level: 4, includeHidden: true }));
const cardsShown = (words: RegExp): ControlEffect => shown((page) => page.getByRole('status').filter({ hasText: words }));
const noLanes = hidden((page) => page.getByRole('heading', { level: 4, includeHidden: true }));
// While a list is open, what is beside it is hidden from screen readers.
const noFilter = hidden((page) => page.getByRole('button', { name: 'Clear filters', includeHidden: true }));

const removeNewest = async (bench: ControlBench): Promise<void> => {
  const newest = (await items(bench)).toSorted((a, b) => a.key - b.key).at(-1);
  await bench.settle();
  await bench.send('DELETE', `/items/${newest?.id}`, {});
};

const addTo = (column: string): PressedControl =>
  button(`Add card to ${column}`, {
    press: async (control, { page }) => {
      await control.click();
      await page.getByRole('textbox', { name: `New card in ${column}` }).fill('Quick');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    },
    effect: moreItems(1),
    after: removeNewest,
  });

const pressed =
  (name: string) =>
  async ({ page }: ControlBench): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
const typed =
  (name: string, text: string) =>
  async ({ page }: ControlBench): Promise<void> => {
    await page.getByRole('textbox', { name, exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
const escaped = async ({ page }: ControlBench): Promise<void> => page.keyboard.press('Escape');

/** Of a board whose columns are To do, Doing and Done, the first with cards. */
export const boardDialog: readonly PressedControl[] = [
  { ...field('Name', 'Plans', elementField(['board'], 'label', 'Plans')), after: typed('Name', 'Board') },
  { ...field('Name of column 1', 'Later', board((now) => names(now) === 'Later,Doing,Done')), after: typed('Name of column 1', 'To do') }, // prettier-ignore
  textbox('Name of column 2', elsewhere),
  textbox('Name of column 3', elsewhere),
  numberField('WIP limit for To do', '3', board(({ columns }) => columns[0]?.wipLimit === 3)),
  { ...numberField('WIP limit for Doing', '', board(() => false)), ...elsewhere },
  { ...numberField('WIP limit for Done', '', board(() => false)), ...elsewhere },
  button('Move To do left', disabled),
  button('Move To do right', { effect: board((now) => names(now) === 'Doing,To do,Done'), after: pressed('Move To do left') }), // prettier-ignore
  button('Move Doing left', { effect: board((now) => names(now) === 'Doing,To do,Done'), after: pressed('Move Doing right') }), // prettier-ignore
  button('Move Doing right', { effect: board((now) => names(now) === 'To do,Done,Doing'), after: pressed('Move Doing left') }), // prettier-ignore
  button('Move Done left', { effect: board((now) => names(now) === 'To do,Done,Doing'), after: pressed('Move Done right') }), // prettier-ignore
  button('Move Done right', disabled),
  button('Edit card types', { effect: shown(dialogOf(/^Card types$/)), after: escaped }),
  tick('All types (including new ones)', { ...board(({ types: some }) => some !== null) }),
  button('Delete Doing', elsewhere),
  button(
    'Delete Done',
    board((now) => names(now) === 'To do,Doing'),
  ),
  textbox('New column', { press: fill('Done', 'Enter'), effect: board((now) => names(now) === 'To do,Doing,Done') }),
  button('Add', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'New column' }).fill('Shipped');
      await control.click();
    },
    effect: board((now) => names(now) === 'To do,Doing,Done,Shipped'),
  }),
  button('Delete To do', dialog([
    chooser('Move cards to', [
      ...['Doing', 'Done', 'Shipped'].map((title) => ({ role: 'option' as const, name: title, ...elsewhere })),
      { role: 'option', name: /^None/, effect: shown((page) => page.getByRole('combobox', { name: 'Move cards to' }).filter({ hasText: 'None' })) }, // prettier-ignore
    ]),
    closes('Cancel', 'Delete To do?'),
    closes('Close', 'Delete To do?'),
    button('Delete column', {
      press: async (control, { page }) => {
        await page.getByRole('combobox', { name: 'Move cards to' }).click();
        await page.getByRole('option', { name: /^None/ }).click();
        await control.click();
      },
      effect: board((now) => names(now) === 'Doing,Done,Shipped'),
    }),
  ])),
  closes('Done', 'Board'),
  closes('Close', 'Board'),
]; // prettier-ignore

/** The same of a board of three columns, whatever they are called: pressed above. */
export const boardDialogElsewhere: readonly PressedControl[] = [
  textbox('Name', elsewhere),
  textbox(/^Name of column \d$/, { ...elsewhere, times: 3 }),
  spinbutton(/^WIP limit for /, { ...elsewhere, times: 3 }),
  button(/^Move .+ (?:left|right)$/, { ...elsewhere, times: 6 }),
  button(/^Delete /, { ...elsewhere, times: 3 }),
  textbox('New column', elsewhere),
  ...['Add', 'Edit card types', 'Done', 'Close'].map((name) => button(name, elsewhere)),
];

/** What the dialog has beside, once cards are in no column and the board shows some types. */
export const strayControls: readonly PressedControl[] = [
  chooser('Column', { Done: shown((page) => page.getByRole('combobox', { name: 'Column' }).filter({ hasText: 'Done' })), Doing: shown((page) => page.getByRole('combobox', { name: 'Column' }).filter({ hasText: 'Doing' })), Shipped: null }), // prettier-ignore
  button('Move to column', allIn('Doing')),
  ...['📁 Project', '✅ Task', '📝 Note', '💡 Idea'].map((name) =>
    checkbox(name, name === '📁 Project' ? board(({ types: some }) => some?.includes('project') === false) : elsewhere),
  ),
  checkbox(
    '⚡ Action',
    board(({ types: some }) => some?.includes('action') === false),
  ),
  checkbox(
    'All types (including new ones)',
    board(({ types: some }) => some === null),
  ),
];

export const boardPane: readonly PressedControl[] = [
  button('Board', {
    press: async (control, { page }) => {
      await control.click();
      await page.getByRole('textbox', { name: 'Board name' }).fill('Sprint');
      await page.keyboard.press('Enter');
    },
    effect: elementField(['board'], 'label', 'Sprint'),
    after: async ({ page }) => {
      await page.getByRole('button', { name: 'Sprint', exact: true }).click();
      await page.getByRole('textbox', { name: 'Board name' }).fill('Board');
      await page.keyboard.press('Enter');
    },
  }),
  searchbox('Search cards', {
    press: fill('alph'),
    effect: cardsShown(/^1 of \d cards$/),
    after: async ({ page }) => page.getByRole('searchbox', { name: 'Search cards' }).press('Escape'),
  }),
  chooser('Assignee', { Ada: cardsShown(/^1 of \d cards$/), Unassigned: cardsShown(/^2 of 3 cards$/), Anyone: noFilter }),
  chooser('Label', { red: cardsShown(/^1 of 3 cards$/), 'All labels': noFilter }),
  chooser('Swimlanes', {
    Assignee: lane('Ada'),
    Priority: lane('High'),
    Label: lane('red'),
    Type: lane('Task'),
    Mood: lane('Good'),
    'No swimlanes': noLanes,
  }),
  ...['To do', 'Doing', 'Done'].map(addTo),
  button(/^(?:red )?Alpha/, { effect: shown(dialogOf('Card #1')), after: escaped }),
  button(/^Beta/, elsewhere),
  button(/^Gamma/, elsewhere),
  button('Board columns', { effect: shown(dialogOf('Board')), after: escaped }),
  button('Close board', hidden((page) => page.getByRole('region', { name: 'Board Board' }))), // prettier-ignore
];

/** Over the canvas. */
export const boardOnCanvas: readonly PressedControl[] = [
  button('Open Board', { effect: shown((page) => page.getByRole('region', { name: 'Board Board' })), after: pressed('Close board') }), // prettier-ignore
  button(/^#1 Alpha/, { effect: shown(dialogOf('Card #1')), after: escaped }),
  button(/^#2 Beta/, elsewhere),
  button(/^#3 Gamma/, elsewhere),
  ...['Doing', 'Done'].map((column) => button(`Add card to ${column}`, elsewhere)),
  button('Add card to To do', {
    effect: moreItems(1),
    after: removeNewest,
  }),
];

const custom = (name: string, text: string, value: unknown = text): ControlEffect =>
  cardField(customFields.find(({ label }) => label === name)?.id ?? '', value);

export const cardDialog: readonly PressedControl[] = [
  field('Title', 'Renamed', cardField('title', 'Renamed')),
  leftField('Description', 'All of it', cardField('description', 'All of it')),
  tick('Buy paint', card(({ checklist }) => checklist?.[0]?.done, (now) => now === true)), // prettier-ignore
  textbox('Item', { press: fill('Find a brush', 'Enter'), effect: card(({ checklist }) => checklist?.length ?? 0, (now, before) => now === before + 1) }), // prettier-ignore
  button('Add', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Item' }).fill('Find a wall');
      await control.click();
    },
    effect: card(({ checklist }) => checklist?.length ?? 0, (now, before) => now === before + 1), // prettier-ignore
  }),
  button('Remove Buy paint', card(({ checklist }) => checklist?.some(({ text }) => text === 'Buy paint'), (now) => now === false)), // prettier-ignore
  button('Resolve', { effect: card(({ commentsResolved }) => commentsResolved, Boolean), after: pressed('Reopen') }),
  textbox('Comment on card #1', { press: fill('First', 'Control+Enter'), effect: card(({ comments }) => comments.length, (now, before) => now === before + 1) }), // prettier-ignore
  button('Comment', {
    press: async (control, { page }) => {
      await page.getByRole('textbox', { name: 'Comment on card #1' }).fill('Second');
      await control.click();
    },
    effect: card(({ comments }) => comments.length, (now, before) => now === before + 1), // prettier-ignore
  }),
  button('Delete comment by Ada', card(({ comments }) => comments.length, (now, before) => now === before - 1)), // prettier-ignore
  button('Hand to…: Card #1', shown((page) => page.getByRole('dialog', { name: 'Hand to an agent' }))), // prettier-ignore
  chooser('Status', { Doing: cardIn('Doing'), Done: null, None: cardIn(null), 'To do': cardIn('To do') }),
  chooser('Assignee', { Unassigned: cardField('assignee', null), Ada: card(({ assignee }) => assignee?.name, (now) => now === 'Ada') }), // prettier-ignore
  chooser('Priority', { None: cardField('priority', null), Urgent: cardField('priority', 'urgent'), High: null, Medium: null, Low: cardField('priority', 'low') }), // prettier-ignore
  field('Labels', 'blue, green', cardField('labels', ['blue', 'green'])),
  numberField('Estimate', '5', cardField('estimate', 5)),
  field('Start', '2026-05-01', cardField('start', '2026-05-01')),
  field('Due', '2026-05-31', cardField('due', '2026-05-31')),
  field('Place', 'Home', custom('Place', 'Home')),
  leftField('Story', 'Long', custom('Story', 'Long')),
  numberField('Cost', '12', custom('Cost', '', 12)),
  field('Seen', '2026-05-02', custom('Seen', '2026-05-02')),
  tick('Paid', custom('Paid', '', true)),
  field('Source', 'https://example.org/', custom('Source', 'https://example.org/')),
  chooser('Mood', { None: custom('Mood', '', null), Bad: custom('Mood', 'Bad'), Good: custom('Mood', 'Good') }),
  button('Remove vote', card(({ votes }) => Object.values(votes).reduce((sum, dots) => sum + dots, 0), (now, before) => now === before - 1)), // prettier-ignore
  button('Vote', card(({ votes }) => Object.values(votes).reduce((sum, dots) => sum + dots, 0), (now, before) => now === before + 1)), // prettier-ignore
  chooser('Type', { '📁 Project': cardField('type', 'project'), '📝 Note': null, '💡 Idea': null, '⚡ Action': null, '✅ Task': cardField('type', 'task') }), // prettier-ignore
  button('Flag', { effect: cardField('flagged', true), after: pressed('Flagged') }),
  button('Archive', { effect: cardField('archived', true), after: pressed('Restore') }),
  closes('Close', 'Card #1'),
  button(
    'Delete',
    alertdialog([
      button(
        'Cancel',
        hidden((page) => page.getByRole('alertdialog')),
      ),
      button('Delete', moreItems(-1)),
    ]),
  ),
];

/** What the draft of the dialog holds: it is written by Save. */
const drafted = (read: (page: Page) => Promise<unknown>, holds: (now: unknown, before: unknown) => boolean): ControlEffect =>
  effect(({ page }) => read(page), holds);
const valueOf = (name: string, text: string): ControlEffect =>
  drafted(
    (page) => page.getByRole('textbox', { name, exact: true }).inputValue(),
    (now) => now === text,
  );
const typeNames = (holds: (now: readonly string[]) => boolean): ControlEffect =>
  drafted(
    (page) => page.getByRole('list', { name: 'Card types' }).getByRole('button').allInnerTexts(),
    (now) => holds((now as readonly string[]).map((text) => text.split('\n')[0]?.trim() ?? '')),
  );
const kindOfField = (label: string, kind: string): ControlEffect =>
  shown((page) => page.getByRole('combobox', { name: label }).filter({ hasText: new RegExp(`^${kind}$`) }));
const fieldsOf = (holds: (now: readonly string[]) => boolean): ControlEffect =>
  drafted(
    async (page) => {
      const fields = await page.getByRole('textbox', { name: /^Name of field / }).all();
      return Promise.all(fields.map((one) => one.inputValue()));
    },
    (now) => holds(now as readonly string[]),
  );
const unticked = (name: string): ControlEffect =>
  drafted(
    (page) => page.getByRole('checkbox', { name, exact: true }).isChecked(),
    (now) => now === false,
  );

/** The first type is open: Task, with a text and a choice of its own. */
export const cardTypes: readonly PressedControl[] = [
  button(/^✅ Task/, elsewhere),
  button(/^💡 Idea/, {
    effect: shown((page) => page.getByRole('region', { name: 'Idea' })),
    after: async ({ page }) => page.getByRole('button', { name: /^✅ Task/ }).click(),
  }),
  textbox('New type', { press: fill('Bug', 'Enter'), effect: typeNames((now) => now.includes('Bug')), after: async ({ page }) => { await page.getByRole('button', { name: 'Delete Bug' }).click(); await page.getByRole('button', { name: /^✅ Task/ }).click(); } }), // prettier-ignore
  button('Add', { ...disabled, times: 2 }),
  textbox('Icon', { press: fill('☑'), effect: valueOf('Icon', '☑'), after: async ({ page }) => page.getByRole('textbox', { name: 'Icon' }).fill('✅') }), // prettier-ignore
  button('Move Task up', disabled),
  button('Move Task down', { effect: typeNames((now) => now[0]?.includes('Idea') === true), after: pressed('Move Task up') }),
  textbox('Default title', { press: fill('New one'), effect: valueOf('Default title', 'New one') }),
  textbox('Color (picker)', { press: fill('#123456'), effect: valueOf('Color', '#123456') }),
  textbox('Color', { press: fill('#abcdef'), effect: valueOf('Color', '#abcdef') }),
  ...['Description', 'Assignee', 'Priority', 'Labels', 'Start', 'Due', 'Checklist'].map((name) => checkbox(name, name === 'Description' ? unticked(name) : elsewhere)), // prettier-ignore
  ...['Color', 'Estimate', 'Flagged', 'Comments'].map((name) => checkbox(name, elsewhere)),
  textbox('Name of field 1', { press: fill('Where'), effect: fieldsOf((now) => now[0] === 'Where'), after: async ({ page }) => page.getByRole('textbox', { name: 'Name of field 1' }).fill('Place') }), // prettier-ignore
  textbox('Name of field 2', elsewhere),
  chooser('Field type of Place', { 'Long text': kindOfField('Field type of Place', 'Long text'), Number: null, Date: null, Checkbox: null, Link: null, Select: null, Card: null, Text: kindOfField('Field type of Place', 'Text') }), // prettier-ignore
  { ...chooser('Field type of Mood', {}), ...elsewhere },
  button('Move Place up', disabled),
  button('Move Place down', { effect: fieldsOf((now) => now[0] === 'Mood'), after: pressed('Move Place up') }),
  button('Move Mood up', { effect: fieldsOf((now) => now[0] === 'Mood'), after: pressed('Move Mood down') }),
  button('Move Mood down', disabled),
  leftField('Options of Mood', 'Good\nSo', valueOf('Options of Mood', 'Good\nSo')),
  button('Delete Place', fieldsOf((now) => now.join() === 'Mood')), // prettier-ignore
  button('Delete Mood', elsewhere),
  chooser('Field type of new field', { 'Long text': kindOfField('Field type of new field', 'Long text'), Number: kindOfField('Field type of new field', 'Number'), Date: null, Checkbox: null, Link: null, Select: null, Card: null, Text: null }), // prettier-ignore
  textbox('New field', { press: fill('Cost', 'Enter'), effect: fieldsOf((now) => now.join() === 'Mood,Cost') }),
  checkbox('Allowed in all columns', shown((page) => page.getByRole('checkbox', { name: 'Doing' }))), // prettier-ignore
  textbox('Name', { press: fill('Job'), effect: typeNames((now) => now[0] === '✅ Job') }),
  button('Delete Task', elsewhere),
  button('Save', {
    effect: effect(types, (now) => now[0]?.label === 'Job' && now[0].newTitle === 'New one' && now[0].color === '#abcdef' && now[0].custom.map(({ label }) => label).join() === 'Mood,Cost' && now[0].custom[0]?.options?.join() === 'Good,So' && !now[0].fields.includes('description') && now[0].statuses !== undefined), // prettier-ignore
  }),
  closes('Cancel', 'Card types'),
  closes('Close', 'Card types'),
  button('Restore default types', alertdialog([
    button('Cancel', hidden((page) => page.getByRole('alertdialog'))),
    button('Restore', effect(types, (now) => now.length === 5)),
  ])),
]; // prettier-ignore
