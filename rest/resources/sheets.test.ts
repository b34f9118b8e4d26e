import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as Y from 'yjs';

import type { Cell, Sheet } from '#schema/sheet.ts';
import { auditOf } from '#storage/audit.ts';
import { eventsAfter } from '#storage/outbox.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let paul: TestPerson;
let document: { readonly id: string; readonly tab: string };
let sheet: Sheet;

beforeAll(async () => {
  server = await startTestServer();
  [ada, paul] = await Promise.all([server.addPerson('Ada'), server.addPerson('Paul')]);
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
  await server.call('PUT', `/documents/${document.id}/members/${paul.id}`, { token: ada.token, body: { level: 'participant' } });
  sheet = await add('Budget');
});
afterAll(() => server.close());

const path = (rest = ''): string => `/documents/${document.id}/sheets${rest}`;
async function add(title: string, more: object = {}): Promise<Sheet> {
  const made = await server.call('POST', path(), { token: ada.token, body: { tabId: document.tab, title, ...more } });
  expect(made.status, made.text).toBe(201);
  return made.json.sheet;
}
const write = (body: object, id = sheet.id, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', path(`/${id}/writes`), { token, body: { write: body } });
const at = (address: string, of = sheet): { r: string; c: string } => ({
  r: of.layout.rows[Number(address.slice(1)) - 1] ?? '',
  c: of.layout.cols[address.charCodeAt(0) - 65] ?? '',
});
const cells = (inputs: Record<string, object | null>, of = sheet): Promise<TestAnswer> =>
  write({ kind: 'cells', cells: Object.entries(inputs).map(([address, i]) => ({ ...at(address, of), i })) }, of.id);
const layout = (...changes: object[]): Promise<TestAnswer> => write({ kind: 'layout', changes });
const read = async (query = ''): Promise<Sheet> =>
  (await server.call('GET', path(`?ids=${sheet.id}${query}`), { token: ada.token })).json.sheets[0];
/** By address: the input and the value. */
const shown = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries((await read('&a1=1')).cells.map(({ a1, i, v }) => [a1, v === undefined ? Object.values(i ?? {})[0] : [Object.values(i ?? {})[0], Object.values(v)[0]]])); // prettier-ignore
const code = ({ status, json }: TestAnswer): unknown[] => [status, json.code];

describe('sheets over REST', () => {
  test('a deleted sheet is gone, formulas that refer to it show #REF!, and its title is free again', async () => {
    const other = await add('Sums');
    await cells({ A1: { n: 5 } });
    await cells({ A1: { s: '=Budget!A1*2' } }, other);
    const remove = (id: string, token = ada.token): Promise<TestAnswer> => server.call('DELETE', path(`/${id}`), { token });
    expect(code(await remove(sheet.id, paul.token))).toEqual([403, 'access_denied']);
    expect((await remove(sheet.id)).status).toBe(204);
    expect(code(await remove(sheet.id))).toEqual([404, 'sheet_not_found']);
    expect(code(await write({ kind: 'title', title: 'x' }))).toEqual([404, 'sheet_not_found']);
    const listed = await server.call('GET', path(), { token: ada.token });
    expect(listed.json.sheets.map(({ title }: Sheet) => title)).toEqual(['Sums']);
    expect(listed.json.sheets[0].cells[0].v).toEqual({ e: '#REF!' });
    const events = await eventsAfter(server.context.storage.db, document.id, 0, 50);
    expect(events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ sheet: sheet.id, title: 'Budget', change: 'deleted', rev: 2 }),
    );
    expect((await add('Budget')).id).not.toBe(sheet.id);
    await server.call('PATCH', `/documents/${document.id}/tabs/${document.tab}`, { token: ada.token, body: { locked: true } });
    expect(code(await remove(other.id))).toEqual([409, 'tab_locked']);
  });

  test('a new sheet has rows and columns, no cells and revision 0, and a title that is unique on its tab', async () => {
    expect(sheet).toMatchObject({ tabId: document.tab, title: 'Budget', rev: 0, cells: [] });
    expect([sheet.layout.rows.length, sheet.layout.cols.length]).toEqual([20, 8]);
    const again = await server.call('POST', path(), { token: ada.token, body: { tabId: document.tab, title: ' budget ' } });
    expect(code(again)).toEqual([409, 'title_taken']);
    const bad = (body: object): Promise<TestAnswer> => server.call('POST', path(), { token: ada.token, body });
    expect(code(await bad({ tabId: document.tab, title: ' ' }))).toEqual([400, 'invalid_value']);
    expect(code(await bad({ tabId: document.tab, title: 'x', rows: 5_001 }))).toEqual([413, 'too_large']);
    expect(code(await bad({ tabId: document.tab, title: 'x', cols: 201 }))).toEqual([413, 'too_large']);
    expect(code(await bad({ tabId: 'tab_aaaaaaaaaaaaaaaaaaaa', title: 'x' }))).toEqual([404, 'tab_not_found']);
    const listed = await server.call('GET', path(`?tabId=${document.tab}`), { token: paul.token });
    expect(listed.json.sheets.map(({ title }: Sheet) => title)).toEqual(['Budget']);
    expect(code(await server.call('GET', path('?ids=sheet_aaaaaaaaaaaaaaaaaaaa'), { token: ada.token }))).toEqual([
      404,
      'sheet_not_found',
    ]);
  });

  test('APP61 a write answers the stored write, the revision, and the written and changed cells', async () => {
    await cells({ A1: { n: 2 }, A2: { n: 3 }, B1: { s: '=SUM($A1:A2)*2' }, B2: { s: "'=no" } });
    expect(await shown()).toEqual({ A1: 2, A2: 3, B1: ['=SUM($A1:A2)*2', 10], B2: "'=no" });
    const { r, c } = at('A1');
    const changed = await cells({ A1: { n: 5 } });
    expect(changed.json).toMatchObject({ rev: 2, write: { kind: 'cells', cells: [{ r, c, i: { n: 5 } }] } });
    expect(changed.json.cells.map((cell: Cell) => cell.v ?? cell.i)).toEqual([{ n: 5 }, { n: 16 }]);
    const stored = (await read()).cells.find(({ v }) => v !== undefined);
    expect(stored?.i).toEqual({ s: `=SUM([$${c},${r}]:[${c},${at('A2').r}])*2` });
    const byIds = await cells({ C1: stored?.i ?? null });
    expect(byIds.json.cells[0]).toMatchObject({ v: { n: 16 } });
    expect((await cells({ C1: null })).json).toMatchObject({ rev: 4, cells: [{ i: null }] });
  });

  test('a number that was read can be written, however large, and an integer has the limits of its schema', async () => {
    const numbers = [2 ** 53, 1e16, 1e17, 1e20, 2 ** 60, -1e18, 1.5e300, 5e-324];
    for (const n of numbers) expect((await cells({ A1: { n } })).json.cells, String(n)).toEqual([{ ...at('A1'), i: { n } }]);
    for (const { i } of (await read()).cells) expect((await cells({ B1: i })).status).toBe(200);
    expect(await shown()).toEqual({ A1: 5e-324, B1: 5e-324 });
    const asText = (body: string): Promise<TestAnswer> =>
      server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets`, {
        token: ada.token,
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    expect(code(await asText('{"operations":"add square label=Pay","baseRev":9007199254740993}'))).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await asText('{"operations":"add square label=Pay","baseRev":0}')).status).toBe(201);
  });

  test('formats are changed key by key, and apply to the shown text', async () => {
    const f = {
      b: true,
      i: true,
      u: true,
      st: true,
      nf: '#,##0.00 "EUR"',
      bg: '#ffeeaa',
      fc: '#112233',
      al: 'right',
      va: 'top',
      wr: true,
    };
    const place = at('A1');
    await write({ kind: 'cells', cells: [{ ...place, i: { n: 1234.5 }, f: { ...f, bg: '#FFEEAA' } }] });
    expect((await read('&text=1')).cells).toEqual([{ ...place, i: { n: 1234.5 }, f, text: '1,234.50 EUR' }]);
    const nulls = Object.fromEntries(Object.keys(f).map((key) => [key, null]));
    await write({ kind: 'cells', cells: [{ ...place, f: { ...nulls, nf: 'percent' } }] });
    expect((await read('&text=1')).cells).toEqual([{ ...place, i: { n: 1234.5 }, f: { nf: 'percent' }, text: '123450.00%' }]);
    expect(code(await write({ kind: 'cells', cells: [{ ...place, f: { nf: '"' } }] }))).toEqual([400, 'invalid_value']);
    expect(code(await write({ kind: 'cells', cells: [{ ...place, f: { bg: 'red' } }] }))).toEqual([400, 'invalid_request']);
  });

  test('rows and columns are inserted, moved and deleted, and formulas keep referring to the same cells', async () => {
    await cells({ A1: { n: 1 }, A2: { n: 2 }, A3: { n: 3 }, B1: { s: '=SUM(A1:A3)' }, B2: { s: '=A3' } });
    const inserted = await layout({ k: 'insert', axis: 'row', count: 2, before: at('A2').r });
    expect(inserted.json.write.changes[0].ids).toHaveLength(2);
    expect(await shown()).toEqual({ A1: 1, A4: 2, A5: 3, B1: ['=SUM(A1:A5)', 6], B4: ['=A5', 3] });
    await layout({ k: 'move', axis: 'col', ids: [at('A1').c] });
    expect(await shown()).toMatchObject({ A1: ['=SUM(H1:H5)', 6], A4: ['=H5', 3] });
    const gone = await layout({ k: 'delete', axis: 'row', ids: [at('A3').r] });
    expect(await shown()).toEqual({ H1: 1, H4: 2, A1: ['=SUM(H1:H4)', 3], A4: ['=#REF!', '#REF!'] });
    expect(gone.json.cells.map(({ v }: Cell) => v)).toEqual([{ n: 3 }, { e: '#REF!' }]);
  });

  test('sizes, hidden and frozen lines, merges and filters read as they were set, and can be undone', async () => {
    const [{ r, c }, second] = [at('A1'), at('B2')];
    const set = await layout(
      { k: 'size', axis: 'col', ids: [c], px: 160 }, { k: 'hide', axis: 'row', ids: [second.r], hidden: true }, { k: 'freeze', rows: 1 },
      { k: 'freeze', cols: 2 }, { k: 'merge', r, c, rows: 1, cols: 2 }, { k: 'filter', c: second.c, values: ['x'] },
    ); // prettier-ignore
    expect(code(set)).toEqual([200, undefined]);
    expect((await read()).layout).toMatchObject({
      sizes: [{ axis: 'col', id: c, px: 160 }], hidden: [second.r], frozen: { rows: 1, cols: 2 },
      merges: [{ r, c, rows: 1, cols: 2 }], filters: [{ c: second.c, values: ['x'] }],
    }); // prettier-ignore
    await layout(
      { k: 'hide', axis: 'row', ids: [second.r], hidden: false }, { k: 'freeze', rows: 0, cols: 0 },
      { k: 'merge', r, c, rows: 1, cols: 1 }, { k: 'filter', c: second.c, values: null },
    ); // prettier-ignore
    expect(Object.keys((await read()).layout)).toEqual(['rows', 'cols', 'sizes']);
  });

  test('APP60 a refused write changes nothing', async () => {
    await cells({ A1: { n: 1 } });
    const before = await read();
    const { r, c } = at('A1');
    const unknown = 'row_aaaaaaaaaaaaaaaaaaaa';
    const refused: [object, number, string][] = [
      [{ kind: 'cells', cells: [{ r, c, i: { n: 2 } }, { r: unknown, c, i: { n: 2 } }] }, 400, 'invalid_value'],
      [{ kind: 'cells', cells: [{ r, c, i: { s: 'x'.repeat(32_768) } }] }, 400, 'invalid_value'],
      [{ kind: 'cells', cells: Array.from({ length: 5_001 }, () => ({ r, c, i: null })) }, 413, 'too_large'],
      [{ kind: 'layout', changes: [{ k: 'size', axis: 'row', ids: [r], px: 50 }, { k: 'delete', axis: 'row', ids: [unknown] }] }, 400, 'invalid_value'],
      [{ kind: 'layout', changes: [{ k: 'insert', axis: 'row', count: 4_990 }] }, 413, 'too_large'],
      [{ kind: 'layout', changes: [{ k: 'insert', axis: 'col', count: 200 }] }, 413, 'too_large'],
      [{ kind: 'layout', changes: [{ k: 'insert', axis: 'col' }] }, 400, 'invalid_value'],
      [{ kind: 'layout', changes: [{ k: 'delete', axis: 'col', ids: before.layout.cols }] }, 400, 'invalid_value'],
      [{ kind: 'layout', changes: [{ k: 'merge', r, c, rows: 21, cols: 1 }] }, 400, 'invalid_value'],
      [{ kind: 'layout', changes: [{ k: 'move', axis: 'row', ids: [r], before: r }] }, 400, 'invalid_value'],
      [{ kind: 'title', title: '' }, 400, 'invalid_value'],
      [{ kind: 'paint' }, 400, 'invalid_request'],
    ]; // prettier-ignore
    for (const [body, status, expected] of refused) expect(code(await write(body))).toEqual([status, expected]);
    expect(code(await write({ kind: 'title', title: 'x' }, sheet.id, paul.token))).toEqual([403, 'access_denied']);
    expect(code(await write({ kind: 'title', title: 'x' }, 'sheet_aaaaaaaaaaaaaaaaaaaa'))).toEqual([404, 'sheet_not_found']);
    await server.call('PATCH', `/documents/${document.id}/tabs/${document.tab}`, { token: ada.token, body: { locked: true } });
    expect(code(await cells({ A1: { n: 9 } }))).toEqual([409, 'tab_locked']);
    expect(await read()).toEqual(before);
  });

  test('formulas refer to other sheets by title, and still do when these are renamed', async () => {
    const other = await add('Data 2026');
    await cells({ A1: { n: 7 } }, other);
    await cells({ A1: { s: "='Data 2026'!A1*2" } });
    expect(await shown()).toEqual({ A1: ["='Data 2026'!A1*2", 14] });
    const renamed = await write({ kind: 'title', title: 'Numbers' }, other.id);
    expect(renamed.json).toMatchObject({ rev: 2, write: { kind: 'title', title: 'Numbers' } });
    expect(await shown()).toEqual({ A1: ['=Numbers!A1*2', 14] });
    await cells({ A1: { n: 8 } }, other);
    expect(await shown()).toEqual({ A1: ['=Numbers!A1*2', 16] });
  });

  test('formulas that do not parse, are circular or need too much work have error values, and the write succeeds', async () => {
    await cells({
      A1: { s: '=1+' },
      A2: { s: '=A3' },
      A3: { s: '=A2' },
      A4: { s: '=REPT("x",1e9)' },
      A5: { s: '=1/0' },
      A6: { s: '=NOSUCH(1)' },
    });
    expect(Object.values(await shown()).map((value) => (value as unknown[])[1])).toEqual([
      '#ERROR!',
      '#CIRC!',
      '#CIRC!',
      '#LIMIT!',
      '#DIV/0!',
      '#NAME?',
    ]);
  });

  test('a CSV file contains nothing that other programs take for a formula, and is read as numbers, texts and formulas', async () => {
    await cells({ A1: { s: 'a,"b"' }, B1: { s: "'=cmd|x" }, C1: { n: -5 }, A2: { s: '=C1*2' }, B2: { s: '@me' } });
    const file = await server.call('GET', path(`/${sheet.id}.csv`), { token: paul.token });
    expect(file.text).toBe('"a,""b""",\'=cmd|x,-5\r\n-10,\'@me,\r\n');
    const put = await server.call('PUT', path(`/${sheet.id}.csv`), {
      token: ada.token,
      headers: { 'Content-Type': 'text/csv' },
      body: `${'x,'.repeat(9)}\n1.5,TRUE,"two\nlines",=A2*2,'=text\n`,
    });
    expect(put.status, put.text).toBe(200);
    expect(put.json.sheet.layout.cols).toHaveLength(10);
    expect(await shown()).toMatchObject({ A2: 1.5, B2: true, C2: 'two\nlines', D2: ['=A2*2', 3], E2: "'=text" });
    const marked = {
      token: ada.token,
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: '\uFEFFName,=1+1\r\n"a ""b""",-x\r\n',
    };
    expect((await server.call('PUT', path(`/${sheet.id}.csv`), marked)).status).toBe(200);
    const plain = await server.call('PUT', path(`/${sheet.id}.csv`), { ...marked, headers: { 'Content-Type': 'text/plain' } });
    expect([plain.status, plain.json.detail]).toEqual([415, 'This call accepts application/json or text/csv in UTF-8.']);
    expect(await shown()).toEqual({ A1: 'Name', B1: ['=1+1', 2], A2: 'a "b"', B2: '-x' });
    expect(code(await server.call('PUT', path(`/${sheet.id}.csv`), { token: paul.token, body: { csv: 'x' } }))).toEqual([
      403,
      'access_denied',
    ]);
  });

  test('a CSV file may have semicolons, decimal commas and the encoding of Windows', async () => {
    const put = (type: string, body: Uint8Array | string): Promise<TestAnswer> =>
      server.call('PUT', path(`/${sheet.id}.csv`), { token: ada.token, headers: { 'Content-Type': type }, body });
    const file = Buffer.from('Käse;3;1,50 \x80\r\nÄpfel;10;50%\r\n', 'latin1');
    expect((await put('text/csv; charset=windows-1252', file)).status).toBe(200);
    expect(await shown()).toEqual({ A1: 'Käse', B1: 3, C1: 1.5, A2: 'Äpfel', B2: 10, C2: 0.5 });
    expect((await read('&text=1')).cells.map(({ text }) => text)).toEqual(['Käse', '3', '1.50 €', 'Äpfel', '10', '50%']);
    expect((await put('text/csv; charset="ISO-8859-1"; header=present', file)).status).toBe(200);
    expect([code(await put('text/csv', file)), code(await put('text/csv; charset=koi8-r', file))]).toEqual([
      [400, 'invalid_request'],
      [415, 'unsupported_media_type'],
    ]);
  });

  test('results are shown in the format that they have, in texts and files', async () => {
    await write({ kind: 'cells', cells: [{ ...at('A1'), i: { n: 2.5 }, f: { nf: 'currency' } }, { ...at('B1'), i: { s: '=A1*2' } }, { ...at('C1'), i: { s: '=DATE(2024,3,15)' } }] });
    expect((await read('&text=1')).cells.map(({ text }) => text)).toEqual(['$2.50', '$5.00', '2024-03-15']);
    expect((await server.call('GET', path(`/${sheet.id}.csv`), { token: ada.token })).text).toBe('2.5,5,2024-03-15\r\n');
  }); // prettier-ignore

  test('integers keep their digits in files, in shown texts, and when files are read again', async () => {
    const file = (id: string): string => path(`/${id}.csv`);
    const put = (id: string, body: string): Promise<TestAnswer> =>
      server.call('PUT', file(id), { token: ada.token, headers: { 'Content-Type': 'text/csv' }, body });
    expect((await put(sheet.id, '4006381333931,1795309471667,999999999999')).status).toBe(200);
    expect((await server.call('GET', file(sheet.id), { token: ada.token })).text).toBe(
      '4006381333931,1795309471667,999999999999\r\n',
    );
    expect((await read('&text=1')).cells.map(({ text }) => text)).toEqual(['4006381333931', '1795309471667', '999999999999']);
    await write({
      kind: 'cells',
      cells: [
        { ...at('A2'), i: { n: 1234.5678 }, f: { nf: 'currency' } },
        { ...at('B2'), i: { n: 45366.25 }, f: { nf: 'date' } },
        { ...at('C2'), i: { s: "'007" } },
        { ...at('D2'), i: { s: '=1/3' }, f: { nf: 'percent' } },
        { ...at('E2'), i: { n: 1e22 } },
        { ...at('F2'), i: { s: '2024-03-15' } },
        { ...at('G2'), i: { s: 'TRUE' } },
      ],
    });
    const { text } = await server.call('GET', file(sheet.id), { token: ada.token });
    expect(text.split('\r\n')[1]).toBe(`1234.5678,2024-03-15 06:00:00,007,0.3333333333333333,1E+22,"2024-03-15",'TRUE`);
    const fresh = await add('Copy');
    expect((await put(fresh.id, text)).status).toBe(200);
    const [copy] = (await server.call('GET', path(`?ids=${fresh.id}&text=1`), { token: ada.token })).json.sheets;
    const inputs = copy.cells.slice(3).map(({ i }: Cell) => Object.values(i ?? {})[0]);
    expect(inputs).toEqual([1234.5678, 45366.25, '007', 1 / 3, 1e22, '2024-03-15', "'TRUE"]);
    expect(copy.cells[4].text).toBe('2024-03-15 06:00:00');
    expect((await server.call('GET', file(fresh.id), { token: ada.token })).text).toBe(text);
  });

  test('an element can show only sheets of its document', async () => {
    const draw = (id: string): Promise<TestAnswer> =>
      server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets`, {
        token: ada.token,
        body: {
          operations: [
            {
              op: 'add',
              element: { type: 'shape', shape: 'plan-sheet', x: 0, y: 0, width: 600, height: 300, planSheet: { sheetId: id } },
            },
          ],
        },
      });
    expect((await draw(sheet.id)).status).toBe(201);
    expect((await draw('sheet_aaaaaaaaaaaaaaaaaaaa')).json.errors[0].code).toBe('invalid_value');
  });

  test('APP60 a write is one event and one audit row, once per key', async () => {
    const sent = { token: ada.token, body: { write: { kind: 'title', title: 'Once' } }, headers: { 'Idempotency-Key': 'k-1' } };
    const [first, second] = [
      await server.call('POST', path(`/${sheet.id}/writes`), sent),
      await server.call('POST', path(`/${sheet.id}/writes`), sent),
    ];
    expect(second.json).toEqual(first.json);
    const events = (await eventsAfter(server.context.storage.db, document.id, 0, 100)).filter(({ type }) => type === 'sheet');
    expect(events.map(({ data }) => data)).toMatchObject([
      { sheet: sheet.id, title: 'Budget', change: 'created', rev: 0 },
      { sheet: sheet.id, title: 'Once', change: 'title', rev: 1, actor: { name: 'Ada', agent: true } },
    ]);
    const audit = await auditOf(server.context.storage.db, document.id, 100);
    expect(
      audit
        .filter(({ subject }) => subject === sheet.id)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['sheet.add', 'sheet.write']);
  });

  test('cells that an editor writes are read and evaluated like others', async () => {
    await cells({ A1: { n: 2 }, B1: { s: '=A1*10' } });
    const { r, c } = at('A1');
    await server.context.rooms.write(
      { actor: null as never, requestId: 'r', key: null, origin: '', replayed: false },
      document.id,
      async (room) => {
        room.edit(
          (doc) =>
            void ((doc.getMap('sheets').get(sheet.id) as Y.Map<unknown>).get('cells') as Y.Map<unknown>).set(`${r}:${c}`, {
              i: { n: 4 },
            }),
        );
        return null;
      },
    );
    expect(await shown()).toEqual({ A1: 4, B1: ['=A1*10', 40] });
  });
});
