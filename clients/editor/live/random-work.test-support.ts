/** random-work: any action of a person without the pointer: cards, sheets, layers, the clipboard, lines. */
import fc from 'fast-check';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { cardFieldNames, type Item } from '#schema/board.ts';
import type { CellFormatPatch, LayoutChange } from '#schema/sheet.ts';
import { cellKey } from '#schema/sheet.ts';
import type { Layer } from '#schema/tab.ts';
import { applyEdits, setTab } from '#schema/ydoc/write.ts';

import { anyTab } from '#core/tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { RandomSource } from '#server/live/guard/honest-editor.test-support.ts';

import { limitColumn, moveColumn, renameColumn, withColumn, withType } from '../board/board-columns.ts';
import { cardsOfNoBoard, putInto, removeColumn, writeBoard } from '../board/board-writes.ts';
import { boardsOf } from '../board/boards-in.ts';
import { addCard, changedCards } from '../board/deck.ts';
import { groupingsOf, laneChange, lanesOf } from '../board/table/lanes.ts';
import { placeCard } from '../board/table/place-card.ts';
import { moveCard } from '../board/use-card-drag.ts';
import { writeChange } from '../changes/write-change.ts';
import { anyChange, far, hostileTexts } from '../changes/any-change.test-support.ts';
import { storable } from '../changes/text.ts';
import { clip, clippingType, readClipping } from '../clipboard/clipping.ts';
import { pasteClipping } from '../clipboard/paste.ts';
import type { Editor } from '../state/editor.ts';
import { changedLayer, elementsOn, movedLayer, ontoLayer, withLayer, withoutLayer } from '../layers/layer-edits.ts';
import { planLines } from '../changeset-lines/apply-lines.ts';
import { cellsType, clipCells, pasteCells } from '../sheet/cell-clip.ts';
import { deleteSheet, placeSheet, renameSheet } from '../sheet/document-sheets.ts';
import { fillWrites } from '../sheet/fill.ts';
import { changeLayout, formatCells, type OpenSheet, writeCells, writeTexts } from '../sheet/sheet-writes.ts';
import { fromTsv } from '../sheet/tsv.ts';
import { layoutOf } from '../sheet/use-sheet.ts';
import type { Desk } from './desk.test-support.ts';

export const statuses = ['todo~00000001', 'doing~00000002', 'done~00000003', 'gone~00000004'] as const;

/** Texts of any length and hostility; the longest are at the limits of fields and cells. */
const texts = [
  ...hostileTexts,
  '漢'.repeat(32_767),
  '😀'.repeat(20_000),
  '😀'.repeat(500),
  'Item 7',
  '2026-11-20',
  '12.5',
  'a\tb\n"c"',
];
const numbers = [0, -0, 1, 12.5, 999, 1e300, -1, Number.NaN, Number.POSITIVE_INFINITY];
const people = [
  { id: 'user_00000000000000000001', name: 'Ada', color: '#0f766e' },
  { id: 'user_00000000000000000002', name: 'B'.repeat(300), color: 'red' },
];

/** One action, by the person at the desk, on one of the tabs. */
export function work(desk: Desk, random: RandomSource, from: readonly Work[] = works): void {
  const tabId = random.pick(desk.tabs.get())?.id ?? '';
  const editor = desk.editor(tabId);
  if (editor === null) return;
  random.pick(from)?.(editor, random, desk);
  desk.flush();
}

type Work = (editor: Editor, random: RandomSource, desk: Desk) => void;

const draw: Work = (editor, random) => {
  const ids = Array.from(editor.tab.view.elements(), ({ id }) => id);
  const chosen = new Set(ids.filter(() => random.int(4) === 0).slice(0, 1 + random.int(12)));
  const one = random.pick([...chosen]) ?? random.pick(ids) ?? '';
  writeChange(editor, anyChange(random, { tab: editor.tab.view, one, chosen, made: () => undefined }));
};

