/** Every entry of the menu under the right button, on elements of every kind that has entries of its own. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { exportSelection, exportTab, shownDialog } from './bars.ts';
import { ControlBench, type ControlState } from './bench.ts';
import { type PressedControl, type ControlEffect, elsewhere, item, menu } from './control.ts';
import { titles } from './command-titles.ts';
import { copied, copiedAs, elements, field, gone, held, keepFaint, type Refs, shown, those, undo } from './effects.ts';
import { uploadedImage } from './every-kind.ts';
import { pressEveryControl } from './press-every-control.ts';
import { entries, steps, type StyleControl } from './style-bar.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('context-menu');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const at = (x: number, y: number) => ({ x, y, width: 120, height: 80 });
  const imageId = await uploadedImage(stage, ada);
  bench = await ControlBench.open(
    stage,
    ada,
    [
      { id: 'behind', type: 'shape', shape: 'ellipse', ...at(200, 160) },
      { id: 'box', type: 'shape', shape: 'square', label: 'Box', ...at(200, 200) },
      { id: 'before', type: 'shape', shape: 'ellipse', ...at(200, 262) },
      { id: 'one', type: 'shape', shape: 'square', ...at(400, 200) },
      { id: 'two', type: 'shape', shape: 'square', ...at(430, 340) },
      { id: 'space', type: 'frame', label: 'Space', ...at(600, 200) },
      { id: 'grid', type: 'table', columns: ['A', 'B'], rows: [['1', '2'], ['3', '4']], ...at(800, 200) }, // prettier-ignore
      { id: 'from', type: 'shape', shape: 'square', x: 600, y: 360, width: 40, height: 40 },
      { id: 'to', type: 'shape', shape: 'square', x: 880, y: 360, width: 40, height: 40 },
      { id: 'way', type: 'arrow', from: { element: 'from' }, to: { element: 'to' } },
      { id: 'pen', type: 'stroke', points: [[0, 0], [100, 0]], x: 200, y: 480, width: 100, height: 1 }, // prettier-ignore
      { id: 'fixed', type: 'shape', shape: 'square', ...at(400, 480) },
      { id: 'board', type: 'shape', shape: 'plan-board', label: 'Board', x: 960, y: 200, width: 240, height: 240 },
      { id: 'far', type: 'shape', shape: 'square', ...at(2600, 1500) },
      { id: 'picture', type: 'image', imageId, ...at(800, 480) },
      { id: 'cropped', type: 'image', imageId, crop: { left: 0.5 }, x: 720, y: 590, width: 60, height: 40 },
      { id: 'left', type: 'shape', shape: 'square', group: 'pair', x: 400, y: 590, width: 40, height: 30 },
      { id: 'right', type: 'shape', shape: 'square', group: 'pair', x: 480, y: 590, width: 40, height: 30 },
      { id: 'top', type: 'shape', shape: 'square', ...at(600, 480) },
    ].map((element) => ({ op: 'add', element })),
  );
  const { tab } = bench.place;
  const { sheet } = await bench.send<{ sheet: { id: string } }>('POST', '/sheets', { tabId: tab, title: 'Budget' });
  const element = { id: 'sheet', type: 'shape', shape: 'plan-sheet', planSheet: { sheetId: sheet.id }, ...at(960, 480) };
  await bench.send('POST', `/tabs/${tab}/changesets`, { operations: [{ op: 'add', element }] });
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, { operations: 'set fixed locked=true', summary: 'Locked' });
  await keepFaint(bench);
});
afterAll(() => stage.stop());

const writes: ControlEffect = shown((page) => page.getByRole('textbox', { name: /^Text of / }));
const edit: StyleControl = () => item(titles['edit-label'], writes);
const editCell: StyleControl = () =>
  item(
    titles['edit-label'],
    held<string | undefined>('editor.canvas.editing.get()?.kind', (kind) => kind === 'cell'),
  );
const comment: StyleControl = () => item(titles['add-comment'], { effect: shown((page) => page.getByRole('textbox', { name: 'Add a comment…' })), after: ({ page }) => page.getByRole('button', { name: 'Close Comments' }).click() }); // prettier-ignore
const commentHere = item(titles['comment-here'], {
  effect: shown((page) => page.getByRole('region', { name: /^Comment on Badge \d+$/ })),
  after: async ({ page }) => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Close Comments' }).click();
  },
});
const cut: StyleControl = (refs) => item(titles.cut, { effect: gone(refs), after: undo });
const copy: StyleControl = ([ref = '']) => item(titles.copy, copied(ref));
const paste: StyleControl = () =>
  item(titles.paste, {
    press: async (control, { page }) => {
      await page.evaluate("navigator.clipboard.writeText('add star label=Pasted')");
      await control.click();
    },
    effect: elements((now) => now.some(({ label }) => label === 'Pasted')),
    after: undo,
  });
const unlock: StyleControl = (refs) => item(titles.unlock, field(refs, 'locked', null));
const selectAll: StyleControl = () =>
  item(
    titles['select-all'],
    held<number>('editor.selection.get().size', (now) => now > 10),
  );
const showAll: StyleControl = () => item(titles['zoom-to-fit'], held<number>('editor.viewport.get().zoom', (now, before) => now !== before)); // prettier-ignore
const hand: StyleControl = () => item(titles['hand-to'], shownDialog('Hand to an agent')); // prettier-ignore
/** Of one element. */
const past: StyleControl = () => item(titles['element-history'], { effect: shown((page) => page.getByRole('complementary', { name: 'History' })), after: ({ page }) => page.getByRole('button', { name: 'Close History' }).click() }); // prettier-ignore
const grid: StyleControl = () =>
  item(titles['toggle-grid'], {
    effect: held<boolean>('editor.canvas.grid.get()', Boolean),
    // The menu that is closing still has the keyboard.
    after: (on) => on.editor<void>("editor.run('toggle-grid')"),
  });
