/** page-controls: the strip of pages, the menu of a page, the dialog of an article, and a presentation. */
import type { Page as Shown } from 'playwright-core';

import type { Page } from '#schema/tab.ts';

import type { ControlBench } from './bench.ts';
import {
  button,
  choice,
  type ControlEffect,
  dialog,
  disabled,
  effect,
  elsewhere,
  fill,
  item,
  menu,
  option,
  type Press,
  type PressedControl,
  textbox,
} from './control.ts';
import { elements, hidden, shown, takeBack } from './effects.ts';
import { chooser } from './form-controls.ts';

const pages = async (bench: ControlBench): Promise<readonly Page[]> => (await bench.tab()).pages;
const rowOf = (holds: (now: readonly Page[], before: readonly Page[]) => boolean): ControlEffect => effect(pages, holds);
const pageNamed = (name: string, holds: (page: Page) => boolean): ControlEffect =>
  rowOf((now) => now.some((page) => page.name === name && holds(page)));
const order = (names: string): ControlEffect => rowOf((now) => now.map(({ name }) => name).join() === names);

export const illustrate = async (bench: ControlBench, body: object): Promise<void> =>
  void (await bench.send('POST', `/tabs/${bench.place.tab}/illustrate`, body));

const dialogOf = (title: string | RegExp) => (page: Shown) => page.getByRole('dialog', { name: title });

/** Of three pages; the menu is that of the second. */
export const pageMenu: readonly PressedControl[] = [
  item('Rename', dialog([
    textbox('Name', elsewhere),
    button('Rename', {
      press: async (control, { page }) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
        await control.click();
      },
      effect: order('One,Renamed,Three'),
      after: async (bench) => {
          await dialogOf('Rename page')(bench.page).waitFor({ state: 'hidden' });
          await illustrate(bench, { pages: [{ op: 'set', page: 2, name: 'Two' }] });
        },
    }),
    button('Cancel', hidden(dialogOf('Rename page'))),
    button('Close', hidden(dialogOf('Rename page'))),
  ])),
  item('Duplicate', { effect: rowOf((now) => now.length === 4), after: takeBack() }),
  item('Move earlier', { effect: order('Two,One,Three'), after: takeBack() }),
  item('Move later', { effect: order('One,Three,Two'), after: takeBack() }),
  item('Size', menu([
    choice('4:3', pageNamed('Two', ({ size }) => size === '4:3')),
    choice('16:9', pageNamed('Two', ({ size }) => size === '16:9')),
  ])),
  item('Orientation', menu([
    choice('Portrait', pageNamed('Two', ({ orientation }) => orientation === 'portrait')),
    choice('Landscape', pageNamed('Two', ({ orientation }) => orientation === 'landscape')),
  ])),
  // A blank page has no layout to arrange by.
  item('Arrange contents', disabled),
  item('Layout', menu([
    choice('Title', pageNamed('Two', ({ layout }) => layout === 'title')),
    choice('Blank', pageNamed('Two', ({ layout }) => layout === 'blank')),
    choice('Grid', pageNamed('Two', ({ layout }) => layout === 'grid')),
    ...['Title and body', 'Two columns', 'Image left', 'Image right'].map((name) => choice(name, elsewhere)),
  ])),
  item('Background', menu([
    choice('Blue', pageNamed('Two', ({ background }) => typeof background === 'string')),
    choice('Blue gradient', pageNamed('Two', ({ background }) => Array.isArray(background))),
    choice('Theme default', pageNamed('Two', ({ background }) => background === null)),
    ...['Teal', 'Green', 'Yellow', 'Orange', 'Red', 'Pink', 'Purple', 'Gray'].flatMap((name) => [choice(name, elsewhere), choice(`${name} gradient`, elsewhere)]),
  ])),
  item('Delete page and contents', { effect: order('One,Three'), after: takeBack() }),
]; // prettier-ignore

