/** Calls for sheets. */
import Type from 'typebox';

import { limits } from '#schema/limits.ts';

import { resource, route } from '../route.ts';
import { isProposed, proposedAnswer, proposedReply } from './proposed.ts';

const n = (count: number): string => count.toLocaleString('en');
const pendingHeader = 'X-Atelier-Pending';
const writeCodes = ['tab_locked', 'invalid_value', 'title_taken', 'too_large'] as const;

export const sheets = resource('Sheets', [
  route('listSheets', {
    access: 'viewer',
    summary: 'Read sheets',
    description:
      'All sheets of the document by tab and then by title, or those of a tab, or those with the given ids. A cell with a formula has its value in `v`, or `pending` until it is evaluated. Formulas refer to cells by the ids of their rows and columns, or with `a1=1` by address. docs/sheets.md lists the functions.',
    isLong: true,
    replies: { 200: { description: 'The sheets.' } },
    refuses: ['tab_not_found', 'sheet_not_found'],
    handle: ({ call, params, query }, app) => app.sheets.list(call, params.doc, query),
  }),
  route('addSheet', {
    access: 'editor',
    summary: 'Add a sheet to a tab',
    description: `The server assigns ids to its rows and columns, at most ${n(limits.sheetRows)} and ${n(limits.sheetColumns)}. A shape \`plan-sheet\` shows the sheet on a tab.`,
    replies: { 201: { description: 'The sheet.' }, ...proposedReply },
    refuses: ['tab_not_found', ...writeCodes],
    handle: ({ call, params, body, query }, app) => app.sheets.add(call, params.doc, body, { proposes: query.propose === '1' }),
    answer: (created, { params }) =>
      isProposed(created)
        ? proposedAnswer(created, params.doc)
        : {
            status: 201,
            json: created,
            location: `/documents/${params.doc}/sheets?ids=${created.sheet.id}`,
          },
  }),
]);

export const sheetWrites = resource('Sheets', [
  route('writeSheet', {
    access: 'editor',
    summary: 'Write cells, the title or the layout',
    description: `All or nothing. At most ${n(limits.cellsPerWrite)} cells, or ${limits.layoutChangesPerWrite} changes of the layout; a sheet has at most ${n(limits.sheetCells)} filled cells. The answer has the write as stored (formulas with ids, ids of new rows), and in \`cells\` every written cell and every formula cell of the sheet whose value changed. It does not wait for long evaluations: \`pending\` is the number of formulas of the sheet without a value.`,
    isLong: true,
    replies: {
      200: {
        description: 'The stored write.',
      },
      ...proposedReply,
    },
    refuses: writeCodes,
    handle: ({ call, params, body, query }, app) =>
      app.sheets.write(call, params.doc, params.sheet, body.write, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 200, json: done }),
  }),
]);

export const sheet = resource('Sheets', [
  route('deleteSheet', {
    access: 'editor',
    summary: 'Delete a sheet',
    description:
      'Formulas of other sheets that refer to it show `#REF!`. Shapes that show it stay, without cells, until a changeset removes them. It cannot be restored with REST; in an editor, the person who has it open can undo only their own deletions.',
    replies: { 204: { description: 'Deleted.' }, ...proposedReply },
    refuses: ['tab_locked', 'too_large'],
    handle: ({ call, params, query }, app) =>
      app.sheets.remove(call, params.doc, params.sheet, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 204 }),
  }),
]);

export const sheetCsv = resource('Sheets', [
  route('readSheetCsv', {
    access: 'viewer',
    summary: 'Read a sheet as comma-separated values',
    description:
      'The values of the cells, numbers with all their digits and dates as `2024-03-15`, `Loading...` for a pending value. A text that begins with = + - @ is preceded by an apostrophe, so that no program takes it for a formula.',
    replies: {
      200: {
        description: 'The file.',
        text: ['text/csv'],
        headers: {
          [pendingHeader]: {
            description: 'The number of pending values, if any. A `sheet` event follows when they have been evaluated.',
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
  route('replaceSheetCsv', {
    access: 'editor',
    summary: 'Replace all cells with comma-separated values',
    description:
      'The sheet grows as needed. Numbers, percentages (`50%`), amounts (`$5.00`, `1,234`), dates (`2024-03-15`), TRUE and FALSE are read as such, `=…` is a formula, and everything else is text, including numbers with leading zeros, exponents without a sign (`1e5`) and quoted dates. Formats stay; dates, percentages and amounts format cells that have no format. Fields are separated by commas, semicolons or tabs, which are detected or named by a first line such as `sep=;`; numbers may have decimal commas unless commas separate the fields. `charset=windows-1252`, `iso-8859-1` and `iso-8859-15` are accepted besides UTF-8.',
    isLong: true,
    replies: { 200: { description: 'The sheet.' }, ...proposedReply },
    refuses: writeCodes,
    handle: ({ call, params, body, query }, app) =>
      app.sheets.replace(call, params.doc, params.sheet, body.csv, { proposes: query.propose === '1' }),
    answer: (done, { params }) => (isProposed(done) ? proposedAnswer(done, params.doc) : { status: 200, json: done }),
  }),
]);
