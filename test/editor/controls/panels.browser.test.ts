/** Every control of the panels at the right, of notices and of the list of people, pressed in a real browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage } from '../stage.ts';
import { panelsByTitle, type PanelTitle, topBar } from './bars.ts';
import { ControlBench } from './bench.ts';
import { button, type ControlEffect, effect, elsewhere, type PressedControl } from './control.ts';
import { commentsPanel, findPanel, handComments, historyPanel, layersAlone, layersPanel, librariesPanel, lintPanel, newThread, noLibraries, noPlaces, onlyIcons, notice, panel, peopleList, proposalsPanel, replyControls, tasksPanel } from './panel-controls.ts'; // prettier-ignore
import { type Context, pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let ben: BrowserVisitor;
let bench: ControlBench;
let faulty: ControlBench;
/** Of a tab whose history, and that of one element, is longer than what is shown at once. */
let old: ControlBench;
beforeAll(async () => {
  stage = await startStage('panel-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  ben = await stage.person('Ben');
  bench = await ControlBench.open(
    stage,
    ada,
    ['box', 'other', 'third', 'one', 'two'].map((id, place) => ({
      op: 'add',
      element: { id, type: 'shape', shape: 'square', label: labels[place], x: 200 + place * 160, y: 200, width: 120, height: 60 },
    })),
  );
  const { tab } = bench.place;
  const comment = async (ref: string, text: string): Promise<string> =>
    (await bench.send<{ id: string }>('POST', `/tabs/${tab}/comments`, { elementId: (await bench.element(ref))?.id, text })).id;
  await comment('box', 'Is it right?');
  const settled = await comment('other', 'Settled long ago');
  await bench.send('POST', `/tabs/${tab}/comments/${settled}/resolve`, {});
  const layer = (id: string, name: string) => ({ id, name, hidden: false, locked: false });
  await bench.send('PATCH', `/tabs/${tab}`, { layers: [layer('layer-ground', 'Ground'), layer('layer-notes', 'Notes')] });
  await bench.send('POST', `/tabs/${tab}/changesets`, { operations: 'set box layer=layer-ground' });
  await stage.invite(bench.place.id, ben, 'editor');
  await ControlBench.at(ben, bench.place);
  faulty = await ControlBench.open(stage, ada);
  await faulty.send('POST', `/tabs/${faulty.place.tab}/changesets`, { operations: faults });
  old = await ControlBench.open(stage, ada, 'add square id=box label=0');
  const path = `/tabs/${old.place.tab}/changesets`;
  for (let count = 1; count <= changed; count += 1)
    await old.send('POST', path, { operations: `set box label=${count}`, summary: `Change ${count}` });
});
afterAll(() => stage.stop());

/** One more than a page of the history holds, beside the changeset that added the box. */
const changed = 20;
const labels = ['Box', 'Other', 'Third', 'same 1', 'same 2'];
/** Two pairs of boxes that overlap, with arrows between them. */
const faults = [
  ...['late', 'late-2', 'early', 'early-2'].map((id, place) => ({
    op: 'add',
    element: { id, type: 'shape', shape: 'square', label: `Box ${place}`, x: 200 + (place % 2) * 300 + (place > 1 ? 60 : 0), y: 200 + (place % 2) * 250 + (place > 1 ? 40 : 0), width: 120, height: 80 }, // prettier-ignore
  })),
  { op: 'add', element: { id: 'way', type: 'arrow', from: { element: 'late' }, to: { element: 'late-2' } } },
  { op: 'add', element: { id: 'way-2', type: 'arrow', from: { element: 'early' }, to: { element: 'early-2' } } },
];

const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ ...control, ...elsewhere }));
/** The bubble on the canvas, and what the selection brings with it. */
const beside: readonly PressedControl[] = [
  button(/ comments? on /, elsewhere),
  button(
    /^(?:Shape: |Fill$|Stroke color$|Text color$|Text size: |Font: |Bold$|Italic$|Strikethrough$|Text alignment$|Stroke style: |Stroke width: |Position and size$|Link$|Note$|More$)/,
    elsewhere,
  ),
];

type PanelContext = Pick<Context, 'controls'> & {
  readonly title: string;
  readonly panel: PanelTitle;
  readonly select?: readonly string[];
  readonly on?: () => ControlBench;
  readonly ready?: (on: ControlBench) => Promise<void>;
};

function pressPanel({ title, panel: name, select = [], controls, on = () => bench, ready }: PanelContext): void {
  pressEveryControl({
    title,
    bench: on,
    ready: async (shown) => {
      await shown.page.bringToFront();
      if (select.length === 0) await shown.editor<void>('editor.selection.clear()');
      else await shown.select(...select);
      await shown.editor<void>(`editor.panel.set('${panelsByTitle[name]}')`);
      await ready?.(shown);
    },
    part: panel(name),
    beside,
    controls,
  });
}

