/** Verbs for sheets: read, add, and write cells by address or by ids. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { count, table } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import { parseAddress } from '#core/sheet/address.ts';
import { NewSheet } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';
import { type CellInput, type CellWrite, type Sheet, SheetWrite } from '#schema/sheet.ts';

import { document, documentAndTab } from './place.ts';
import { type Verb, verb } from './verb.ts';

const sheet = { sheet: Type.String({ minLength: 1, description: 'Its id, or its title if only one has it.' }) };
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
    const query = { tabId, ids, a1: '1', text: '1' } as const;
    return service.json('GET /documents/:doc/sheets', { params: { doc: documentId }, query });
  },
  command: {
    usage: 'sheet show <doc:document> <sheet>',
    summary: 'show what the cells of a sheet show',
    description: 'Shows the filled cells: address, what it shows, and the formula where there is one.',
    id: ({ sheets }) => sheets[0]?.id,
    text: ({ sheets }) => sheets.map(cellsText).join('\n'),
  },
});

export const listSheets = verb({
  name: 'list-sheets',
  summary: 'List the sheets of a document.',
  input: Type.Object(documentAndTab),
  effect: 'read',
  idempotent: true,
  run: (input, service) => readSheets.run(input, service),
  command: {
    usage: 'sheet ls <doc:document>',
    options: { tab: { text: 'only those of this tab (id or name)' } },
    id: ({ sheets }) => sheets.map(({ id }) => id).join('\n'),
    text: ({ sheets }) => table(sheets.map(row)),
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
    return service.json('POST /documents/:doc/sheets', { params: { doc: documentId }, body: { ...body, tabId } });
  },
  command: {
    usage: 'sheet add <doc:document> <title>',
    summary: 'add a sheet to a tab',
    options: {
      tab: {},
      rows: { flags: '--rows <number>', text: 'how many rows (default: 20)' },
      cols: { flags: '--cols <number>', text: 'how many columns (default: 8)' },
    },
    examples: ['atelier sheet add "Payments" "Fees" --rows 50'],
    id: (reply) => reply.sheet.id,
    text: (reply) => table([row(reply.sheet)]),
  },
  tool: {
    name: 'add_sheet',
    title: 'Add a sheet',
    answer({ sheet: { id, title, layout } }) {
      return { text: `${id} ${quote(title)} · ${layout.rows.length} rows, ${layout.cols.length} columns` };
    },
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
    const params = { doc: documentId, sheet: await findSheet(service, documentId, title) };
    return service.json('POST /documents/:doc/sheets/:sheet/writes', { params, body: { write } });
  },
});

export const setCells = verb({
  name: 'set-cells',
  summary: 'Put values and formulas into cells by address (A1), all or nothing.',
  input: Type.Object({
    ...document,
    ...sheet,
    values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: `By address: a text (=… is a formula), number or boolean; null empties it. At most ${limits.cellsPerWrite}.`,
    }),
  }),
  effect: 'destructive',
  idempotent: true,
  async run({ document: name, sheet: title, values }, service) {
    const documentId = await findDocument(service, name);
    const ids = await findSheet(service, documentId, title);
    const { sheets } = await service.json('GET /documents/:doc/sheets', { params: { doc: documentId }, query: { ids } });
    const [target] = sheets;
    if (target === undefined) throw noSheet([]);
    const cells = Object.entries(values).map(([address, value]) => cellAt(target, address, value));
    const params = { doc: documentId, sheet: target.id };
    return service.json('POST /documents/:doc/sheets/:sheet/writes', { params, body: { write: { kind: 'cells', cells } } });
  },
});

export const sheetVerbs: readonly Verb[] = [listSheets, readSheets, addSheet];

const row = ({ id, title, rev, layout, cells }: Sheet): string[] => [
  id,
  title,
  `rev ${rev}`,
  count(layout.rows.length, 'row'),
  count(layout.cols.length, 'column'),
  count(cells.length, 'cell'),
];

const cellsText = ({ cells, pending }: Sheet): string =>
  table(cells.map(({ a1 = '', text = '', i }) => [a1, text, i !== null && 's' in i && i.s.startsWith('=') ? i.s : ''])) +
  (pending === undefined ? '' : `\n${pendingText(pending)}`);

/** For terminals: formulas without a value. */
export const pendingText = (pending: number): string => `${count(pending, 'formula')} still being calculated`;

function cellAt({ layout }: Sheet, address: string, value: string | number | boolean | null): CellWrite {
  const place = parseAddress(address);
  const [r, c] = place === null ? [] : [layout.rows[place.row], layout.cols[place.col]];
  if (r !== undefined && c !== undefined) return { r, c, i: inputFor(value) };
  throw new ServiceRefusal({
    code: 'invalid_value',
    status: 400,
    detail: place === null ? `There is no address ${address}.` : `${address} is beyond the sheet.`,
    hint: `The sheet has ${layout.rows.length} rows and ${layout.cols.length} columns; an address is a column's letters and a row: B2.`,
  });
}

function inputFor(value: string | number | boolean | null): CellInput | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { n: value };
  return typeof value === 'boolean' ? { b: value } : { s: value };
}

/** Finds a sheet by its id or title. Throws ServiceRefusal (sheet_not_found). */
async function findSheet(service: Service, documentId: string, name: string): Promise<string> {
  if (idForm.test(name)) return name;
  const { sheets } = await service.json('GET /documents/:doc/sheets', { params: { doc: documentId } });
  const named = sheets.filter(({ title }) => title.toLowerCase() === name.toLowerCase());
  const [only, ...more] = named;
  if (only === undefined || more.length > 0) throw noSheet(only === undefined ? sheets : named);
  return only.id;
}

const noSheet = (candidates: readonly Sheet[]): ServiceRefusal =>
  new ServiceRefusal({
    code: 'sheet_not_found',
    status: 404,
    detail: 'None or several of the sheets of the document have this title.',
    hint: 'Name it by its id.',
    candidates: candidates.map(({ id, title }) => ({ id, title })),
  });