const typeToEdit: StyleControl = () =>
  item(titles['toggle-type-to-edit'], {
    effect: held<boolean>('editor.canvas.typeToEdit.get()', Boolean),
    after: (on) => on.editor<void>("editor.run('toggle-type-to-edit')"),
  });
const always = [selectAll, showAll, grid, typeToEdit, hand];
/** `lines`: what is copied as a changeset contains. */
const copyAs = (...lines: readonly PressedControl[]): PressedControl =>
  item('Copy as', menu([item('PNG', copiedAs('image/png')), item('SVG', copiedAs('image/svg+xml')), ...lines]));
const taking: readonly StyleControl[] = [([ref = '']) => copyAs(item('Changeset', copied(ref))), () => exportSelection];
const takingElsewhere: readonly StyleControl[] = taking.map((control) => (refs) => ({ ...control(refs), ...elsewhere }));
const own: readonly StyleControl[] = [cut, copy, paste, entries.duplicate, entries.remove, entries.lock, ...always];
const styled: readonly StyleControl[] = [entries.copyStyle, entries.pasteStyle];
const styledElsewhere: readonly StyleControl[] = styled.map((control) => (refs) => ({ ...control(refs), ...elsewhere }));
const common: readonly StyleControl[] = [...own, ...styledElsewhere, ...takingElsewhere];
/** Where nothing else is over or under the element, there is nothing to pass. */
const [front, back, ...nextSteps] = steps.map((step, place): StyleControl => (refs) => ({
  ...step(refs),
  ...(place > 1 && elsewhere),
}));
const plain: readonly StyleControl[] = [...common, front!, back!, ...nextSteps];

const columnsOf = (element: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  (element?.['columns'] ?? []) as readonly string[];
const columns = (holds: (now: number, before: number) => boolean): ControlEffect =>
  those(['grid'], ([now], [before]) => holds(columnsOf(now).length, columnsOf(before).length));
const rows = (holds: (now: readonly string[][], before: readonly string[][]) => boolean): ControlEffect =>
  those(['grid'], ([now], [before]) => holds(now?.['rows'] as string[][], before?.['rows'] as string[][]));

const tableEntries: readonly PressedControl[] = [
  item(titles['table-row-above'], { effect: rows((now, before) => now.length === before.length + 1), after: undo }),
  item(titles['table-row-below'], { effect: rows((now, before) => now.length === before.length + 1), after: undo }),
  item(titles['table-row-remove'], { effect: rows((now, before) => now.length === before.length - 1), after: undo }),
  item(titles['table-column-left'], { effect: columns((now, before) => now === before + 1), after: undo }),
  item(titles['table-column-right'], { effect: columns((now, before) => now === before + 1), after: undo }),
  item(titles['table-column-remove'], { effect: columns((now, before) => now === before - 1), after: undo }),
];

const openBoard: StyleControl = () =>
  item(titles['board-open'], {
    effect: shown((page) => page.getByRole('region', { name: 'Board Board' })),
    after: ({ page }) => page.getByRole('button', { name: 'Close board' }).click(),
  });
const editBoard: StyleControl = (refs) => ({ ...openBoard(refs), name: titles['edit-label'] });
const boardColumns: StyleControl = () =>
  item(
    titles['board-columns'],
    shown((page) => page.getByRole('dialog', { name: 'Board' })),
  );
const turnRoundOf = (arrow: string): StyleControl => () =>
  item(titles['turn-arrows-round'], those([arrow], ([now], [before]) => JSON.stringify(now?.['from']) === JSON.stringify(before?.['to']))); // prettier-ignore

const crop: StyleControl = () =>
  item(titles.crop, {
    effect: shown((page) => page.getByRole('application', { name: 'Crop' })),
    after: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('application', { name: 'Crop' }).waitFor({ state: 'detached' });
    },
  });
