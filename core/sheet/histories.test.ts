import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { isProblem } from '#schema/problem.ts';
import { cellKey, type LayoutChange, type SheetState, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { addSheet, editSheet, readSheet } from '#schema/ydoc/sheets.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';

import { storedFormula } from './formula-text.ts';
import { planLayout } from './sheet-layout.ts';
import { clock, colId, plain, randomOf, rowId, sheetId } from './sheet.test-support.ts';
import { Workbook } from './workbook.ts';

const id = sheetId(0);
const size = 6;

test(
  '[SH30] in random histories of two offline editors and an agent, every formula refers to its original cells',
  () => {
    const seed = seedOr(9);
    for (let history = 0; history < scaled(1_000); history += 1) play(seed * 1_000 + history, history % 2 === 0);
  },
  fuzzTimeout(60_000),
);

/**
 * Lines are moved, or only inserted and deleted. In the latter case ranges, too, keep exactly their cells, except deleted ones.
 */
function play(seed: number, moves: boolean): void {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const server = begun();
  const meant = new Map<string, { readonly from: string; readonly to: string }>();
  const first = stateOf(server);
  const cells = new Map<string, StoredCell>();
  for (const row of first.rows.ids)
    for (const col of first.cols.ids) cells.set(cellKey(row, col), { i: { n: 1 + Math.floor(random() * 1e6) } });
  // Formulas are in the last column.
  for (const row of first.rows.ids) {
    const [r1, r2, c1, c2] = [random(), random(), random(), random()].map((share) => Math.floor(share * (size - 1)));
    const [from, to] = [
      addressOf(Math.min(r1 ?? 0, r2 ?? 0), Math.min(c1 ?? 0, c2 ?? 0)),
      addressOf(Math.max(r1 ?? 0, r2 ?? 0), Math.max(c1 ?? 0, c2 ?? 0)),
    ];
    const key = cellKey(row, first.cols.ids[size - 1] ?? '');
    const isRange = random() < 0.5;
    cells.set(key, {
      i: { s: storedFormula(isRange ? `=SUM(${from}:${to})` : `=$${from}`, { sheet: first, sheets: new Map([[id, first]]) }) },
    });
    const keyOf = (address: string): string =>
      cellKey(first.rows.ids[Number(address.slice(1)) - 1] ?? '', first.cols.ids[address.charCodeAt(0) - 65] ?? '');
    meant.set(key, { from: keyOf(from), to: isRange ? keyOf(to) : '' });
  }
  editSheet(server, id, { maps: { cells } });
  const editors = [copyOf(server), copyOf(server)];
  for (let step = 0; step < 9; step += 1) change(pick([server, ...editors]), random, pick, moves);
  for (const editor of editors) Y.applyUpdate(server, Y.encodeStateAsUpdate(editor));
  for (const editor of editors) Y.applyUpdate(editor, Y.encodeStateAsUpdate(server));
  const after = stateOf(server);
  for (const editor of editors) expect(stateOf(editor), `seed ${seed}`).toEqual(after);
  const book = new Workbook();
  book.put(after);
  while (!book.advance(clock, 10_000));
  for (const [key, { from, to }] of meant) {
    if (!after.cells.has(key)) continue;
    const value = plain(book.value(id, key));
    const expected = to === '' ? valueAt(after, from) : moves ? null : sumOf(first, after, cells, from, to);
    if (expected === 'nothing') expect([0, '#REF!'], `seed ${seed}, ${key}`).toContain(value);
    else if (expected !== null) expect(value, `seed ${seed}, ${key}`).toBe(expected);
  }
}

/** The current value of the original cell; an error if its row or column was deleted. */
function valueAt(sheet: SheetState, key: string): number | string {
  const [row = '', col = ''] = key.split(':');
  if (!sheet.rows.ids.includes(row) || !sheet.cols.ids.includes(col)) return '#REF!';
  const input = sheet.cells.get(key)?.i;
  return input !== undefined && 'n' in input ? input.n : 0;
}

/** The sum of the remaining original cells of the range. */
function sumOf(
  first: SheetState,
  after: SheetState,
  cells: ReadonlyMap<string, StoredCell>,
  from: string,
  to: string,
): number | string {
  const between = (axis: 'rows' | 'cols', part: 0 | 1): string[] => {
    const ids = first[axis].ids;
    const [a, b] = [from.split(':')[part] ?? '', to.split(':')[part] ?? ''];
    return ids.slice(ids.indexOf(a), ids.indexOf(b) + 1).filter((line) => after[axis].ids.includes(line));
  };
  const [rows, cols] = [between('rows', 0), between('cols', 1)];
  // Inserted lines between the two ends are empty; without any original line there is no range.
  if (rows.length === 0 || cols.length === 0) return 'nothing';
  let sum = 0;
  for (const row of rows) {
    for (const col of cols) {
      const input = cells.get(cellKey(row, col))?.i;
      if (input !== undefined && 'n' in input) sum += input.n;
    }
  }
  return sum;
}

let made = 0;
function change(doc: Y.Doc, random: () => number, pick: <T>(list: readonly T[]) => T, moves: boolean): void {
  const sheet = stateOf(doc);
  const axis = random() < 0.5 ? 'row' : 'col';
  const { ids } = axis === 'row' ? sheet.rows : sheet.cols;
  const line = pick(ids);
  const others = ids.filter((other) => other !== line);
  const before = random() < 0.2 || others.length === 0 ? undefined : pick(others);
  const place = before === undefined ? {} : { before };
  const kinds: LayoutChange[] = [
    { k: 'insert', axis, count: 1 + Math.floor(random() * 2), ...place },
    { k: 'delete', axis, ids: [line] },
    ...(moves ? [{ k: 'move' as const, axis, ids: [line], ...place } satisfies LayoutChange] : []),
  ];
  const edit = planLayout(sheet, [pick(kinds)], { newId: (kind) => `${kind}_new${String((made += 1)).padStart(13, '0')}` });
  if (!isProblem(edit)) editSheet(doc, id, edit);
}

function begun(): Y.Doc {
  const doc = new Y.Doc();
  const keys = orderKeys(size);
  addSheet(doc, id, {
    tabId: 'tab_0000000000000000',
    title: 'S',
    rows: keys.map((key, at) => [rowId(at), key] as const),
    cols: keys.map((key, at) => [colId(at), key] as const),
  });
  return doc;
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

function stateOf(doc: Y.Doc): SheetState {
  const sheet = readSheet(doc, id);
  if (sheet === null) throw new Error('the sheet is gone');
  return sheet;
}

const addressOf = (row: number, col: number): string => `${String.fromCharCode(65 + col)}${row + 1}`;
