/** sheets: verbs about the grids of a document: reading them, adding one, writing cells by address or by ids. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { parseAddress } from '#core/sheet/address.ts';
import { NewSheet } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { type Cell, type CellInput, type CellWrite, type Sheet, SheetWrite } from '#schema/sheet.ts';

import { document, documentAndTab } from './place.ts';
import { verb } from './verb.ts';

export type SheetList = { readonly sheets: readonly Sheet[] };
export type SheetWriteReply = {
  readonly write: SheetWrite;
  readonly rev: number;
  readonly cells: readonly Cell[];
  /** Formulas of the sheet that have no value yet. */
  readonly pending?: number;
};

const sheet = { sheet: Type.String({ minLength: 1, description: 'Its id, or its title where only one has it.' }) };
const idForm = /^sheet_[0-9a-z]{16,40}$/;

export const readSheets = verb({
  name: 'read-sheets',
  summary: 'Read sheets: of a whole document, of one tab, or one by id or title; cells with addresses, values and texts.',
  input: Type.Object({ ...documentAndTab, sheet: Type.Optional(sheet.sheet) }),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    const documentId = await findDocument(service, input.document);
    const tabId = input.tab === undefined ? undefined : await findTab(service, documentId, input.tab);
    const ids = input.sheet === undefined ? undefined : await findSheet(service, documentId, input.sheet);
    return sheetsOf(service, documentId, { tabId, ids, a1: 1, text: 1 });
  },
});

export const addSheet = verb({
  name: 'add-sheet',
  summary: 'Add a sheet to a tab. An element { type: shape, shape: plan-sheet, planSheet: { sheetId } } shows it there.',
  input: Type.Object({ ...documentAndTab, title: NewSheet.properties.title, rows: NewSheet.properties.rows, cols: NewSheet.properties.cols }), // prettier-ignore
  effect: 'write',
  idempotent: false,
  async run({ document: name, tab, ...body }, service) {
    const documentId = await findDocument(service, name);
    const tabId = await findTab(service, documentId, tab);
    const path = `/documents/${documentId}/sheets`;
    return (await service.json({ method: 'POST', path, body: { ...body, tabId } })) as { readonly sheet: Sheet };
  },
});

export const writeSheet = verb({
  name: 'write-sheet',
  summary: "Write a sheet's cells, title or layout, all or nothing.",
  input: Type.Object({ ...document, ...sheet, write: SheetWrite }),
  effect: 'destructive',
  idempotent: false,
  async run({ document: name, sheet: title, write }, service) {
    const documentId = await findDocument(service, name);
    return sendWrite(service, documentId, await findSheet(service, documentId, title), write);
  },
});

export const setCells = verb({
  name: 'set-cells',
  summary: 'Put values and formulas into cells by address (A1), all or nothing.',
  input: Type.Object({
    ...document,
    ...sheet,
    values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: `By address: a text (=… is a formula), number or boolean; null empties. At most ${limits.cellsPerWrite}.`,
    }),
  }),
  effect: 'destructive',
  idempotent: true,
  async run({ document: name, sheet: title, values }, service) {
    const documentId = await findDocument(service, name);
    const ids = await findSheet(service, documentId, title);
    const { sheets } = await sheetsOf(service, documentId, { ids });
    const [found] = sheets;
    if (found === undefined) throw noSheet([]);
    const cells = Object.entries(values).map(([address, value]) => cellAt(found, address, value));
    return sendWrite(service, documentId, found.id, { kind: 'cells', cells });
  },
});

function cellAt({ layout }: Sheet, address: string, value: string | number | boolean | null): CellWrite {
  const place = parseAddress(address);
  const [r, c] = place === null ? [] : [layout.rows[place.row], layout.cols[place.col]];
  if (r !== undefined && c !== undefined) return { r, c, i: inputFor(value) };
  throw new ServiceRefusal({
    code: 'invalid_value',
    status: 400,
    detail: place === null ? `There is no address ${address}.` : `${address} lies beyond the sheet.`,
    hint: `The sheet has ${layout.rows.length} rows and ${layout.cols.length} columns; an address is a column's letters and a row: B2.`,
  });
}

function inputFor(value: string | number | boolean | null): CellInput | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { n: value };
  return typeof value === 'boolean' ? { b: value } : { s: value };
}

async function sendWrite(service: Service, documentId: string, sheetId: string, write: SheetWrite): Promise<SheetWriteReply> {
  const path = `/documents/${documentId}/sheets/${encodeURIComponent(sheetId)}/writes`;
  return (await service.json({ method: 'POST', path, body: { write } })) as SheetWriteReply;
}

type SheetsQuery = { readonly tabId?: string | undefined; readonly ids?: string | undefined; readonly a1?: 1; readonly text?: 1 };
const sheetsOf = async (service: Service, documentId: string, query: SheetsQuery): Promise<SheetList> =>
  (await service.json({ method: 'GET', path: `/documents/${documentId}/sheets`, query })) as SheetList;

/** The id of a sheet that is named by id or title. Throws Refused (sheet_not_found). */
async function findSheet(service: Service, documentId: string, name: string): Promise<string> {
  if (idForm.test(name)) return name;
  const { sheets } = await sheetsOf(service, documentId, {});
  const named = sheets.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  const [only, ...more] = named;
  if (only === undefined || more.length > 0) throw noSheet(only === undefined ? sheets : named);
  return only.id;
}

const noSheet = (candidates: readonly Sheet[]): ServiceRefusal =>
  new ServiceRefusal({
    code: 'sheet_not_found',
    status: 404,
    detail: 'No one sheet of the document has this title.',
    hint: 'Name it by its id.',
    candidates: candidates.map(({ id, title }) => ({ id, title })),
  });