/** A clip from another document, by an honest page or one that writes anything. */
const pasteFromElsewhere: Work = (editor, random) => {
  const [state] = fc.sample(anyTab({ boxes: 12, arrows: 8 }), { seed: random.int(2 ** 31), numRuns: 1 });
  if (state === undefined) return;
  const other = TabIndex.of(state);
  const text = clip(Array.from(other.elements(), ({ id }) => id), other)?.get(clippingType) ?? ''; // prettier-ignore
  const written = random.int(2) === 0 ? text : JSON.stringify(tampered(JSON.parse(text === '' ? '{}' : text), random));
  const clipping = readClipping(written);
  if (clipping !== null)
    writeChange(
      editor,
      pasteClipping(
        clipping,
        { at: [far(random), far(random)], from: random.pick(['pointer', 'view'] as const) ?? 'view' },
        () => undefined,
      ),
    );
};

function tampered(clipping: { elements?: Record<string, unknown>[] }, random: RandomSource): unknown {
  const evil: readonly Record<string, unknown>[] = [
    { locked: true }, { layer: 'gone~00000000' }, { layer: 3 }, { z: 'zzz~' }, { x: 1e300 }, { width: -5 }, { label: 'a\u0000\ud800' }, { rotation: 1e9 },
    { planSheet: { sheetId: 'sheet_00000000000000000000' } }, { planBoard: { types: null, columns: [{ status: 'x', name: '' }] } }, { points: [[0, 0, 0]] },
    { imageId: 'img_00000000000000000000' }, { id: 'a~00000000' }, { comments: [] }, { votes: {} }, { link: 'javascript:alert(1)' }, { opacity: 'x' },
  ]; // prettier-ignore
  return { ...clipping, elements: clipping.elements?.map((element) => ({ ...element, ...random.pick(evil) })) };
}

/** Many large strokes, which are far larger than other elements. */
const pasteHeavy: Work = (editor, random) => {
  const points = Array.from({ length: 3_800 }, (_, at) => [Math.round(at * 14) / 100, (at % 90) / 4]);
  const stroke = { type: 'stroke', x: 0, y: 0, width: 532, height: 23, z: 'a0', points };
  const elements = Array.from({ length: 100 }, (_, at) => ({ ...stroke, id: `pen~${String(at).padStart(8, '0')}`, x: at * 5 }));
  const clipping = readClipping(JSON.stringify({ elements }));
  if (clipping !== null)
    writeChange(
      editor,
      pasteClipping(clipping, { at: [far(random), 0], from: 'pointer' }, () => undefined),
    );
};

/** As many cells as one write may have, each with a long text. */
const pasteHeavyCells: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open === null) return;
  const keys = open.sheet.rows.ids.flatMap((row) => open.sheet.cols.ids.map((col) => cellKey(row, col)));
  writeTexts(open, new Map(keys.map((key) => [key, '漢'.repeat(32_767)])));
};

const clearSheet: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open !== null) changeLayout(open, [{ k: 'delete', axis: 'row', ids: open.sheet.rows.ids.slice(1) }]);
};

const lines: Work = (editor, random, desk) => {
  const text = random.pick(['add sticky label="Do it"', 'tidy all', 'set type:shape fill=green all', 'rm type:sticky all', 'add plan-board label=Board', 'insert row into a', `add square label="${'z'.repeat(9_000)}"`, 'wrap type:shape in frame absorb', 'space all by=40', 'relayout']) ?? ''; // prettier-ignore
  const planned = planLines(editor, text);
  if ('plan' in planned) desk.edit(editor.tab.id, planned.plan.edits);
};

const makeCard: Work = (editor, random) => {
  const types = [...editor.session.cards.types.values()].filter(() => random.int(3) > 0);
  addCard(editor, { status: random.pick(statuses) ?? '', title: random.pick(texts) ?? '', types });
};

const arrangeBoard: Work = (editor, random) => {
  const { board } = random.pick(boardsOf(editor.session).filter(({ tabId }) => tabId === editor.tab.id)) ?? {};
  if (board === undefined) return;
  const { planBoard } = board;
  const { status = '' } = random.pick(planBoard.columns) ?? {};
  const acts = [
    () => writeBoard(editor, board, withColumn(planBoard, random.pick(texts) ?? '', newElementSuffix())),
    () => writeBoard(editor, board, renameColumn(planBoard, status, random.pick(texts) ?? '')),
    () => writeBoard(editor, board, limitColumn(planBoard, status, random.pick([null, 1, 2_000]) ?? null)),
    () => writeBoard(editor, board, moveColumn(planBoard, status, random.pick([-1, 1]) ?? 1)),
    () => writeBoard(editor, board, withType(planBoard, 'task', random.int(2) === 0, ['task', 'note'])),
    () => removeColumn(editor, board, status, random.pick([null, random.pick(planBoard.columns)?.status ?? null]) ?? null),
    () => putInto(editor, cardsOfNoBoard(editor), status),
  ];
  random.pick(acts)?.();
};