const resetCrop: StyleControl = (refs) =>
  item(titles['reset-crop'], { effect: those(refs, ([now]) => now?.['crop'] === undefined), after: undo });

const enterGroup: StyleControl = () =>
  item(
    titles['enter-group'],
    held<string | null>('editor.canvas.entered.get()', (group) => group === 'pair'),
  );

const openSheet: StyleControl = () =>
  item(titles['edit-label'], {
    effect: shown((page) => page.getByRole('region', { name: 'Sheet Budget' })),
    after: ({ page }) => page.getByRole('button', { name: 'Close sheet' }).click(),
  });
/** The elements that are as this one but for their place; of a board and of a sheet: that show the same. */
const alike = (all: readonly ControlState[], ref: string): readonly ControlState[] => {
  const shows = (one: ControlState | undefined): string =>
    JSON.stringify([
      one?.type,
      one?.['shape'],
      one?.label,
      one?.['planBoard'],
      one?.['planSheet'],
      one?.['imageId'],
      one?.['rows'],
    ]);
  return all.filter((one) => shows(one) === shows(all.find((element) => element.ref === ref)));
};
/** What the menu itself has copied before. */
const pasteCopy: StyleControl = (refs) =>
  item(titles.paste, {
    press: async (control, { page }) => {
      await page.getByRole('menuitem', { name: titles.copy, exact: true }).click();
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(refs[0]);
      await openMenuOn(refs);
      await control.click();
    },
    effect: elements((now, before) => refs.every((ref) => alike(now, ref).length === alike(before, ref).length + 1)),
    after: undo,
  });
const unpressed =
  (control: StyleControl): StyleControl =>
  (refs) => ({ ...control(refs), ...elsewhere });
const flipped =
  (title: string, axis: 'x' | 'y'): StyleControl =>
  (refs) =>
    item(title, {
      effect: those(refs, ([now], [, before]) => now?.[axis] === before?.[axis]),
      after: undo,
    });
const flips: readonly StyleControl[] = [flipped(titles['flip-across'], 'x'), flipped(titles['flip-down'], 'y')];
const flipsElsewhere = flips.map(unpressed);
/** What elements of different kinds have together, beside what one of them has. */
const together: readonly StyleControl[] = [
  cut,
  copy,
  pasteCopy,
  entries.duplicate,
  entries.remove,
  entries.lock,
  entries.group,
  entries.frameSelection,
  unpressed(entries.tidyUp),
  ...flipsElsewhere,
  ...styledElsewhere,
  ...takingElsewhere,
  ...[...always, ...steps].map(unpressed),
];
const arranged = [...together, unpressed(entries.autoLayout)];

type Target = {
  readonly on: string;
  readonly refs: Refs;
  /** Where the pointer is within the first of them, as parts of its size. */
  readonly at?: readonly number[];
  readonly controls: readonly StyleControl[];
};

