/** sheet-controls: the controls of an open sheet: its bars, the heads of its columns, and the menus of cells and of sheets. */
import type { CellFormat, Sheet, SheetLayout } from '#schema/sheet.ts';

import type { ControlBench } from './bench.ts';
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
  item,
  link,
  menu,
  type Press,
  type PressedControl,
  textbox,
} from './control.ts';
import { downloaded, hidden, shown } from './effects.ts';
import { chooser } from './form-controls.ts';

type Cells = Readonly<Record<string, Sheet['cells'][number]>>;

export const sheets = async (bench: ControlBench): Promise<readonly Sheet[]> =>
  (await bench.get<{ sheets: readonly Sheet[] }>('/sheets')).sheets;
const sheetOf = async (bench: ControlBench, title = 'Budget'): Promise<Sheet> => {
  const id = (await sheets(bench)).find((one) => one.title === title)?.id;
  const { sheets: found } = await bench.get<{ sheets: readonly Sheet[] }>(`/sheets?ids=${id}&a1=1&text=1`);
  return found[0]!;
};
const cells = async (bench: ControlBench): Promise<Cells> =>
  Object.fromEntries((await sheetOf(bench)).cells.map((one) => [one.a1, one]));

const cell = (address: string, holds: (text: string) => boolean): ControlEffect =>
  effect(
    async (bench) => (await cells(bench))[address]?.text ?? '',
    (now) => holds(now),
  );
const format = (key: keyof CellFormat, value: unknown): ControlEffect =>
  effect(
    async (bench) => (await cells(bench))['B2']?.f?.[key] ?? null,
    (now) => now === value,
  );
const layout = (holds: (now: SheetLayout, before: SheetLayout) => boolean): ControlEffect =>
  effect(async (bench) => (await sheetOf(bench)).layout, holds);
const titles = (holds: (now: readonly string[], before: readonly string[]) => boolean): ControlEffect =>
  effect(async (bench) => (await sheets(bench)).map(({ title }) => title), holds);

export const onGrid = async ({ page }: ControlBench, ...keys: readonly string[]): Promise<void> => {
  await page.getByRole('grid').focus();
  for (const key of keys) await page.keyboard.press(key);
};
const undo = (bench: ControlBench): Promise<void> => onGrid(bench, 'Control+z');

const fewColours = ['White', 'Light gray', 'Light yellow', 'Light orange', 'Light red', 'Light purple', 'Light blue', 'Light green', 'Black', 'Gray', 'Brown', 'Orange', 'Purple', 'Blue', 'Green']; // prettier-ignore
const colour = (label: string, key: 'fc' | 'bg'): PressedControl =>
  button(
    label,
    dialog([
      button('Red', format(key, '#dc2626')),
      ...fewColours.map((name) => button(name, elsewhere)),
      textbox('Custom… (picker)', { press: fill('#123456'), effect: format(key, '#123456') }),
      textbox('Custom…', { press: fill('#abcdef'), effect: format(key, '#abcdef') }),
      button('None', format(key, null)),
    ]),
  );
const mark = (label: string, key: keyof CellFormat, value: unknown = true): PressedControl =>
  button(label, { effect: format(key, value), after: async ({ page }) => page.getByRole('button', { name: label, exact: true }).click() }); // prettier-ignore

/** With B2 selected, a number. */
export const formatBar: readonly PressedControl[] = [
  mark('Bold', 'b'),
  mark('Italic', 'i'),
  mark('Underline', 'u'),
  mark('Strikethrough', 'st'),
  colour('Text color', 'fc'),
  colour('Fill color', 'bg'),
  mark('Align left', 'al', 'left'),
  mark('Align center', 'al', 'center'),
  mark('Align right', 'al', 'right'),
  mark('Wrap text', 'wr'),
  chooser('Number format', {
    '1,234': cell('B2', (text) => text === '1,200'),
    '1,234.50': cell('B2', (text) => text === '1,200.00'),
    '12.5%': cell('B2', (text) => text.endsWith('%')),
    Currency: format('nf', 'currency'),
    Date: format('nf', 'date'),
    'Date and time': format('nf', 'datetime'),
    Text: format('nf', 'text'),
    General: format('nf', null),
  }),
];