const moveAnyCard: Work = (editor, random) => {
  const ids = [...editor.session.cards.items.keys()];
  const before = random.int(2) === 0 ? null : (random.pick(ids) ?? null);
  moveCard(editor, random.pick(ids) ?? '', { status: random.pick(statuses) ?? '', before, columnName: 'Column' });
};

/** As a drag on an open board: into a column, and into a swimlane. */
const moveIntoLane: Work = (editor, random) => {
  const { board } = random.pick(boardsOf(editor.session)) ?? {};
  const { items, types } = editor.session.cards;
  if (board === undefined) return;
  const { columns } = board.planBoard;
  const ground = { columns, types: [...types.values()], people };
  const by = random.pick(groupingsOf(ground.types))?.value ?? 'none';
  const lanes = lanesOf(by, [...items.values()], ground);
  const [from, to] = [random.pick(lanes), random.pick(lanes)];
  const card = random.pick([...items.values()]);
  const status = random.pick(columns)?.status;
  if (from === undefined || to === undefined || card === undefined || status === undefined) return;
  const change = laneChange(by, card, { from: from.key, to: to.key }, ground);
  const cell = to.cells.get(status) ?? [];
  const before = random.int(2) === 0 ? null : (random.pick(cell)?.id ?? null);
  if (change !== null) changedCards(editor, (plan) => placeCard(plan, card, { status, before, cell, change }));
};

const fieldValues = {
  title: (random) => random.pick(texts),
  description: (random) => random.pick(texts),
  status: (random) => random.pick(statuses),
  assignee: (random) => random.pick(people),
  priority: (random) => random.pick(['urgent', 'low', 'whatever']),
  color: (random) => random.pick(['#123456', 'blue']),
  labels: (random) => texts.filter(() => random.int(3) === 0).map((text) => text.slice(0, random.int(120))),
  estimate: (random) => random.pick(numbers),
  start: (random) => random.pick(['2026-02-28', '2026-02-30', 'soon']),
  due: (random) => random.pick(['2026-12-31', '0000-00-00']),
  checklist: (random, item) => checklist(random, item),
  archived: (random) => random.int(2) === 0,
  flagged: (random) => random.int(2) === 0,
} satisfies Record<(typeof cardFieldNames)[number], (random: RandomSource, item: Item) => unknown>;

function checklist(random: RandomSource, { checklist: entries = [] }: Item): unknown {
  const text = random.pick(texts)?.trim() ?? '';
  if (random.int(3) === 0) return entries.map((entry) => ({ ...entry, done: random.int(2) === 0 }));
  if (random.int(3) === 0) return entries.slice(0, random.int(entries.length + 1));
  const more = random.int(8) === 0 ? 110 - entries.length : 1;
  return [...entries, ...Array.from({ length: more }, () => ({ id: newElementSuffix(), text, done: false }))];
}

const changeCard: Work = (editor, random) => {
  const { items, types } = editor.session.cards;
  const item = random.pick([...items.values()]);
  if (item === undefined) return;
  if (random.int(8) === 0) return void changedCards(editor, (cards) => cards.change(item.id, { type: random.pick([...types.keys()]) ?? '' })); // prettier-ignore
  const custom = types.get(item.type)?.custom ?? [];
  const field = custom.length > 0 && random.int(2) === 0 ? random.pick(custom)?.id : undefined;
  const name = field ?? random.pick(cardFieldNames) ?? 'title';
  const valueOf: (random: RandomSource, item: Item) => unknown = fieldValues[name as keyof typeof fieldValues];
  const value = field === undefined ? valueOf(random, item) : random.pick<unknown>([...texts, ...numbers, true, item.id, 'https://a.b/c', 'Red']); // prettier-ignore
  changedCards(editor, (cards) => cards.change(item.id, random.int(4) === 0 ? { clear: [name] } : { set: { [name]: value } }));
};