const targets: readonly Target[] = [
  {
    on: 'a box',
    refs: ['box'],
    at: [0.9, 0.6],
    controls: [edit, comment, past, ...own, ...styled, ...taking, ...steps, ...flipsElsewhere, entries.frameSelection],
  },
  {
    on: 'a frame',
    refs: ['space'],
    at: [0.5, 0.05],
    controls: [edit, comment, past, ...plain, ...flipsElsewhere, entries.frameSelection, entries.unframe],
  },
  { on: 'an arrow', refs: ['way'], controls: [edit, past, ...plain, turnRoundOf('way')] },
  {
    on: 'a table',
    refs: ['grid'],
    controls: [
      editCell,
      comment,
      past,
      ...plain,
      ...flipsElsewhere,
      entries.frameSelection,
      ...tableEntries.map((entry) => () => entry),
    ],
  },
  {
    on: 'a pen stroke',
    refs: ['pen'],
    at: [0.5, 0],
    controls: [comment, past, ...plain, ...flipsElsewhere, entries.frameSelection],
  },
  {
    on: 'a board',
    refs: ['board'],
    at: [0.5, 0.05],
    controls: [editBoard, comment, past, openBoard, boardColumns, ...plain, ...flipsElsewhere, entries.frameSelection],
  },
  {
    on: 'several boxes',
    refs: ['one', 'two'],
    controls: [...plain, ...flips, entries.group, entries.frameSelection, entries.tidyUp, entries.autoLayout],
  },
  {
    on: 'a group',
    refs: ['left', 'right'],
    controls: [...common.map(unpressed), ...steps.map(unpressed), ...flipsElsewhere, entries.ungroup, enterGroup, ...[entries.frameSelection, entries.tidyUp, entries.autoLayout].map(unpressed)],
  }, // prettier-ignore
  {
    on: 'a sheet',
    refs: ['sheet'],
    controls: [openSheet, comment, past, ...common, ...steps.map(unpressed), ...flipsElsewhere, entries.frameSelection],
  },
  {
    on: 'a cropped image',
    refs: ['cropped'],
    controls: [edit, crop, resetCrop, comment, past, ...plain, ...flipsElsewhere, entries.frameSelection],
  },
  { on: 'a board and a box', refs: ['one', 'board'], controls: arranged },
  { on: 'an arrow and a box', refs: ['one', 'way'], controls: [...together, turnRoundOf('way')] },
  { on: 'a sheet and an image', refs: ['sheet', 'picture'], controls: arranged },
  { on: 'a frame and a table', refs: ['grid', 'space'], controls: [...arranged, unpressed(entries.unframe)] },
  {
    on: 'a locked and a free box',
    refs: ['one', 'fixed'],
    controls: [
      ...[
        copy,
        paste,
        entries.duplicate,
        ...styled,
        unlock,
        entries.tidyUp,
        entries.autoLayout,
        ...always,
        ...steps,
        ...flips,
      ].map(unpressed),
      ...[cut, entries.remove, entries.lock, entries.frameSelection].map((control) => () => control(['one'])),
      ...takingElsewhere,
    ],
  },
  {
    on: 'a locked box',
    refs: ['fixed'],
    controls: [
      comment,
      past,
      copy,
      paste,
      entries.duplicate,
      unpressed(entries.copyStyle),
      unlock,
      ...takingElsewhere,
      ...always,
    ],
  },
];

const openMenuOn = async (refs: Refs, at: readonly number[] = []): Promise<void> => {
  const { x, y } = await bench.pointOf(refs[0] ?? '', ...at);
  await bench.page.mouse.click(x, y, { button: 'right' });
};
const showAtFullSize = (): Promise<void> =>
  bench.editor<void>('editor.viewport.fit({ x: 40, y: 0, width: 1200, height: 640 }, 0)');

/** Each of their entries is in another menu, too. */
const variants: ReadonlySet<string> = new Set([
  'a pen stroke',
  'a board and a box',
  'a sheet and an image',
  'a frame and a table',
]);
/** Not the one that an entry of it opens. */
const firstMenu = (page: Page): Locator => page.getByRole('menu').first();

for (const { on, refs, at, controls } of targets) {
  pressEveryControl({
    title: `the right button on ${on}`,
    bench: () => bench,
    ready: async ({ page }) => {
      await page.evaluate("navigator.clipboard.writeText('nothing yet')");
      await showAtFullSize();
      await bench.select(...refs);
      await openMenuOn(refs, at);
    },
    part: firstMenu,
    popup: 'menu',
    controls: controls.map((control) => control(refs)),
    isVariant: variants.has(on),
  });
}

pressEveryControl({
  title: 'the right button on the bare canvas',
  bench: () => bench,
  ready: async ({ page }) => {
    await showAtFullSize();
    await page.evaluate("navigator.clipboard.writeText('nothing yet')");
    await bench.editor<void>('editor.selection.clear()');
    await page.mouse.click(760, 640, { button: 'right' });
  },
  part: firstMenu,
  popup: 'menu',
  controls: [...[paste, ...always].map((control) => control([])), commentHere, copyAs(), exportTab],
});
