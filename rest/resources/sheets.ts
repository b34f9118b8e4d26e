/** sheets: grids of cells with formulas. */
import Type from 'typebox';

import { NewSheet, SheetFile, SheetQuery, SheetWriteBody } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { Cell, PendingCount, Sheet, SheetWrite } from '#schema/sheet.ts';

import { resource, route } from '../route.ts';

const n = (count: number): string => count.toLocaleString('en');
const pendingHeader = 'X-Atelier-Pending';
const writeCodes = ['tab_locked', 'invalid_value', 'title_taken', 'too_large'] as const;

export const sheets = resource('/documents/:doc/sheets', 'Sheets', [
  route({
    id: 'listSheets',
    method: 'get',
    access: 'viewer',
    summary: 'Read sheets',
    description:
      'All of the document, by tab and then by title, or those of a tab, or those named. A cell with a formula has what it comes to in `v`, or `pending` while that is calculated; its input names cells by the ids of their rows and columns, or with `a1=1` by address. docs/sheets.md lists the functions.',
    query: SheetQuery,
    isLong: true,
    replies: { 200: { description: 'The sheets.', json: Type.Object({ sheets: Type.Array(Sheet) }) } },
    refuses: ['tab_not_found', 'sheet_not_found'],
    handle: ({ call, params, query }, app) => app.sheets.list(call, params.doc, query),
  }),
  route({
    id: 'addSheet',
    method: 'post',
    access: 'editor',
    summary: 'Add a sheet to a tab',
    description: `It has ids for its rows and columns, at most ${n(limits.sheetRows)} and ${n(limits.sheetColumns)}. A shape \`plan-sheet\` shows it on a tab.`,
    body: NewSheet,
    replies: { 201: { description: 'The sheet.', json: Type.Object({ sheet: Sheet }) } },
    refuses: ['tab_not_found', ...writeCodes],
    handle: ({ call, params, body }, app) => app.sheets.add(call, params.doc, body),
    answer: (made, { params }) => ({
      status: 201,
      json: made,
      location: `/documents/${params.doc}/sheets?ids=${made.sheet.id}`,
    }),
  }),
]);

export const sheetWrites = resource('/documents/:doc/sheets/:sheet/writes', 'Sheets', [
  route({
    id: 'writeSheet',
    method: 'post',
    access: 'editor',
    summary: 'Write cells, the title or the layout',
    description: `All or nothing. At most ${n(limits.cellsPerWrite)} cells, or ${limits.layoutChangesPerWrite} changes of the layout; a sheet holds ${n(limits.sheetCells)} filled cells. The answer has the write as it landed (formulas by ids, ids of new rows), and in \`cells\` every cell that it touched and every formula cell of the sheet whose value it changed. It does not wait for long calculations: \`pending\` says how many formulas of the sheet have no value yet.`,
    body: SheetWriteBody,
    isLong: true,
    replies: {
      200: {
        description: 'It is written.',
        json: Type.Object({
          write: SheetWrite,
          rev: Type.Integer({ minimum: 1 }),
          cells: Type.Array(Cell),
          pending: PendingCount,
        }),
      },
    },
    refuses: writeCodes,
    handle: ({ call, params, body }, app) => app.sheets.write(call, params.doc, params.sheet, body.write),
  }),
]);

export const sheetCsv = resource('/documents/:doc/sheets/:sheet.csv', 'Sheets', [
  route({
    id: 'readSheetCsv',
    method: 'get',
    access: 'viewer',
    summary: 'A sheet as comma-separated values',
    description:
      'What its cells show, `Loading...` for a formula that is being calculated. A text that begins with = + - @ gets an apostrophe before it, so that no program takes it for a formula.',
    replies: {
      200: {
        description: 'The file.',
        text: ['text/csv'],
        headers: {
          [pendingHeader]: {
            description: 'How many formulas have no value yet, if any. A `sheet` event tells when they have.',
            schema: Type.Integer({ minimum: 1 }),
          },
        },
      },
    },
    refuses: [],
    handle: ({ call, params }, app) => app.sheets.csv(call, params.doc, params.sheet),
    answer: ({ text, pending }) => ({
      status: 200,
      text,
      media: 'text/csv',
      ...(pending !== undefined && { headers: { [pendingHeader]: String(pending) } }),
    }),
  }),
  route({
    id: 'replaceSheetCsv',
    method: 'put',
    access: 'editor',
    summary: 'Put comma-separated values in the place of all cells',
    description:
      'The sheet grows to hold them. Numbers, days (`2024-03-15`), TRUE and FALSE are those, `=…` is a formula, all else is text, as are numbers with leading zeros and quoted days. Formats stay; a day brings its own to a cell that has none.',
    body: SheetFile,
    isLong: true,
    textBody: 'csv',
    replies: { 200: { description: 'The sheet.', json: Type.Object({ sheet: Sheet }) } },
    refuses: writeCodes,
    handle: ({ call, params, body }, app) => app.sheets.replace(call, params.doc, params.sheet, body.csv),
  }),
]);
