/** Every control over a selection, for elements of every kind: pressed in a real browser, with its effect in the document. */
import { afterAll, beforeAll } from 'vitest';

import type { Sheet } from '#schema/sheet.ts';

import { type BrowserVisitor, type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, elsewhere } from './control.ts';
import { field as styleField } from './effects.ts';
import { everyKind, uploadedImage } from './every-kind.ts';
import { pressEveryControl } from './press-every-control.ts';
import { brief, entries, layer, moreButton, styleBar, type StyleControl, styles } from './style-bar.ts';

let stage: EditorStage;
let bench: ControlBench;
let mixed: ControlBench;
beforeAll(async () => {
  stage = await startStage('style-bar');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const place = await stage.document(ada, 'Drawing');
  const tab = `/documents/${place.id}/tabs/${place.tab}`;
  const operations = everyKind(await uploadedImage(stage, ada));
  for (const [method, path, body] of [
    ['PATCH', tab, { layers: [layer] }],
    ['POST', `${tab}/changesets`, { operations }],
  ] as const) {
    const answer = await ada.agent.call(method, path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  }
  bench = await ControlBench.at(ada, place);
  mixed = await mixedBench(ada);
});
afterAll(() => stage.stop());

/** A board, a sheet, boxes with an arrow between them, and a locked box. */
async function mixedBench(ada: BrowserVisitor): Promise<ControlBench> {
  const on = await ControlBench.open(stage, ada);
  const { sheet } = await on.send<{ sheet: Sheet }>('POST', '/sheets', { tabId: on.place.tab, title: 'Budget' });
  const at = (x: number, y: number, width = 120, height = 80) => ({ x, y, width, height });
  const operations = [
    { id: 'board', type: 'shape', shape: 'plan-board', label: 'Board', ...at(100, 400, 300, 160) },
    { id: 'sheet', type: 'shape', shape: 'plan-sheet', planSheet: { sheetId: sheet.id }, ...at(460, 400, 240, 160) },
    { id: 'under', type: 'shape', shape: 'ellipse', ...at(100, 180, 600, 80) },
    { id: 'one', type: 'shape', shape: 'square', label: 'One', ...at(100, 200) },
    { id: 'two', type: 'shape', shape: 'square', label: 'Two', ...at(460, 200) },
    { id: 'between', type: 'arrow', from: { element: 'one' }, to: { element: 'two' } },
    { id: 'over', type: 'shape', shape: 'ellipse', ...at(100, 260, 600, 80) },
    { id: 'fixed', type: 'shape', shape: 'square', ...at(760, 200) },
  ].map((element) => ({ op: 'add', element }));
  const path = `/tabs/${on.place.tab}`;
  await on.send('PATCH', path, { layers: [layer] });
  await on.send('POST', `${path}/changesets`, { operations });
  await on.send('POST', `${path}/changesets`, { operations: lockFixed });
  return on;
}

const lockFixed = 'set fixed locked=true';

const { shape, paper, fill, stroke, textColor, text, font, border, line, heads, thickness, direction } = styles;
const { turnRound, columns, link, cardLink, imageLink, note } = styles;
const { frameSelection, unframe } = entries;
const boxMore = moreButton(frameSelection);
const containerMore = moreButton(frameSelection, unframe);

const kinds: Readonly<Record<string, readonly StyleControl[]>> = {
  box: [shape, fill, stroke, textColor, text, font, border, link, note, boxMore],
  text: [fill, stroke, textColor, text, font, border, link, note, boxMore],
  sticky: [paper, textColor, text, font, link, note, boxMore],
  note: [fill, textColor, text, font, link, note, boxMore],
  table: [fill, stroke, textColor, text, font, border, link, note, boxMore],
  card: [fill, stroke, textColor, text, font, border, cardLink, note, boxMore],
  video: [stroke, textColor, text, font, border, cardLink, note, boxMore],
  image: [stroke, textColor, text, font, border, imageLink, note, boxMore],
  space: [fill, stroke, textColor, text, font, border, link, note, containerMore],
  swim: [fill, stroke, textColor, text, font, border, direction, link, note, containerMore],
  pen: [stroke, border, thickness, link, note, boxMore],
  arrow: [stroke, textColor, text, font, border, line, heads, turnRound, link, note, moreButton()],
};

for (const [kind, controls] of Object.entries(kinds)) {
  const all = controls.map((control) => control([kind]));
  pressEveryControl({
    title: `the style bar of ${kind}`,
    bench: () => bench,
    ready: () => bench.select(kind),
    part: styleBar,
    controls: kind === 'box' ? all : all.map(brief),
  });
}

const boxes: readonly StyleControl[] = [shape, fill, stroke, textColor, text, font, border, link, note, boxMore];
const unlock: StyleControl = (refs) =>
  button('Unlock', {
    effect: styleField(refs, 'locked', null),
    after: async (on) => void (await on.send('POST', `/tabs/${on.place.tab}/changesets`, { operations: lockFixed })),
  });

/** What else can be selected: boards, sheets, several elements, what is locked. */
const others: readonly (readonly [title: string, refs: readonly string[], controls: readonly StyleControl[]])[] = [
  ['a board', ['board'], [fill, stroke, textColor, font, border, columns, link, note, boxMore]],
  ['a sheet', ['sheet'], [fill, stroke, textColor, font, border, link, note, boxMore]],
  ['several boxes', ['one', 'two'], boxes],
  ['a box and an arrow', ['one', 'between'], [stroke, textColor, text, font, border, link, note, boxMore]],
  ['a locked box', ['fixed'], [unlock]],
];

for (const [title, refs, controls] of others)
  pressEveryControl({
    title: `the style bar of ${title}`,
    bench: () => mixed,
    ready: () => mixed.select(...refs),
    part: styleBar,
    beside: [button(/^(?:Open |Add card to )/, elsewhere)],
    controls: controls.map((control) => brief(control(refs))),
  });
