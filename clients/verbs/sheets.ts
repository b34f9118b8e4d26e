/** Verbs for sheets: read, add, and write cells by address or by ids. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { count, table } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import type { Reply } from '#schema/api.ts';
import { NewSheet } from '#schema/sheet-calls.ts';
import { limits } from '#schema/limits.ts';
import { CellFormatPatch, type CellInput, type CellWrite, type Sheet, SheetWrite } from '#schema/sheet.ts';

import { document, documentAndTab } from './place.ts';
import { addressed, cellsIn, cornersOf, linesIn } from './sheet-ranges.ts';
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
  canPropose: true,
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
    description: 'Add a sheet to a tab. update_document shows it there: add plan-sheet planSheet={"sheetId":"sheet_…"}.',
    args: {
      title: 'Unique on its tab.',
      rows: '',
      cols: '',
    },
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

const values = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
  description: `By address: a text (=… is a formula), number or boolean; null empties it. At most ${limits.cellsPerWrite}.`,
});

export const setCells = verb({
  name: 'set-cells',
  summary: 'Put values and formulas into cells by address (A1) and format ranges (A1:C3), all or nothing.',
  input: Type.Object({
    ...document,
    ...sheet,
    values: Type.Optional(values),
    formats: Type.Optional(
      Type.Record(Type.String(), CellFormatPatch, {
        description:
          'By address or range: {"A1:C1": {"b": true, "bg": "#fff2cc"}, "B2:B9": {"nf": "percent"}}; null removes a key.',
      }),
    ),
  }),
  effect: 'destructive',
  idempotent: true,
  async run({ document: name, sheet: title, values: byAddress = {}, formats = {} }, service) {
    const documentId = await findDocument(service, name);
    const target = await sheetNamed(service, documentId, title);
    const cells = new Map<string, CellWrite>();
    const write = (cell: CellWrite): unknown =>
      cells.set(`${cell.r} ${cell.c}`, { ...cells.get(`${cell.r} ${cell.c}`), ...cell });
    for (const [address, value] of Object.entries(byAddress)) {
      for (const cell of cellsIn(target, address, 'cell')) write({ ...cell, i: inputFor(value) });
    }
    for (const [range, f] of Object.entries(formats)) {
      for (const cell of cellsIn(target, range)) write({ ...cell, f: { ...cells.get(`${cell.r} ${cell.c}`)?.f, ...f } });
    }
    return addressed(await writeTo(service, documentId, target, { kind: 'cells', cells: [...cells.values()] }), target);
  },
});

export const arrangeSheet = verb({
  name: 'arrange-sheet',
  summary: 'Set the widths of columns and heights of rows, merge ranges and freeze rows and columns, all or nothing.',
  input: Type.Object({
    ...document,
    ...sheet,
    sizes: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 8, maximum: 2_000 }), {
        description: 'Pixels by columns or rows: {"A": 160, "B:D": 90, "1": 40, "2:9": 24}.',
      }),
    ),
    merges: Type.Optional(
      Type.Array(Type.String(), { description: 'Ranges to merge, such as A1:C1; a single cell is separated again.' }),
    ),
    freeze: Type.Optional(
      Type.Object(
        { rows: Type.Optional(Type.Integer({ minimum: 0 })), cols: Type.Optional(Type.Integer({ minimum: 0 })) },
        { additionalProperties: false, description: 'How many rows at the top and columns at the left stay in view.' },
      ),
    ),
  }),
  effect: 'write',
  idempotent: true,
  async run({ document: name, sheet: title, sizes = {}, merges = [], freeze }, service) {
    const documentId = await findDocument(service, name);
    const target = await sheetNamed(service, documentId, title);
    const changes = [
      ...Object.entries(sizes).map(([range, px]) => ({ k: 'size' as const, ...linesIn(target, range), px })),
      ...merges.map((range) => {
        const { from, to } = cornersOf(target, range);
        const [r = '', c = ''] = [target.layout.rows[from.row], target.layout.cols[from.col]];
        return { k: 'merge' as const, r, c, rows: to.row - from.row + 1, cols: to.col - from.col + 1 };
      }),
      ...(freeze === undefined ? [] : [{ k: 'freeze' as const, ...freeze }]),
    ];
    return writeTo(service, documentId, target, { kind: 'layout', changes });
  },
});

export const deleteSheet = verb({
  name: 'delete-sheet',
  summary: 'Delete a sheet. Shapes that show it stay, without cells, and formulas that refer to it show #REF!.',
  input: Type.Object({ ...document, ...sheet }),
  effect: 'destructive',
  idempotent: true,
  canPropose: true,
  async run({ document: name, sheet: title }, service) {
    const documentId = await findDocument(service, name);
    const params = { doc: documentId, sheet: await findSheet(service, documentId, title) };
    return service.json('DELETE /documents/:doc/sheets/:sheet', { params });
  },
  command: { usage: 'sheet rm <doc:document> <sheet>', summary: 'delete a sheet' },
  tool: {
    name: 'delete_sheet',
    title: 'Delete a sheet',
    description: 'Delete a sheet. Shapes that show it stay, empty.',
    answer: () => ({ text: 'deleted' }),
  },
});

export const sheetVerbs: readonly Verb[] = [listSheets, readSheets, addSheet, deleteSheet];

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

async function sheetNamed(service: Service, documentId: string, title: string): Promise<Sheet> {
  const ids = await findSheet(service, documentId, title);
  const { sheets } = await service.json('GET /documents/:doc/sheets', { params: { doc: documentId }, query: { ids } });
  const [target] = sheets;
  if (target === undefined) throw noSheet([]);
  return target;
}

const writeTo = (service: Service, documentId: string, { id }: Sheet, write: SheetWrite): Promise<Reply<'writeSheet'>> =>
  service.json('POST /documents/:doc/sheets/:sheet/writes', { params: { doc: documentId, sheet: id }, body: { write } });

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