const bar: Press = async (control, { page }) => {
  await control.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Paint');
  await page.keyboard.press('Enter');
};

const filterOpen = dialog([
  textbox('Search values', { press: fill('tea'), effect: hidden((page) => page.getByRole('checkbox', { name: 'Milk' })), after: async ({ page }) => page.getByRole('textbox', { name: 'Search values' }).fill('') }), // prettier-ignore
  button('Clear', hidden((page) => page.getByRole('checkbox', { name: 'Tea', checked: true }))), // prettier-ignore
  button('Select all', shown((page) => page.getByRole('checkbox', { name: 'Tea', checked: true }))), // prettier-ignore
  checkbox('Tea', elsewhere),
  checkbox('Milk', hidden((page) => page.getByRole('checkbox', { name: 'Milk', checked: true }))), // prettier-ignore
  checkbox(/^(?:Empty cells|Item)$/, { ...elsewhere, times: 2 }),
  button('Remove filter', disabled),
  button('Apply', {
    effect: layout(({ filters }) => filters?.length === 1),
    after: undo,
  }),
]);

/** What is beside the bar of formats: the head, the bar of formulas, and the heads of the columns. */
export const sheetPane: readonly PressedControl[] = [
  ...formatBar.map((control): PressedControl => ({ ...control, ...elsewhere })),
  button('Budget', {
    press: async (control, { page }) => {
      await control.click();
      await page.getByRole('textbox', { name: 'Sheet title' }).fill('Plan');
      await page.keyboard.press('Enter');
    },
    effect: titles((now) => now.includes('Plan')),
    after: async (bench) => undo(bench),
    times: 2,
  }),
  link('CSV', downloaded(/^Budget\.csv$/m)),
  textbox('Value of B2', { press: bar, effect: cell('B2', (text) => text === 'Paint'), after: undo }),
  button('Filter column A', filterOpen),
  ...['B', 'C', 'D', 'E', 'F', 'G', 'H'].map((column) => button(`Filter column ${column}`, elsewhere)),
  button('Options for Budget', elsewhere),
  button('Other', elsewhere),
  button('Add sheet', elsewhere),
  button('Close sheet', { effect: hidden((page) => page.getByRole('grid')) }),
];

const lines = (axis: 'rows' | 'cols', by: number): ControlEffect =>
  layout((now, before) => now[axis].length === before[axis].length + by);
const hides = (count: number): ControlEffect => layout(({ hidden: lineIds = [] }) => lineIds.length === count);
const moved = (address: string): ControlEffect => cell(address, (text) => text === '1200');

/** With B2 selected, which is 1200. */
export const cellMenu: readonly PressedControl[] = [
  item('Insert 1 row above', { effect: moved('B3'), after: undo }),
  item('Insert 1 row below', { effect: lines('rows', 1), after: undo }),
  item('Move up', { effect: moved('B1'), after: undo }),
  item('Move down', { effect: moved('B3'), after: undo }),
  item('Hide 1 row', { effect: hides(1), after: undo }),
  item('Delete 1 row', { effect: lines('rows', -1), after: undo }),
  item('Insert 1 column left', { effect: moved('C2'), after: undo }),
  item('Insert 1 column right', { effect: lines('cols', 1), after: undo }),
  item('Move left', { effect: moved('A2'), after: undo }),
  item('Move right', { effect: moved('C2'), after: undo }),
  item('Hide 1 column', { effect: hides(1), after: undo }),
  item('Delete 1 column', { effect: lines('cols', -1), after: undo }),
  item('Freeze up to here', { effect: layout(({ frozen }) => frozen?.rows === 1 && frozen.cols === 1), after: undo }),
  item('Merge cells', disabled),
  item('Filter column…', shown((page) => page.getByRole('dialog', { name: 'Filter column B' }))), // prettier-ignore
];

