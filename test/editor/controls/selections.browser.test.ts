/** The controls over what is no single element of a plain kind: boards, sheets, several elements, locked ones; in a real browser. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { titleOf } from '#clients/editor/state/tools.ts';
import { colorSlots } from '#schema/element.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench, type ControlState } from './bench.ts';
import { boardOnCanvas } from './board-controls.ts';
import { button, dialog, elsewhere, item, menu, type PressedControl, textbox } from './control.ts';
import { titles } from './command-titles.ts';
import { field, gone, keepFaint, those, undo } from './effects.ts';
import { pressEveryControl } from './press-every-control.ts';
import { brief, entries, layer, moreButton, styleBar, type StyleControl, styles } from './style-bar.ts';

const locked = { id: 'layer-locked', name: 'Locked', hidden: false, locked: true } as const;

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('selections');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  bench = await ControlBench.open(
    stage,
    ada,
    [
      { id: 'one', type: 'shape', shape: 'square', label: 'One', ...at(300, 190, 120, 80) },
      { id: 'two', type: 'sticky', label: 'Two', ...at(480, 240, 100, 100) },
      { id: 'three', type: 'link-card', url: 'https://example.org/3', title: 'Three', ...at(600, 200, 200, 90) },
      { id: 'four', type: 'link-card', url: 'https://example.org/4', title: 'Four', ...at(600, 360, 200, 90) },
      { id: 'pen', type: 'stroke', points: [[0, 0], [60, 40], [100, 10]], ...at(840, 220, 100, 40) }, // prettier-ignore
      { id: 'from', type: 'shape', shape: 'square', ...at(300, 420, 60, 40) },
      { id: 'to', type: 'shape', shape: 'square', ...at(500, 450, 60, 40) },
      { id: 'way', type: 'arrow', from: { element: 'from' }, to: { element: 'to' } },
      { id: 'fixed', type: 'shape', shape: 'square', ...at(300, 540, 80, 40) },
      { id: 'bound', type: 'shape', shape: 'square', ...at(420, 540, 80, 40) },
      { id: 'held', type: 'shape', shape: 'square', ...at(540, 540, 80, 40) },
      { id: 'board', type: 'shape', shape: 'plan-board', label: 'Board', ...at(660, 500, 320, 160) },
      // What nothing else is in front of.
      { id: 'top', type: 'shape', shape: 'square', ...at(300, 620, 60, 40) },
    ].map((element) => ({ op: 'add', element })),
  );
  const { tab } = bench.place;
  const { sheet } = await bench.send<{ sheet: { id: string } }>('POST', '/sheets', { tabId: tab, title: 'Budget' });
  const planSheet = { sheetId: sheet.id };
  const element = { id: 'sheet', type: 'shape', shape: 'plan-sheet', planSheet, ...at(1000, 200, 200, 160) };
  await bench.send('POST', `/tabs/${tab}/changesets`, { operations: [{ op: 'add', element }] });
  await bench.send('PATCH', `/tabs/${tab}`, { layers: [layer, { ...locked, locked: false }] });
  await bench.send('POST', `/tabs/${tab}/changesets`, { operations: `set held layer=${locked.id}` });
  await bench.send('PATCH', `/tabs/${tab}`, { layers: [layer, locked] });
  await lock('fixed');
  await lock('bound');
  await keepFaint(bench);
});
afterAll(() => stage.stop());

async function lock(ref: string): Promise<void> {
  const operations = `set ${ref} locked=true`;
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, { operations, summary: 'Locked' });
}

const {
  shape,
  paper,
  fill: fillColor,
  stroke,
  textColor,
  text,
  font,
  bold,
  titleBold,
  italic,
  strike,
  alignment,
  border,
  strokeWidth,
  line,
  startHead,
  endHead,
  turnRound,
} = styles;
const { columns, geometry, upright, link, cardLink, note } = styles;
const { frameSelection } = entries;
const elsewhereOf = (controls: readonly PressedControl[]): readonly PressedControl[] =>
  controls.map((control) => ({ role: control.role, name: control.name, ...elsewhere }));

function pressStyles(title: string, refs: readonly string[], controls: readonly PressedControl[]): void {
  pressEveryControl({
    title: `the style bar of ${title}`,
    bench: () => bench,
    ready: () => bench.select(...refs),
    part: styleBar,
    beside: elsewhereOf(boardOnCanvas),
    controls,
  });
}

/** More, with these of its entries pressed here. */
const moreOf = (control: PressedControl, isPressed: (name: string) => boolean): PressedControl => {
  const controls = control.opens?.controls.flatMap((entry) => (isPressed(String(entry.name)) ? [entry] : elsewhereOf([entry])));
  return { ...control, opens: { role: 'menu', controls: controls ?? [] } };
};

const asOfBoxes = [stroke, textColor, text, font, titleBold, italic, strike, border, strokeWidth, upright, link, note];
const ownEntries: readonly string[] = [titles['frame-selection'], titles.duplicate, titles.delete];
for (const [ref, controls] of [
  ['board', [columns]],
  ['sheet', []],
] as const)
  pressStyles(`a ${ref}`, [ref], [
    brief(fillColor([ref])),
    ...elsewhereOf(asOfBoxes.map((control) => control([ref]))),
    ...controls.map((control: StyleControl) => control([ref])),
    moreOf(moreButton(frameSelection)([ref]), (name) => ownEntries.includes(name)),
  ]); // prettier-ignore

/** An entry of More that several elements have beside the entries of one. */
const aligned =
  (title: string, place: (box: ControlState) => number): StyleControl =>
  (refs) =>
    item(title, { effect: those(refs, (now) => new Set(now.map((box) => Math.round(place(box)))).size === 1), after: undo });