const cells: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open === null) return;
  const keys = anyKeys(open, random);
  const inputs = [
    ...texts,
    '=A1+B2',
    '=SUM(A:A)',
    "='Other'!A1",
    '=1/0',
    `=${'('.repeat(80)}`,
    'TRUE',
    "'=x",
    '1e400',
    '=A1&"ü\ud800"',
  ];
  writeTexts(open, new Map(keys.map((key) => [key, random.int(4) === 0 ? null : (random.pick(inputs) ?? '')])));
};

const paste: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open === null) return;
  const { rows, cols } = open.sheet;
  const wide = 1 + random.int(20);
  const word = random.pick(['7', 'word', 'x"y', random.int(5) === 0 ? '漢'.repeat(3_000) : '=A1', '\u0000\ud800']) ?? '';
  const rowsOf = fromTsv(
    Array.from({ length: 1 + random.int(40) }, () => (Array(wide).fill(word) as string[]).join('\t')).join('\n'),
  );
  const pasted = new Map<string, string | null>();
  for (const [y, row] of rowsOf.entries())
    for (const [x, text] of row.entries()) {
      const [r, c] = [rows.ids[y], cols.ids[x]];
      if (r !== undefined && c !== undefined) pasted.set(cellKey(r, c), text === '' ? null : text);
    }
  writeTexts(open, pasted);
};

const formats: readonly CellFormatPatch[] = [{ b: true }, { b: null }, { nf: '0.00' }, { nf: 'percent' }, { nf: null }, { nf: '[bad' }, { bg: '#ff0000' }, { al: 'right' }, { wr: true, va: 'top' }]; // prettier-ignore
const format: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open !== null) formatCells(open, anyKeys(open, random), random.pick(formats) ?? {});
};

const layout: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open === null) return;
  const axis = random.pick(['row', 'col'] as const) ?? 'row';
  const all = axis === 'row' ? open.sheet.rows.ids : open.sheet.cols.ids;
  const ids = all.filter(() => random.int(5) === 0);
  const before = random.pick(all);
  const [r = '', c = ''] = (anyKeys(open, random)[0] ?? ':').split(':');
  const changes: LayoutChange[] = [
    { k: 'insert', axis, count: 1 + random.int(4), ...(before !== undefined && { before }) },
    { k: 'delete', axis, ids },
    { k: 'move', axis, ids, ...(before !== undefined && { before }) },
    { k: 'size', axis, ids, px: 16 + random.int(500) },
    { k: 'hide', axis, ids, hidden: random.int(2) === 0 },
    { k: 'freeze', rows: random.int(4), cols: random.int(3) },
    { k: 'merge', r, c, rows: 1 + random.int(3), cols: 1 + random.int(3) },
    { k: 'filter', c, values: random.pick([null, [], ['7'], texts.slice(0, 3), Array(900).fill('漢'.repeat(1_900)) as string[]]) ?? null }, // prettier-ignore
  ];
  const change = random.pick(changes);
  if (change !== undefined) changeLayout(open, [change]);
};

const rename: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open !== null) renameSheet(editor, open.sheet, random.pick(texts) ?? '');
};

const fill: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open === null) return;
  const axes = layoutOf(open.workbook, open.sheet);
  const [rows, cols] = [axes.rows.lines.length, axes.cols.lines.length];
  if (rows === 0 || cols === 0) return;
  const [top, left] = [random.int(rows), random.int(cols)];
  const from = { top, left, bottom: Math.min(rows - 1, top + random.int(3)), right: Math.min(cols - 1, left + random.int(3)) };
  const to = random.int(2) === 0 ? { ...from, bottom: rows - 1 } : { ...from, left: 0 };
  writeCells(open, fillWrites({ ...open, ...axes }, from, to, random.int(3) === 0 ? 'copy' : 'series'));
};

