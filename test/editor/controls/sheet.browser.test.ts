/** Every control of an open sheet, of its cells' menu and of the sheets at its foot, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import type { Sheet } from '#schema/sheet.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, elsewhere, type PressedControl } from './control.ts';
import { pressEveryControl } from './press-every-control.ts';
import { cellMenu, formatBar, laidOutMenu, onGrid, rangeMenu, sheetPane, sheetTabs } from './sheet-controls.ts';

let stage: EditorStage;
let bench: ControlBench;
let sheet: string;
beforeAll(async () => {
  stage = await startStage('sheet-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada);
  const made = async (title: string): Promise<Sheet> =>
    (await bench.send<{ sheet: Sheet }>('POST', '/sheets', { tabId: bench.place.tab, title })).sheet;
  const { id, layout } = await made('Budget');
  await made('Other');
  sheet = id;
  const rows = [['Item', 'Cost'], ['Tea', 1200], ['Milk', 900], ['Tea', 30]]; // prettier-ignore
  const cells = rows.flatMap((row, r) =>
    row.map((value, c) => ({ r: layout.rows[r], c: layout.cols[c], i: typeof value === 'number' ? { n: value } : { s: value } })),
  );
  await bench.send('POST', `/sheets/${sheet}/writes`, { write: { kind: 'cells', cells } });
});
afterAll(() => stage.stop());

const region = (page: ControlBench['page']) => page.getByRole('region', { name: 'Sheet Budget' });
const openSheet = async (on: ControlBench): Promise<void> => {
  if (await region(on.page).isVisible()) return;
  await on.editor<void>(`editor.sheet.set('${sheet}')`);
  await on.page.getByRole('grid', { name: 'Cells of Budget' }).waitFor();
};
const atB2 = async (on: ControlBench): Promise<void> => {
  await openSheet(on);
  await onGrid(on, 'Control+Home', 'ArrowRight', 'ArrowDown');
};
/** The right button on B2, with what is selected. */
const openMenu =
  (...keys: readonly string[]) =>
  async (on: ControlBench): Promise<void> => {
    await atB2(on);
    for (const key of keys) await on.page.keyboard.press(key);
    const cell = on.page.getByRole('gridcell', { name: '1200' });
    await cell.click({ button: 'right' });
  };
const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ ...control, ...elsewhere }));

pressEveryControl({
  title: 'the formats of cells',
  bench: () => bench,
  ready: atB2,
  part: (page) => page.getByRole('toolbar', { name: 'Format' }),
  beside: sheetPane,
  controls: formatBar,
});

pressEveryControl({
  title: 'an open sheet',
  bench: () => bench,
  ready: atB2,
  part: region,
  controls: sheetPane,
});

for (const [selected, keys, controls] of [
  ['a cell', [], cellMenu],
  ['some cells', ['Shift+ArrowRight', 'Shift+ArrowDown'], rangeMenu],
] as const)
  pressEveryControl({
    title: `the right button on ${selected}`,
    bench: () => bench,
    ready: openMenu(...keys),
    part: (page) => page.getByRole('menu'),
    beside: elsewhereOf(sheetPane),
    controls,
  });

let isLaidOut = false;
pressEveryControl({
  title: 'the right button where lines are hidden, frozen, merged and filtered',
  bench: () => bench,
  ready: async (on) => {
    if (!isLaidOut) await layOut(on);
    isLaidOut = true;
    await openMenu()(on);
  },
  part: (page) => page.getByRole('menu'),
  beside: elsewhereOf(sheetPane),
  controls: laidOutMenu,
});

async function layOut(on: ControlBench): Promise<void> {
  const { sheets } = await on.get<{ sheets: readonly Sheet[] }>(`/sheets?ids=${sheet}`);
  const { rows, cols } = sheets[0]!.layout;
  const changes = [
    { k: 'hide', axis: 'row', ids: [rows[5]], hidden: true },
    { k: 'hide', axis: 'col', ids: [cols[5]], hidden: true },
    { k: 'freeze', rows: 1, cols: 1 },
    { k: 'merge', r: rows[1], c: cols[1], rows: 1, cols: 2 },
    { k: 'filter', c: cols[0], values: ['Tea', 'Item'] },
  ];
  await on.send('POST', `/sheets/${sheet}/writes`, { write: { kind: 'layout', changes } });
}

pressEveryControl({
  title: 'the sheets of a tab',
  bench: () => bench,
  ready: openSheet,
  part: (page) => page.getByRole('navigation', { name: 'Sheets' }),
  beside: [...elsewhereOf(sheetPane), button('Filter column A, on', elsewhere)],
  controls: sheetTabs,
});