const distributed =
  (title: string, start: 'x' | 'y', size: 'width' | 'height'): StyleControl =>
  (refs) =>
    item(title, {
      effect: those(refs, (now) => {
        const middle = (box: ControlState): number => box[start] + box[size] / 2;
        const inOrder = now.toSorted((a, b) => middle(a) - middle(b));
        const gaps = inOrder.slice(1).map((box, index) => box[start] - inOrder[index]![start] - inOrder[index]![size]);
        return Math.max(...gaps) - Math.min(...gaps) < 0.5;
      }),
      after: undo,
    });
const alignments: readonly StyleControl[] = [
  aligned(titles['align-left'], ({ x }) => x),
  aligned(titles['align-center'], ({ x, width }) => x + width / 2),
  aligned(titles['align-right'], ({ x, width }) => x + width),
  aligned(titles['align-top'], ({ y }) => y),
  aligned(titles['align-middle'], ({ y, height }) => y + height / 2),
  aligned(titles['align-bottom'], ({ y, height }) => y + height),
  distributed(titles['distribute-across'], 'x', 'width'),
  distributed(titles['distribute-down'], 'y', 'height'),
];

/** A box, a note, a card, a pen stroke and an arrow. */
const boxes = ['one', 'two', 'three', 'pen'];
const several = [...boxes, 'way'];
const arranges: readonly StyleControl[] = [
  () => item('Align', menu(alignments.map((control) => control(boxes)))),
  () => entries.tidyUp(boxes),
  () => entries.autoLayout(boxes),
];
const stacksAndSets = ['Arrange', 'Opacity', 'Layer', 'Flip'];
const moreOfSeveral = moreOf(
  moreButton(...arranges, frameSelection, entries.group)(several),
  (name) => name !== titles.lock && !stacksAndSets.includes(name),
);
const [lettered, bounded] = [
  ['one', 'two', 'three', 'way'],
  ['one', 'three', 'pen', 'way'],
];

pressStyles('several elements of different kinds', several, [
  ...[
    shape(['one']),
    paper(['two']),
    fillColor(['one', 'three']),
    stroke(bounded),
    textColor(lettered),
    text(lettered),
    font(lettered),
    bold(['one', 'two', 'way']),
    italic(lettered),
    strike(lettered),
    alignment(['one', 'two']),
    border(bounded),
    line(['way']),
    startHead(['way']),
    endHead(['way']),
    turnRound(['way']),
    strokeWidth(bounded.filter((ref) => ref !== 'pen')),
    upright(boxes),
    cardLink(['three']),
    note(several),
  ].map(brief),
  moreOfSeveral,
]);

/** The fields that a form shows empty because the elements differ keep their values unless a person writes there. */
const differing = ['three', 'four'];
const valuesOf = async (name: string): Promise<unknown[]> =>
  Promise.all(differing.map(async (ref) => (await bench.element(ref))?.[name]));

test('the title of two cards that differ in their URL sets the title alone', async () => {
  await bench.settle();
  await bench.select(...differing);
  const { page } = bench;
  await styleBar(page).getByRole('button', { name: 'Link' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Both');
  const before = await valuesOf('url');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => valuesOf('title')).toEqual(['Both', 'Both']);
  expect(await valuesOf('url')).toEqual(before);
});

test('saving the form of a note that differs, untouched, changes neither', async () => {
  await bench.settle();
  await bench.send('POST', `/tabs/${bench.place.tab}/changesets`, {
    operations: 'set three note="First"\nset four note="Second"',
  });
  await bench.select(...differing);
  const { page } = bench;
  await styleBar(page).getByRole('button', { name: 'Note' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await valuesOf('note')).toEqual(['First', 'Second']);
});

const unlock = (refs: readonly string[]): PressedControl =>
  button('Unlock', {
    effect: field(refs, 'locked', null),
    after: async () => {
      for (const ref of refs) await lock(ref);
    },
  });
pressStyles('a locked element', ['fixed'], [unlock(['fixed'])]);
pressStyles('several locked elements', ['fixed', 'bound'], [unlock(['fixed', 'bound'])]);

/** On a layer that is locked there is nothing that a press could do. */
pressStyles('an element on a locked layer', ['held'], []);
test('the style bar of an element on a locked layer names the lock', async () => {
  await bench.settle();
  await bench.select('held');
  await styleBar(bench.page).getByText('Layer is locked').waitFor();
});

const fillChoices = colorSlots.map(titleOf);
/** What is pressed changes the free element, and leaves the locked one as it is. */
const free = ['one'];
pressStyles('a locked and a free element', ['one', 'fixed'], [
  ...elsewhereOf([shape, stroke, textColor, text, font, bold, italic, strike, alignment, border, strokeWidth, geometry, link, note].map((control) => control(free))),
  button('Fill', dialog([
    button('Red', field(free, 'fill', 'red')),
    ...fillChoices.filter((name) => name !== 'Red').map((name) => button(name, elsewhere)),
    button('Pick color from canvas', elsewhere),
    ...['Custom color (picker)', 'Custom color'].map((name) => textbox(name, elsewhere)),
  ])),
  button('More', menu([
    ...['Arrange', 'Opacity', 'Layer', 'Align', 'Flip', titles['frame-selection'], titles.duplicate, titles['copy-style'], titles['paste-style'], titles['copy-as-lines'], titles.lock].map((name) => item(name, elsewhere)),
    item(titles['tidy-up'], elsewhere),
    item(titles['auto-layout'], elsewhere),
    item(titles.delete, { effect: gone(free), after: undo }),
  ])),
]); // prettier-ignore
test('the locked element is as it was, whatever was pressed', async () => {
  expect(await bench.element('fixed')).toMatchObject({ locked: true, x: 300, y: 540 });
  expect(await bench.element('fixed')).not.toHaveProperty('fill');
});