/** Cells copied here or in another document, in our own format, also by a page that writes anything. */
const pasteOwnCells: Work = (editor, random, desk) => {
  const [source, target] = [openSheet(editor, random, desk), openSheet(editor, random, desk)];
  if (source === null || target === null) return;
  const [copied, axes] = [layoutOf(source.workbook, source.sheet), layoutOf(target.workbook, target.sheet)];
  const span = ({ rows, cols }: typeof axes) => {
    const [top, left] = [random.int(rows.lines.length), random.int(cols.lines.length)];
    return { top, left, bottom: Math.min(rows.lines.length - 1, top + random.int(4)), right: Math.min(cols.lines.length - 1, left + random.int(3)) }; // prettier-ignore
  };
  if ([copied, axes].some(({ rows, cols }) => rows.lines.length * cols.lines.length === 0)) return;
  const clip = clipCells({ ...source, ...copied }, span(copied), 'doc_1', random.int(3) === 0);
  const hostile = { cells: [{ i: { s: '\u0000\ud800' } }, { i: { n: 1e308 } }, { f: { nf: 'x'.repeat(300) } }, null] };
  const read = (type: string): string => {
    const text = clip.get(type) ?? '';
    return type === cellsType && random.int(4) === 0 ? JSON.stringify({ ...(JSON.parse(text) as object), ...hostile }) : text;
  };
  const document = random.pick(['doc_1', 'doc_2']) ?? '';
  writeCells(target, pasteCells({ ...target, ...axes }, span(axes), document, read).writes);
};

const newSheet: Work = (editor, random) => {
  if (random.int(3) === 0) placeSheet(editor);
};
const dropSheet: Work = (editor, random, desk) => {
  const open = openSheet(editor, random, desk);
  if (open !== null && random.int(3) === 0) deleteSheet(editor, open.sheet.id);
};

function openSheet(editor: Editor, random: RandomSource, desk: Desk): OpenSheet | null {
  const { workbook } = desk.book;
  while (!workbook.advance({ now: 0, random: () => 0.5 }, 1_000_000));
  const sheet = random.pick([...workbook.sheets.values()]);
  return sheet === undefined ? null : { editor, workbook, sheet };
}

function anyKeys({ sheet: { rows, cols } }: OpenSheet, random: RandomSource): string[] {
  const [top, left] = [random.int(rows.ids.length), random.int(cols.ids.length)];
  return rows.ids.slice(top, top + 1 + random.int(4)).flatMap((row) => cols.ids.slice(left, left + 1 + random.int(3)).map((col) => cellKey(row, col))); // prettier-ignore
}

/** As the layers panel writes them. */
const layers: Work = ({ tab, mayEdit }, random, desk) => {
  if (!mayEdit.get()) return;
  const known = tab.settings.get().layers;
  const id = random.pick(known)?.id ?? '';
  const some = Array.from(tab.view.elements(), (element) => element.id).filter(() => random.int(3) === 0);
  const write = (next: readonly Layer[] | null, edits: ReturnType<typeof ontoLayer> = []): unknown =>
    next !== null &&
    desk.transact((doc) => {
      setTab(doc, tab.id, { layers: next });
      applyEdits(doc, tab.id, edits);
    });
  random.pick([
    () => write(withLayer(known, `layer-${newElementSuffix()}`)),
    () => write(known, ontoLayer(some, random.int(3) === 0 || id === '' ? null : id, tab.view)),
    () => write(withoutLayer(known, id), ontoLayer(elementsOn(id, tab.view), null, tab.view)),
    () => write(changedLayer(known, id, { name: storable(random.pick(texts) ?? '', limits.nameCharacters).trim() || 'Layer' })),
    () => write(changedLayer(known, id, { hidden: random.int(2) === 0 })),
    () => write(movedLayer(known, id, random.int(2) === 0 ? 1 : -1)),
  ])?.();
};

const undo: Work = (_editor, _random, desk) => void desk.steps.undo();
const redo: Work = (_editor, _random, desk) => void desk.steps.redo();

const works: readonly Work[] = [
  draw, draw, draw, pasteFromElsewhere, lines, arrangeBoard, arrangeBoard, makeCard, makeCard, moveAnyCard, moveAnyCard, moveIntoLane, moveIntoLane, changeCard, changeCard, changeCard, changeCard,
  cells, cells, paste, fill, fill, pasteOwnCells, pasteOwnCells, newSheet, dropSheet, format, layout, layout, layout, rename, layers, layers, undo, undo, redo,
]; // prettier-ignore
/** A write that is too large for one update. */
export const heavyWorks: readonly Work[] = [pasteHeavy, pasteHeavyCells, clearSheet, dropSheet, undo, redo];

/** Elements as a document stores them: without the prototypes of generated values, and with valid keys. */
export const stored = (elements: Iterable<Element>): Element[] =>
  Array.from(elements, (element) => JSON.parse(JSON.stringify({ ...element, z: 'a0' })) as Element);
