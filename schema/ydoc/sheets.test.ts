import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '../ids.ts';
import { cellKey } from '../sheet.ts';
import { addSheet, editSheet, readSheet } from './sheets.ts';

const id = newId('sheet');
const [first, second, third] = [newId('row'), newId('row'), newId('row')];
const column = newId('col');

function sheetDoc(): Y.Doc {
  const doc = new Y.Doc();
  addSheet(doc, id, { tabId: 'tab_1', title: 'Sheet', rows: [[first, 'a0'], [second, 'a1'], [third, 'a2']], cols: [[column, 'a0']] }); // prettier-ignore
  const cells = new Map([first, second, third].map((row, n) => [cellKey(row, column), { i: { n } }]));
  editSheet(doc, id, { maps: { cells } });
  return doc;
}
const editRows = (doc: Y.Doc, rows: ReadonlyMap<string, unknown>): void => editSheet(doc, id, { maps: { rows } });

describe('lines', () => {
  test('YD23 a deleted row keeps its place between its neighbors', () => {
    const doc = sheetDoc();
    editRows(doc, new Map([[second, '-a1']]));
    const rows = readSheet(doc, id)?.rows;
    expect(rows?.ids).toEqual([first, third]);
    expect(rows?.rank.get(second)).toBe(0.5);
    expect(rows?.orders.get(second)).toBe('a1');
  });

  test('YD23 a row that is moved and deleted at the same time is either on every replica, with its cells', () => {
    const [here, there] = [sheetDoc(), new Y.Doc()];
    Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
    editRows(here, new Map([[second, '-a1']]));
    editRows(there, new Map([[second, 'a3']]));
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
    const [ours, theirs] = [readSheet(here, id), readSheet(there, id)];
    expect(ours).toEqual(theirs);
    expect(ours?.cells.has(cellKey(second, column))).toBe(ours?.rows.ids.includes(second));
  });

  test('YD24 cells of deleted and unknown rows are not read, and return with their row', () => {
    const doc = sheetDoc();
    editSheet(doc, id, { maps: { cells: new Map([[cellKey(newId('row'), column), { i: { n: 9 } }]]) } });
    editRows(doc, new Map([[second, '-a1']]));
    expect([...(readSheet(doc, id)?.cells.keys() ?? [])].toSorted()).toEqual([first, third].map((row) => cellKey(row, column)).toSorted()); // prettier-ignore
    editRows(doc, new Map([[second, 'a1']]));
    expect(readSheet(doc, id)?.cells.get(cellKey(second, column))).toEqual({ i: { n: 1 } });
  });
});
