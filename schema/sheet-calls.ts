/** The calls for sheets, and their bodies and queries, which are strict. */
import Type, { type Static, type TProperties } from 'typebox';

import { type ApiEndpoint, endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { proposing } from './proposal-calls.ts';
import { ProposeQuery } from './proposal.ts';
import { Cell, PendingCount, Sheet, SheetWrite } from './sheet.ts';

const strict = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });
const flag = (description: string) => Type.Optional(Type.Enum(['1', '0'], { description }));

export const NewSheet = strict({
  tabId: Type.String({ maxLength: 64, description: 'Id of the tab that it belongs to.' }),
  title: Type.String({ description: `1 to ${limits.nameCharacters} characters; unique on its tab.` }),
  rows: Type.Optional(Type.Integer({ minimum: 1, default: 20, description: 'The number of rows.' })),
  cols: Type.Optional(Type.Integer({ minimum: 1, default: 8, description: 'The number of columns.' })),
});
export type NewSheet = Static<typeof NewSheet>;
export const SheetQuery = strict({
  tabId: Type.Optional(Type.String({ maxLength: 64, description: 'Only the sheets of this tab.' })),
  ids: Type.Optional(
    Type.String({ minLength: 1, maxLength: 8_192, description: 'Only these sheets: a comma-separated list of ids.' }),
  ),
  a1: flag('Adds the address of each cell, and gives formulas in A1 notation.'),
  text: flag('Adds the text that each cell shows.'),
});
export type SheetQuery = Static<typeof SheetQuery>;
export const SheetWriteBody = strict({ write: SheetWrite });
export const SheetFile = strict({ csv: Type.String({ description: 'The rows, as comma-separated values.' }) });

const OneSheet = Type.Object({ sheet: Sheet });

export const sheetCalls = {
  listSheets: endpoint('GET /documents/:doc/sheets', {
    query: SheetQuery,
    reply: Type.Object({ sheets: Type.Array(Sheet, { description: 'The sheets.' }) }),
  }),
  addSheet: endpoint('POST /documents/:doc/sheets', {
    query: ProposeQuery,
    body: NewSheet,
    reply: OneSheet,
    variants: proposing,
  }),
  writeSheet: endpoint('POST /documents/:doc/sheets/:sheet/writes', {
    query: ProposeQuery,
    body: SheetWriteBody,
    variants: proposing,
    reply: Type.Object({
      write: SheetWrite,
      rev: Type.Integer({ minimum: 1, description: 'The new revision of the sheet.' }),
      cells: Type.Array(Cell, { description: 'Every written cell, and every formula cell whose value changed.' }),
      pending: PendingCount,
    }),
  }),
  deleteSheet: endpoint('DELETE /documents/:doc/sheets/:sheet', { query: ProposeQuery, variants: proposing }),
  readSheetCsv: endpoint('GET /documents/:doc/sheets/:sheet.csv', {}),
  replaceSheetCsv: endpoint('PUT /documents/:doc/sheets/:sheet.csv', {
    query: ProposeQuery,
    body: SheetFile,
    variants: proposing,
    textBody: { member: 'csv', media: 'text/csv', description: 'The rows, as comma-separated values.' },
    reply: OneSheet,
  }),
} satisfies Readonly<Record<string, ApiEndpoint>>;