export const strip: readonly PressedControl[] = [
  button('1 One', elsewhere),
  button('2 Two', {
    effect: effect(
      (bench) => bench.editor<{ x: number }>('editor.viewport.visible()'),
      (now, before) => now.x !== before.x,
    ),
  }),
  button('3 Three', elsewhere),
  button('Page One', elsewhere),
  button('Page Two', menu(pageMenu)),
  button('Page Three', elsewhere),
  button(
    'Add page',
    menu([
      ...Object.entries({ 'Presentation (16:9)': 'slide', 'Poster (A4)': 'infographic', 'Square (1:1)': 'logo' }).map(
        ([title, kind]) =>
          item(title, { effect: rowOf((now) => now.length === 4 && now.some((page) => page.kind === kind)), after: takeBack() }),
      ),
      item('Import Markdown…', shown(dialogOf('Import Markdown'))),
    ]),
  ),
  button('Present', shown(dialogOf(/^Page 1 of 3/))), // prettier-ignore
];

export const presentation: readonly PressedControl[] = [
  button('Previous page', disabled),
  button('Next page', { effect: shown(dialogOf(/^Page 2 of 3/)), after: async ({ page }) => page.getByRole('button', { name: 'Previous page' }).click() }), // prettier-ignore
];

const text = '# One\n\nWords.\n\n## Two\n\nMore words.\n';
const write = (page: Shown): Promise<void> => page.getByRole('textbox', { name: 'Markdown' }).fill(text);
const written: Press = async (control, { page }) => {
  await write(page);
  await control.click();
};
const openFile: Press = async (control, { page }) => {
  const picked = page.waitForEvent('filechooser');
  await control.click();
  await (await picked).setFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
};
const shows = (label: string, value: string): ControlEffect =>
  shown((page) => page.getByRole('combobox', { name: label, includeHidden: true }).filter({ hasText: value }));

/** On a tab that has an article, “Notes”. */
export const articleDialog: readonly PressedControl[] = [
  textbox('Markdown', {
    press: fill(text),
    effect: shown((page) => page.getByRole('dialog').getByText(/page/).and(page.getByRole('status'))),
  }),
  textbox('Name', elsewhere),
  button('Open a file…', {
    press: openFile,
    effect: effect(({ page }) => page.getByRole('textbox', { name: 'Name' }).inputValue(), (now) => now === 'notes'), // prettier-ignore
  }),
  chooser('Article', { Notes: shows('Article', 'Notes'), 'New article': shows('Article', 'New article') }),
  chooser('Page size', [
    option(/^A4, infographic/, { effect: shows('Page size', 'A4, infographic') }),
    option(/^16:9, slide/, { effect: shows('Page size', '16:9, slide') }),
    option('Match existing (or A4)', { effect: shows('Page size', 'Match existing') }),
    option(/^(?:4:3|A3|letter|tall)/, { ...elsewhere, times: 4 }),
  ]),
  button('Insert', {
    press: written,
    effect: rowOf((now, before) => now.length > before.length && now.some(({ article }) => article === 'notes')),
  }),
  button('Cancel', hidden(dialogOf('Import Markdown'))),
  button('Close', hidden(dialogOf('Import Markdown'))),
];

/** What the dialog has where an article that is there is chosen. */
export const knownArticle: readonly PressedControl[] = [
  chooser('Existing pages', [
    option(/^Keep and append/, { effect: shows('Existing pages', 'Keep and append') }),
    option(/^Replace/, { effect: shows('Existing pages', 'Replace') }),
  ]),
  button('Replace “notes”', {
    press: written,
    effect: effect(
      async (bench) => (await bench.document()).tabs[0]?.rev ?? 0,
      (now, before) => now > before,
    ),
  }),
];

/** Of a page with a layout. */
export const arrangeEntry: PressedControl = item('Arrange contents', {
  effect: elements((now, before) => now.some(({ x, y }, place) => x !== before[place]?.x || y !== before[place]?.y)),
  after: takeBack(),
});

/** What the menu of a page has where the page is one of the article “notes”. */
export const articleEntry: PressedControl = item(
  'Replace article…',
  shown((page) => dialogOf('Import Markdown')(page).getByRole('combobox', { name: 'Article' }).filter({ hasText: 'notes' })),
);
