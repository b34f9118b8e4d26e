import { describe, expect, test } from 'vitest';

import { addSheet } from '#schema/ydoc/sheets.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';

import { axisOf, colId, rowId, sheetId } from '#core/sheet/sheet.test-support.ts';

import { Office, openEditor } from '../live/desk.test-support.ts';
import { deletionWarning } from './deletion-warning.ts';
import { deleteOpenSheet, sheetsInRow, titleFor } from './use-sheet-tabs.ts';

const [first, second] = ['tab_00000000000000000001', 'tab_00000000000000000002'] as const;
const settings = (id: string, order: string) => ({ id, name: id, mode: 'canvas', theme: 'light', locked: false, order, layers: [], pages: [] }) as const; // prettier-ignore
const lines = (kind: typeof rowId) => [...axisOf([0, 1].map((at) => kind(at, 0))).orders];

/** Two sheets of the first tab, and one of the second. */
function threeSheets() {
  const office = new Office();
  initDocument(office.doc, { name: 'Plan' });
  insertTab(office.doc, settings(first, 'a0'));
  insertTab(office.doc, settings(second, 'a1'));
  const places = [first, first, second];
  for (const [at, tabId] of places.entries()) {
    addSheet(office.doc, sheetId(at), { tabId, title: `Sheet ${at}`, rows: lines(rowId), cols: lines(colId) });
  }
  const { desk, editor: given } = openEditor(office, first);
  const announced: string[] = [];
  let focused = 0;
  const canvas = { focus: () => void (focused += 1) };
  const editor = { ...given, canvas, announce: (text: string) => void announced.push(text) } as unknown as typeof given;
  return { desk, editor, announced, focused: () => focused };
}

describe('the row of sheets', () => {
  test('has the sheets of the tab, and last an open one of another tab', () => {
    const { desk } = threeSheets();
    expect(sheetsInRow(desk, first, sheetId(0)).map(({ id }) => id)).toEqual([sheetId(0), sheetId(1)]);
    expect(sheetsInRow(desk, first, sheetId(2)).map(({ id }) => id)).toEqual([sheetId(0), sheetId(1), sheetId(2)]);
  });

  test('shows the neighbor of a deleted sheet, and the canvas after the last one', () => {
    const { desk, editor, announced, focused } = threeSheets();
    const remove = (id: string): void => deleteOpenSheet(editor, sheetsInRow(desk, first, id), id);
    remove(sheetId(1));
    expect([editor.sheet.get(), focused(), announced.length]).toEqual([sheetId(0), 0, 1]);
    remove(sheetId(0));
    expect([editor.sheet.get(), focused(), announced.length]).toEqual([null, 1, 2]);
    expect(sheetsInRow(desk, first, '')).toEqual([]);
  });
});

test('a sheet is called like the file that it comes from, if no other sheet is', () => {
  const { desk } = threeSheets();
  const sheets = sheetsInRow(desk, first, '');
  expect(titleFor({ name: 'Budget.2026.csv' }, sheets, first)).toBe('Budget.2026');
  expect(titleFor({ name: 'sheet 0.csv' }, sheets, first)).toBe('Sheet 2');
  expect(titleFor({ name: '.csv' }, sheets, first)).toBe('Sheet 2');
});

test('the question before deleting a sheet counts the shapes and formulas that depend on it', () => {
  const none = deletionWarning({ shapes: new Map(), formulas: new Map() });
  const some = deletionWarning({ shapes: new Map([[first, ['a', 'b']]]), formulas: new Map([['Costs', 3]]) });
  expect(some.startsWith(none.slice(0, 10))).toBe(true);
  expect(some).toMatch(/2 .*3 .*“Costs”/s);
  const many = new Map(['A', 'B', 'C', 'D'].map((title) => [title, 1]));
  expect(deletionWarning({ shapes: new Map(), formulas: many })).not.toContain('“A”');
  expect(none).not.toMatch(/\d/);
});