pressPanel({
  title: 'the list of comments, with an element selected that has none',
  panel: 'Comments',
  select: ['third'],
  controls: [...newThread, ...elsewhereOf(commentsPanel)],
});

pressPanel({
  title: 'the list of comments, with nothing selected',
  panel: 'Comments',
  controls: commentsPanel,
});

pressPanel({
  title: 'the list of comments, with a reply begun',
  panel: 'Comments',
  select: ['box'],
  ready: async ({ page }) => {
    const field = page.getByRole('textbox', { name: 'Reply on Box' });
    if (!(await field.isVisible())) await panel('Comments')(page).getByRole('button', { name: 'Reply' }).first().click();
  },
  controls: [...replyControls, ...elsewhereOf(commentsPanel.filter(({ name }) => name !== handComments.name))],
});

pressPanel({ title: 'the proposals, without any', panel: 'Proposals', controls: proposalsPanel });

pressPanel({
  title: 'the tasks, without any',
  panel: 'Tasks for agents',
  controls: tasksPanel,
});

pressPanel({ title: 'the history', panel: 'History', on: () => faulty, controls: historyPanel });
const recordsIn = (page: ControlBench['page'], element = '') =>
  (element === '' ? panel('History')(page) : page.getByRole('region', { name: `History of ${element}` })).getByRole('listitem');
const recordsShown = (count: number, element?: string): ControlEffect =>
  effect(
    ({ page }) => recordsIn(page, element).count(),
    (now) => now === count,
  );
const historyBeside = elsewhereOf(historyPanel.filter(({ name }) => name !== 'Details' && name !== 'Undo'));
pressPanel({
  title: 'a history that is cut off',
  panel: 'History',
  on: () => old,
  controls: [
    ...historyBeside,
    ...['Details', 'Undo'].map((name) => button(name, { ...elsewhere, times: 20 })),
    button('Load more', recordsShown(21)),
  ],
});
pressPanel({
  title: 'the history of an element that is cut off',
  panel: 'History',
  on: () => old,
  select: ['box'],
  ready: ({ page }) => recordsIn(page, '20').nth(19).waitFor(),
  controls: [
    ...historyBeside,
    ...['Details', 'Undo'].map((name) => button(name, { ...elsewhere, times: 'several' })),
    // The first one is that of the element.
    button('Load more', { effect: recordsShown(21, '20'), times: 'several' }),
  ],
});
test('the loaded history of an element stays loaded when the element changes', async () => {
  const { page, place } = old;
  await old.settle();
  await old.select('box');
  await old.editor<void>("editor.panel.set('history')");
  await recordsIn(page, '20').first().waitFor();
  if ((await recordsIn(page, '20').count()) === 20) await page.getByRole('button', { name: 'Load more' }).first().click();
  await expect.poll(() => recordsIn(page, '20').count()).toBe(21);
  await old.send('POST', `/tabs/${place.tab}/changesets`, { operations: 'set box label=21', summary: 'Change 21' });
  await recordsIn(page, '21').filter({ hasText: 'Change 21' }).waitFor();
  expect(await recordsIn(page, '21').count()).toBe(22);
});
pressPanel({ title: 'lint', panel: 'Issues', on: () => faulty, controls: lintPanel });
pressPanel({ title: 'the layers', panel: 'Layers', select: ['box'], controls: layersPanel });
pressPanel({ title: 'the layers, with nothing selected', panel: 'Layers', controls: layersAlone });
pressPanel({ title: 'the shape libraries, without any', panel: 'Shape libraries', controls: noLibraries });
pressPanel({
  title: 'the shape libraries',
  panel: 'Shape libraries',
  select: ['box'],
  ready: onlyIcons,
  controls: librariesPanel,
});
pressPanel({ title: 'find, with nothing written', panel: 'Find', controls: noPlaces });
pressPanel({
  title: 'find',
  panel: 'Find',
  ready: ({ page }) => page.getByRole('textbox', { name: 'Find in document' }).fill('same'),
  controls: findPanel,
});

pressEveryControl({
  title: 'the list of people',
  bench: () => bench,
  ready: (on) => on.editor<void>('editor.selection.clear()'),
  part: (page) => page.getByRole('banner'),
  beside,
  controls: [...peopleList, ...elsewhereOf(topBar.filter(({ name }) => !String(name).includes('in this document')))],
});

pressEveryControl({
  title: 'a notice',
  bench: () => bench,
  ready: async (on) => {
    const path = `/documents/${on.place.id}/tabs/${on.place.tab}/changesets`;
    await ben.agent.call('POST', path, { operations: 'add sticky label="By an agent"', summary: 'Wrote' });
    await on.page.getByRole('list', { name: 'Recent changes by others' }).waitFor();
  },
  part: (page) => page.getByRole('list', { name: 'Recent changes by others' }),
  beside,
  controls: notice,
});