/** With B2 and C3 and what is between them selected. */
export const rangeMenu: readonly PressedControl[] = [
  item(/^Insert 2 (?:rows|columns) /, { ...elsewhere, times: 4 }),
  item(/^Move /, { ...elsewhere, times: 4 }),
  item('Delete 2 rows', { effect: lines('rows', -2), after: undo }),
  item('Delete 2 columns', { effect: lines('cols', -2), after: undo }),
  item('Hide 2 rows', { effect: hides(2), after: undo }),
  item('Hide 2 columns', { effect: hides(2), after: undo }),
  item('Freeze up to here', elsewhere),
  item('Merge cells', { effect: layout(({ merges = [] }) => merges.length === 1), after: undo }),
  item('Filter column…', elsewhere),
];

/** Where a row and a column are hidden, some are frozen, B2 is merged, and there is a filter. */
export const laidOutMenu: readonly PressedControl[] = [
  item(/^(?:Insert|Move|Hide|Delete) /, { ...elsewhere, times: 12 }),
  item('Show hidden rows', { effect: hides(1), after: undo }),
  item('Show hidden columns', { effect: hides(1), after: undo }),
  item('Unfreeze', { effect: layout(({ frozen }) => (frozen?.rows ?? 0) === 0 && (frozen?.cols ?? 0) === 0), after: undo }),
  item('Unmerge cells', { effect: layout(({ merges = [] }) => merges.length === 0), after: undo }),
  item('Filter column…', elsewhere),
  item('Clear all filters', { effect: layout(({ filters = [] }) => filters.length === 0), after: undo }),
];

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const chooseFile =
  (name: string, text: string): Press =>
  async (control, { page }) => {
    const chooser = page.waitForEvent('filechooser');
    await control.click();
    await (await chooser).setFiles(csv(name, text));
  };
/** Chooses a file, and answers what is asked then. */
const replaceBy =
  (answer: string): Press =>
  async (control, bench) => {
    await chooseFile('new.csv', 'Coffee,7\n')(control, bench);
    await bench.page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
  };
const noDialog = hidden((page) => page.getByRole('alertdialog'));

const isOpen = (title: string): ControlEffect => shown((page) => page.locator(`[role=grid][aria-label="Cells of ${title}"]`));
const openSheet =
  (title: string) =>
  async ({ page }: ControlBench): Promise<void> => {
    await page.getByRole('navigation', { name: 'Sheets' }).getByRole('button', { name: title, exact: true }).click();
    await page.getByRole('grid', { name: `Cells of ${title}` }).waitFor();
  };

export const sheetTabs: readonly PressedControl[] = [
  button('Budget', elsewhere),
  button('Other', { effect: isOpen('Other'), after: openSheet('Budget') }),
  button(
    'Options for Budget',
    menu([
      item('Rename', {
        press: async (control, { page }) => {
          await control.click();
          await page.getByRole('textbox', { name: 'Sheet name' }).fill('Plan');
          await page.keyboard.press('Enter');
        },
        effect: titles((now) => now.includes('Plan')),
        after: undo,
      }),
      item('Replace with CSV…', { press: replaceBy('Replace'), effect: cell('B1', (text) => text === '7') }),
      item('Delete…', alertdialog([
        button('Cancel', noDialog),
        button('Delete', { effect: titles((now) => !now.includes('Budget')), after: undo }),
      ])),
    ]),
  ),
  button('Add sheet', menu([
    item('Empty sheet', { effect: titles((now, before) => now.length === before.length + 1), after: async (bench) => { await undo(bench); } }),
    item('Import CSV…', { press: chooseFile('Paints.csv', 'Red,1\n'), effect: isOpen('Paints') }),
  ])),
]; // prettier-ignore
