/** Every control of a plan board, on the canvas and open, of its dialog, its cards and their types, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import type { BoardDocument, ItemType } from '#schema/board.ts';
import { defaultCatalogue } from '#schema/default-catalogue.ts';

import { type EditorStage, startStage } from '../stage.ts';
import {
  boardDialog,
  boardDialogElsewhere,
  boardOnCanvas,
  boardPane,
  cardDialog,
  cardTypes,
  customFields,
  strayControls,
} from './board-controls.ts';
import { ControlBench } from './bench.ts';
import { elsewhere, type PressedControl } from './control.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
let card: string;
beforeAll(async () => {
  stage = await startStage('board-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada, 'add plan-board id=board label=Board x=200 y=120 width=720 height=420');
  const { boards } = await bench.get<BoardDocument>('/plan');
  await setTypes(defaultCatalogue.types.map((type) => (type.id === 'task' ? { ...type, custom: customFields } : type)));
  const status = boards[0]!.columns[0]!.status;
  const assignee = { id: ada.userId, name: 'Ada', color: '#1d4ed8' };
  const all = { labels: ['red'], assignee, priority: 'high', checklist: [{ id: 'paint', text: 'Buy paint', done: false }] };
  for (const fields of [{ title: 'Alpha', 'f-choice': 'Good', ...all }, { title: 'Beta' }, { title: 'Gamma' }])
    await bench.send('POST', '/items', { type: 'task', fields, place: { status } });
  const { items } = await bench.get<{ items: { id: string; key: number }[] }>('/items');
  card = items.find(({ key }) => key === 1)!.id;
  await bench.send('POST', `/items/${card}/comments`, { text: 'Which colour?' });
  await bench.send('POST', '/items/tally', { items: [{ id: card, votes: { [ada.userId]: 1 } }] });
});
afterAll(() => stage.stop());

async function setTypes(types: readonly ItemType[]): Promise<void> {
  const { itemTypesRev } = await bench.get<BoardDocument>('/plan');
  await bench.send('PUT', '/item-types', { expectedRev: itemTypesRev, itemTypes: { version: 1, types } });
}

const region = (name: string) => (page: ControlBench['page']) => page.getByRole('region', { name, exact: true });
const openBoard = async ({ page }: ControlBench): Promise<void> => {
  if (!(await region('Board Board')(page).isVisible())) await page.getByRole('button', { name: 'Open Board' }).click();
};
const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ ...control, ...elsewhere }));
const dialog = (name: string) => (page: ControlBench['page']) => page.getByRole('dialog', { name, exact: true });
const ofPage = elsewhereOf(boardOnCanvas);

pressEveryControl({
  title: 'a board on the canvas',
  bench: () => bench,
  part: region('Board'),
  controls: boardOnCanvas,
});

pressEveryControl({
  title: 'an open board',
  bench: () => bench,
  ready: openBoard,
  part: region('Board Board'),
  beside: ofPage,
  controls: boardPane,
});

pressEveryControl({
  title: 'the cards of an open board',
  bench: () => bench,
  ready: async (on) => {
    await openBoard(on);
    await on.page.locator(`[data-spot="${card}"]`).click();
  },
  part: dialog('Card #1'),
  popup: 'dialog',
  beside: [...ofPage, ...elsewhereOf(boardPane)],
  controls: cardDialog,
});

/** By the name that `editor.dialog` knows it by. */
const showDialog =
  (name: string) =>
  async (on: ControlBench): Promise<void> => {
    await openBoard(on);
    await on.editor<void>(`editor.dialog.set('${name}')`);
  };

/** Two, the first with two fields of its own. */
const fewTypes = ['task', 'idea'].map((id): ItemType => ({
  ...defaultCatalogue.types.find((type) => type.id === id)!,
  custom: id === 'task' ? customFields.filter(({ kind }) => kind === 'text' || kind === 'choice') : [],
}));
let areFew = false;

pressEveryControl({
  title: 'the types of cards',
  bench: () => bench,
  ready: async (on) => {
    if (!areFew) await setTypes(fewTypes);
    areFew = true;
    await showDialog('card-types')(on);
  },
  part: dialog('Card types'),
  popup: 'dialog',
  beside: [...ofPage, ...elsewhereOf(boardPane)],
  controls: cardTypes,
});

pressEveryControl({
  title: 'the dialog of a board',
  bench: () => bench,
  ready: showDialog('board'),
  part: dialog('Board'),
  popup: 'dialog',
  beside: [...ofPage, ...elsewhereOf(boardPane)],
  controls: boardDialog,
});

pressEveryControl({
  title: 'the dialog of a board of some types, with cards that are in no column',
  bench: () => bench,
  ready: async (on) => {
    await showDialog('board')(on);
    const all = on.page.getByRole('checkbox', { name: 'All types (including new ones)' });
    if (await all.isChecked()) await all.click();
  },
  part: dialog('Board'),
  popup: 'dialog',
  beside: [...ofPage, ...elsewhereOf(boardPane)],
  controls: [...boardDialogElsewhere, ...strayControls],
});
