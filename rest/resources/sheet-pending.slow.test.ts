/** Pending values in every answer: formulas that are still being evaluated, and those whose texts exceed the limit. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import type { Cell, Sheet } from '#schema/sheet.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { until } from '#test/harness/editor.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

const soonMs = 120_000;
let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const path = (rest = ''): string => `/documents/${document.id}/sheets${rest}`;
async function add(title: string, rows: number, cols: number): Promise<Sheet> {
  const { status, json, text } = await server.call('POST', path(), {
    token: ada.token,
    body: { tabId: document.tab, title, rows, cols },
  });
  expect(status, text).toBe(201);
  return json.sheet;
}
const put = (sheet: Sheet, lines: readonly string[]): Promise<TestAnswer> =>
  server.call('PUT', path(`/${sheet.id}.csv`), { token: ada.token, headers: { 'Content-Type': 'text/csv' }, body: lines.join('\n') }); // prettier-ignore
const read = async (id: string): Promise<Sheet> =>
  (await server.call('GET', path(`?ids=${id}&text=1`), { token: ada.token })).json.sheets[0];
const write = (id: string, body: object): Promise<TestAnswer> =>
  server.call('POST', path(`/${id}/writes`), { token: ada.token, body: { write: body } });
const valueEvents = async (): Promise<object[]> =>
  (await eventsAfter(server.context.storage.db, document.id, 0, 1_000))
    .filter(({ type, data }) => type === 'sheet' && (data as { change: string }).change === 'values')
    .map(({ data }) => data as object);

test('APP62 uploads, writes, reads, pictures and CSV files show pending values, and an event follows when they are evaluated', async () => {
  const rows = 2_500;
  const sheet = await add('Large', rows, 3);
  // A picture shows sixty rows, and the last ones are evaluated last.
  const hidden = { k: 'hide', axis: 'row', ids: sheet.layout.rows.slice(0, -60), hidden: true };
  expect((await write(sheet.id, { kind: 'layout', changes: [hidden] })).status).toBe(200);
  const formula = (row: number): string => `=SUMPRODUCT((A$1:A$${rows}="b${row % 7}")*(A$1:A$${rows}<>"x")*B$1:B$${rows})`;
  const lines = Array.from({ length: rows }, (_, at) => `b${at % 7},${at % 5},"${formula(at + 1).replaceAll('"', '""')}"`);
  const made = await put(sheet, lines);
  expect(made.status, made.text.slice(0, 300)).toBe(200);
  const isFormula = ({ c }: Cell): boolean => c === sheet.layout.cols[2];
  const check = (cells: readonly Cell[], pending: number | undefined): void => {
    const waiting = cells.filter(({ pending: isPending }) => isPending === true);
    expect(waiting).toHaveLength(pending ?? 0);
    expect(waiting.every((cell) => isFormula(cell) && cell.v === undefined)).toBe(true);
    expect(cells.filter((cell) => isFormula(cell) && cell.v === undefined)).toHaveLength(waiting.length);
  };
  expect(made.json.sheet.pending).toBeGreaterThan(0);
  check(made.json.sheet.cells, made.json.sheet.pending);

  const found = await read(sheet.id);
  expect(found.pending).toBeGreaterThan(0);
  check(found.cells, found.pending);
  expect(new Set(found.cells.filter(({ pending }) => pending).map(({ text }) => text))).toEqual(new Set(['Loading...']));

  // Every formula depends on the write, so none keeps an old value.
  const [r, c] = [sheet.layout.rows[0], sheet.layout.cols[1]];
  const written = await write(sheet.id, { kind: 'cells', cells: [{ r, c, i: { n: 100 } }] });
  const told: Cell[] = written.json.cells;
  expect(written.json.pending).toBeGreaterThan(0);
  expect(told.every((cell) => !isFormula(cell) || cell.v !== undefined)).toBe(true);

  const file = await server.call('GET', path(`/${sheet.id}.csv`), { token: ada.token });
  const shown = file.text.split('\r\n').filter((line) => line.endsWith(',Loading...'));
  expect(shown.length).toBeGreaterThan(0);
  expect(file.headers.get('x-atelier-pending')).toBe(String(shown.length));

  const element = { type: 'shape', shape: 'plan-sheet', x: 0, y: 0, width: 600, height: 1_400, planSheet: { sheetId: sheet.id } };
  const drawn = await server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets`, {
    token: ada.token,
    body: { operations: [{ op: 'add', element }] },
  });
  expect(drawn.status).toBe(201);
  const picture = await server.call('GET', `/documents/${document.id}/tabs/${document.tab}/render.svg`, { token: ada.token });
  expect(picture.text).toContain('Loading...');

  await until(async () => (await valueEvents()).length > 0, soonMs, 'the event does not come');
  expect(await valueEvents()).toMatchObject([
    { sheet: sheet.id, title: 'Large', change: 'values', rev: 3, actor: { name: 'Atelier', agent: false } },
  ]);
  const complete = await read(sheet.id);
  expect(complete.pending).toBeUndefined();
  const sums = new Map<string, number>();
  for (let at = 0; at < rows; at += 1) sums.set(`b${at % 7}`, (sums.get(`b${at % 7}`) ?? 0) + (at === 0 ? 100 : at % 5));
  const values = complete.cells.filter(isFormula).map(({ v }) => v);
  expect(values).toEqual(Array.from({ length: rows }, (_, at) => ({ n: sums.get(`b${(at + 1) % 7}`) })));
  const whole = await server.call('GET', path(`/${sheet.id}.csv`), { token: ada.token });
  expect([whole.headers.get('x-atelier-pending'), whole.text.includes('Loading')]).toEqual([null, false]);
  // Reading complete values emits no events.
  expect(await valueEvents()).toHaveLength(1);
}, 240_000);

test('formulas whose texts exceed the limit stay pending, and no event announces them', async () => {
  const count = Math.floor(limits.formulaTextCharacters / 32_000) + 10;
  const sheet = await add('Texts', count, 2);
  const lines = Array.from({ length: count }, (_, at) => `=LEN(B${at + 1}),"=REPT(""x"",32000)&${at}"`);
  // The answer has all texts; only its revision is checked.
  expect((await put(sheet, lines)).status).toBe(200);
  const { rooms } = server.context;
  // By the second time, the event of the first has been emitted too.
  for (let time = 0; time < 2; time += 1) await rooms.calculated(document.id, soonMs);
  const told = (await valueEvents()).length;
  expect([rooms.isCalculated(document.id), told <= 1]).toEqual([true, true]);
  const { json } = await write(sheet.id, { kind: 'title', title: 'Long texts' });
  expect(json.pending).toBeGreaterThan(10);
  expect(json.pending).toBeLessThan(40);
  expect((await write(sheet.id, { kind: 'title', title: 'Texts' })).json.pending).toBe(json.pending);
  await server.call('GET', path(`/${sheet.id}.csv`), { token: ada.token });
  for (let time = 0; time < 2; time += 1) await rooms.calculated(document.id, soonMs);
  expect(await valueEvents()).toHaveLength(told);
  const [r, c] = [sheet.layout.rows, sheet.layout.cols[1]];
  const shorter = await write(sheet.id, { kind: 'cells', cells: r.slice(0, 30).map((row) => ({ r: row, c, i: { s: '=1' } })) });
  expect([shorter.status, shorter.json.pending]).toEqual([200, undefined]);
}, 120_000);
