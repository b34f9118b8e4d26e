/** Sheets with live editors: on one node with SQLite, and on two nodes with PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { cellsOf, layoutOf } from '#core/sheet/describe-sheet.ts';
import { SheetBook } from '#core/sheet/sheet-book.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { type Cell, cellKey, type LayoutChange, type Sheet, type SheetWrite } from '#schema/sheet.ts';
import { orderKeysAt } from '#schema/ydoc/order-key.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { addSheet, editSheet, readSheet } from '#schema/ydoc/sheets.ts';

import { soonMs, startCluster } from './cluster/stage.ts';
import { type ApiAnswer, Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { startNodeProcess } from './harness/node-process.ts';
import { addPerson } from './harness/people.ts';
import { startPostgres } from './harness/postgres.ts';
import { startRedis } from './harness/redis.ts';
import { startSolo } from './harness/solo.ts';
import { temporaryFolder } from './harness/temporary-folder.ts';
import { openStorage } from '#storage/storage.ts';

/** Two connections to the documents, through the same node if there is only one. */
type Stage = { readonly urls: readonly [string, string]; readonly token: string; stop(): Promise<void> };

async function onSqlite(): Promise<Stage> {
  const solo = await startSolo('sheets');
  return { urls: [solo.node.url, solo.node.url], token: solo.ada.token, stop: () => solo.stop() };
}

async function onPostgres(): Promise<Stage> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const cluster = await startCluster(postgres, redis.url);
  return {
    urls: [cluster.nodes[0].url, cluster.nodes[1].url],
    token: cluster.ada.token,
    async stop() {
      await cluster.stop();
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

type Written = { readonly write: SheetWrite; readonly rev: number; readonly cells: readonly Cell[] } & Refusal;
type Refusal = { readonly code?: string; readonly limit?: number; readonly index?: number };

describe.each([
  ['SQLite', onSqlite],
  ['two nodes on PostgreSQL', onPostgres],
] as const)('sheets and their editors, %s', (_, begin) => {
  let stage: Stage;
  let [here, there]: [Api, Api] = [null as never, null as never];
  let place: { readonly id: string; readonly tab: string };
  let editors: [TestEditor, TestEditor];
  let sheet: Sheet;

  beforeAll(async () => {
    stage = await begin();
    [here, there] = stage.urls.map((url) => new Api(url, stage.token)) as [Api, Api];
  });
  beforeEach(async () => {
    place = await here.createDocument();
    sheet = await add(here, 'Sums');
    editors = stage.urls.map((url) => new TestEditor({ url, documentId: place.id, credential: stage.token })) as typeof editors;
    await Promise.all(editors.map((editor) => editor.synced()));
    return () => editors.forEach((editor) => editor.destroy());
  });
  afterAll(() => stage.stop());

  const path = (rest = ''): string => `/documents/${place.id}/sheets${rest}`;
  async function add(api: Api, title: string, more: object = {}): Promise<Sheet> {
    const { status, body } = await api.call<{ sheet: Sheet }>('POST', path(), { tabId: place.tab, title, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.sheet;
  }
  const read = async (api: Api, id = sheet.id): Promise<Sheet> =>
    (await api.call<{ sheets: Sheet[] }>('GET', path(`?ids=${id}&a1=1&text=1`))).body.sheets[0]!;
  const write = (api: Api, body: object, id = sheet.id): Promise<ApiAnswer<Written>> =>
    api.call('POST', path(`/${id}/writes`), { write: body });
  const at = (address: string): { r: string; c: string } => ({
    r: sheet.layout.rows[Number(address.slice(1)) - 1]!,
    c: sheet.layout.cols[address.charCodeAt(0) - 65]!,
  });
  const cells = (api: Api, inputs: Record<string, object | null>): Promise<ApiAnswer<Written>> =>
    write(api, { kind: 'cells', cells: Object.entries(inputs).map(([address, i]) => ({ ...at(address), i })) });
  const shown = async (api: Api): Promise<Record<string, unknown>> =>
    Object.fromEntries((await read(api)).cells.map(({ a1 = '', text }) => [a1, text]));
  const shows = (texts: Record<string, unknown>) => everywhere(async () => expect(await shown(there)).toEqual(texts));

  /** The sheet as an editor reads it. */
  function seenBy({ doc }: TestEditor, id = sheet.id): Omit<Sheet, 'rev'> | null {
    const { workbook } = new SheetBook(sheetSource(doc));
    while (!workbook.advance({ now: 0, random: () => 0.5 }, 100_000));
    const state = workbook.sheets.get(id);
    if (state === undefined) return null;
    const work = cellsOf(workbook, state, { a1: true, text: true });
    let step = work.next();
    while (step.done !== true) step = work.next();
    return { id, tabId: state.tabId, title: state.title, layout: layoutOf(state), cells: step.value };
  }

  /** Both nodes answer the same, and both editors eventually show it. */
  async function everywhere(check: () => unknown = () => undefined): Promise<Sheet> {
    const [told, other] = [await read(here), await read(there)];
    expect(other).toEqual(told);
    const { rev: _rev, ...wanted } = told;
    const text = JSON.stringify(wanted);
    for (const editor of editors) await until(() => JSON.stringify(seenBy(editor)) === text, soonMs, `an editor sees ${JSON.stringify(seenBy(editor))} and not ${text}`); // prettier-ignore
    await check();
    return told;
  }

  test('every write, layout change and format key: editors see what both nodes answer, and the revision rises by one', async () => {
    const [a1, b2, c3] = [at('A1'), at('B2'), at('C3')];
    const formats = { b: true, i: true, u: true, st: true, nf: '#,##0.00 "EUR"', bg: '#ffeeaa', fc: '#112233', al: 'right', va: 'top', wr: true };
    const layouts: readonly LayoutChange[] = [
      { k: 'insert', axis: 'row', count: 2, before: b2.r }, { k: 'insert', axis: 'col', ids: ['col_aaaaaaaaaaaaaaaa'] },
      { k: 'move', axis: 'col', ids: [a1.c], before: c3.c }, { k: 'move', axis: 'row', ids: [c3.r] }, { k: 'size', axis: 'row', ids: [a1.r], px: 40 },
      { k: 'hide', axis: 'col', ids: [c3.c], hidden: true }, { k: 'hide', axis: 'col', ids: [c3.c], hidden: false }, { k: 'freeze', rows: 1, cols: 2 }, { k: 'freeze', rows: 0 },
      { k: 'merge', r: a1.r, c: a1.c, rows: 2, cols: 1 }, { k: 'merge', r: a1.r, c: a1.c, rows: 1, cols: 1 },
      { k: 'filter', c: b2.c, values: ['2', ''] }, { k: 'filter', c: b2.c, values: null }, { k: 'delete', axis: 'row', ids: [c3.r] }, { k: 'delete', axis: 'col', ids: ['col_aaaaaaaaaaaaaaaa'] },
    ];
    const writes: readonly object[] = [
      { kind: 'cells', cells: [{ ...a1, i: { n: 2 } }, { ...b2, i: { s: 'text' } }, { ...c3, i: { b: true } }, { ...at('D4'), i: { s: '=SUM($A$1:A3)*2' } }, { ...at('D5'), i: { s: `=[${a1.c},${a1.r}]+1` } }] },
      { kind: 'cells', cells: [{ ...a1, i: { n: 3 } }, { ...b2, i: null }] },
      ...Object.entries(formats).map(([key, value]) => ({ kind: 'cells', cells: [{ ...a1, f: { [key]: value } }] })),
      ...Object.keys(formats).map((key) => ({ kind: 'cells', cells: [{ ...a1, f: { [key]: null } }] })),
      { kind: 'title', title: 'Renamed' },
      ...layouts.map((change) => ({ kind: 'layout', changes: [change] })),
    ];
    for (const [index, body] of writes.entries()) {
      const answer = await write(index % 2 === 0 ? here : there, body);
      expect([answer.status, answer.body.rev], JSON.stringify([body, answer.body])).toEqual([200, index + 1]);
      // Editors are compared only now and then, as each comparison calls both nodes.
      if (index % 3 === 0 || index >= writes.length - layouts.length) await everywhere();
    }
    const told = await everywhere();
    expect([told.title, told.rev, told.cells.find(({ i }) => i !== null && 's' in i)?.v]).toEqual(['Renamed', writes.length, { n: 6 }]);
    for (const editor of editors) expect(editor.closeCodes).toEqual([]);
  }); // prettier-ignore

  test('agents read what editors write: inputs, formulas with values, new rows, and sheets', async () => {
    const [one, other] = editors;
    await cells(here, { A1: { n: 2 }, A2: { n: 3 }, B1: { s: '=SUM(A1:A2)' } });
    await everywhere();
    const put = (editor: TestEditor, address: string, i: object): void =>
      editSheet(editor.doc, sheet.id, { maps: { cells: new Map([[cellKey(at(address).r, at(address).c), { i }]]) } });
    put(one, 'A1', { n: 10 });
    put(other, 'C1', { s: `=[${at('B1').c},${at('B1').r}]*2` });
    await Promise.all(editors.map((editor) => editor.saved(soonMs)));
    await shows({ A1: '10', A2: '3', B1: '13', C1: '26' });
    // The range grows by a row between its two ends.
    const row = newId('row');
    const { rows } = readSheet(one.doc, sheet.id)!;
    const orders = rows.ids.map((id) => ({ order: rows.orders.get(id) ?? '' }));
    editSheet(one.doc, sheet.id, {
      maps: {
        rows: new Map([[row, orderKeysAt(orders, 1, 1)[0]]]),
        cells: new Map([[cellKey(row, at('A1').c), { i: { n: 100 } }]]),
      },
    });
    await one.saved(soonMs);
    await shows({ A1: '10', A2: '100', A3: '3', B1: '113', C1: '226' });
    const answer = await cells(there, { A1: { n: 0 } });
    expect(answer.body.cells.map(({ v, i }) => v ?? i)).toEqual([{ n: 0 }, { n: 103 }, { n: 206 }]);
    const id = newId('sheet');
    addSheet(other.doc, id, { tabId: place.tab, title: 'Mine', rows: [[newId('row'), 'a0']], cols: [[newId('col'), 'a0']] });
    await other.saved(soonMs);
    expect((await read(here, id)).title).toBe('Mine');
    for (const editor of editors) expect(editor.closeCodes).toEqual([]);
  });

  test('two offline editors and an agent write concurrently: all converge on one sheet, and formulas keep their references', async () => {
    await cells(here, { A1: { n: 1 }, A2: { n: 2 }, A3: { n: 4 }, B1: { s: '=SUM(A1:A3)' }, B2: { s: '=A3' } });
    await everywhere();
    for (const editor of editors) editor.offline();
    await until(() => editors.every(({ provider }) => !provider.synced), soonMs, 'still online');
    for (const [index, editor] of editors.entries()) {
      const { rows } = readSheet(editor.doc, sheet.id)!;
      const orders = rows.ids.map((id) => ({ order: rows.orders.get(id) ?? '' }));
      const row = newId('row');
      const input = { i: { n: 10 * (index + 1) } };
      editSheet(editor.doc, sheet.id, { maps: { rows: new Map([[row, orderKeysAt(orders, 1, 1)[0]]]), cells: new Map([[cellKey(row, at('A1').c), input]]) } }); // prettier-ignore
    }
    expect((await write(here, { kind: 'layout', changes: [{ k: 'delete', axis: 'row', ids: [at('A2').r] }] })).status).toBe(200);
    for (const editor of editors) await editor.online();
    await Promise.all(editors.map((editor) => editor.saved(soonMs)));
    const told = await everywhere();
    expect(told.cells.filter(({ v }) => v !== undefined).map(({ i, v }) => [i, v])).toEqual([[{ s: '=SUM(A1:A4)' }, { n: 35 }]]);
    expect(told.cells.map(({ a1, text }) => [a1, text]).filter(([a1]) => a1 !== 'B1')).toContainEqual(['A4', '4']);
  });

  test('refusals have their codes and change nothing', async () => {
    const { r, c } = at('A1');
    await add(here, 'Other');
    await cells(here, { A1: { n: 1 } });
    const before = await everywhere();
    const none = 'sheet_aaaaaaaaaaaaaaaaaaaa';
    const refused: readonly (readonly [Promise<ApiAnswer<Written>>, number, string, number?])[] = [
      [write(here, { kind: 'cells', cells: [{ r, c, i: { n: 2 } }, { r: 'row_aaaaaaaaaaaaaaaaaaaa', c, i: { n: 2 } }] }), 400, 'invalid_value'],
      [write(there, { kind: 'cells', cells: [{ r, c, f: { nf: '"' } }] }), 400, 'invalid_value'],
      [write(here, { kind: 'cells', cells: Array.from({ length: 5_001 }, () => ({ r, c, i: null })) }), 413, 'too_large', 5_000],
      [write(there, { kind: 'layout', changes: Array.from({ length: 101 }, () => ({ k: 'freeze', rows: 1 })) }), 413, 'too_large', 100],
      [write(here, { kind: 'layout', changes: [{ k: 'freeze', rows: 1 }, { k: 'insert', axis: 'row', count: 4_981 }] }), 413, 'too_large', 5_000],
      [write(there, { kind: 'layout', changes: [{ k: 'insert', axis: 'col', count: 193 }] }), 413, 'too_large', 200],
      [write(here, { kind: 'title', title: 'OTHER' }), 409, 'title_taken'],
      [write(there, { kind: 'paint' }), 400, 'invalid_request'],
      [write(here, { kind: 'title', title: 'x' }, none), 404, 'sheet_not_found'],
      [there.call('POST', path(), { tabId: place.tab, title: 'x', rows: 5_001 }), 413, 'too_large', 5_000],
      [here.call('POST', path(), { tabId: 'tab_aaaaaaaaaaaaaaaaaaaa', title: 'x' }), 404, 'tab_not_found'],
      [there.call('GET', path(`?ids=${none}`)), 404, 'sheet_not_found'],
    ]; // prettier-ignore
    for (const [answer, status, code, limit] of refused) {
      const { status: found, body } = await answer;
      expect([found, body.code, body.limit]).toEqual([status, code, limit]);
    }
    expect((await write(here, { kind: 'layout', changes: Array.from({ length: 100 }, () => ({ k: 'freeze', rows: 0 })) })).status).toBe(200); // prettier-ignore
    await there.call('PATCH', `/documents/${place.id}/tabs/${place.tab}`, { locked: true });
    expect((await cells(here, { A1: { n: 9 } })).body.code).toBe('tab_locked');
    expect(await everywhere()).toEqual({ ...before, rev: before.rev + 1 });
  });

  test('a sheet has at most 100,000 cells and a document at most 1,000 sheets', async () => {
    sheet = await add(here, 'Full', { rows: 5_000, cols: 20 });
    const file = `${Array.from({ length: 20 }, (_, n) => n).join(',')}\n`.repeat(5_000);
    const url = `${stage.urls[0]}/api/v1${path(`/${sheet.id}.csv`)}`;
    const headers = { Authorization: `Bearer ${stage.token}`, 'Content-Type': 'text/csv' };
    // On a busy machine the database may time out: then nothing was applied.
    const put = async (): Promise<number> => (await fetch(url, { method: 'PUT', headers, body: file })).status;
    await until(async () => (await put()) === 200, 4 * soonMs, 'the file is not taken');
    // The other node reads them first, which takes long there, too.
    const column = { kind: 'layout', changes: [{ k: 'insert', axis: 'col', ids: ['col_aaaaaaaaaaaaaaaa'] }] };
    await until(async () => (await write(there, column)).status === 200, 4 * soonMs, 'the column is not taken');
    const over = await write(there, { kind: 'cells', cells: [{ r: at('A1').r, c: 'col_aaaaaaaaaaaaaaaa', i: { n: 1 } }] });
    expect([over.status, over.body.code, over.body.limit]).toEqual([413, 'too_large', limits.sheetCells]);
    // A write that adds no cell is accepted, and so is one that replaces a cell by another.
    const swapped = await write(there, { kind: 'cells', cells: [{ ...at('A1'), i: null }, { r: at('A1').r, c: 'col_aaaaaaaaaaaaaaaa', i: { n: 1 } }] }); // prettier-ignore
    expect(swapped.status).toBe(200);
    const csv = await fetch(`${stage.urls[1]}/api/v1${path(`/${sheet.id}.csv`)}`, {
      headers: { Authorization: `Bearer ${stage.token}` },
    });
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      `,${file.split('\n')[1]!.slice(2)},1`,
      `${file.split('\n')[1]},`,
    ]);
    const [editor] = editors;
    editor.doc.transact(() => {
      for (let n = 2; n < limits.sheetsPerDocument; n += 1)
        addSheet(editor.doc, newId('sheet'), {
          tabId: place.tab,
          title: `S${n}`,
          rows: [[newId('row'), 'a0']],
          cols: [[newId('col'), 'a0']],
        });
    });
    await editor.saved(soonMs);
    const { status, body } = await there.call<Refusal>('POST', path(), { tabId: place.tab, title: 'One more' });
    expect([status, body.code, body.limit]).toEqual([413, 'too_large', limits.sheetsPerDocument]);
    expect(editor.closeCodes).toEqual([]);
  });
});

test('a write of a sheet that was acknowledged right before its node was killed is kept', async () => {
  const folder = temporaryFolder('sheets-kill');
  const storage = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  let place: { id: string; tab: string } | null = null;
  let sheet: Sheet | null = null;
  const rounds = 4;
  for (let round = 1; round <= rounds; round += 1) {
    const node = await startNodeProcess({ DATA_DIR: folder.path });
    const api = new Api(node.url, ada.token);
    try {
      place ??= await api.createDocument();
      const path = `/documents/${place.id}/sheets`;
      sheet ??= (await api.call<{ sheet: Sheet }>('POST', path, { tabId: place.tab, title: 'Kept' })).body.sheet;
      const [{ rows, cols }, key] = [sheet.layout, `/${sheet.id}/writes`];
      // The acknowledged writes from before the kill are there, with their revision.
      const { body } = await api.call<{ sheets: Sheet[] }>('GET', `${path}?a1=1`);
      const [found] = body.sheets;
      expect([found?.rev, found?.cells.map(({ i, v }) => v ?? i)]).toEqual(round === 1 ? [0, []] : [round - 1, [{ n: round - 1 }, { n: (round - 1) * 2 }]]);
      const cells = [{ r: rows[0], c: cols[0], i: { n: round } }, { r: rows[0], c: cols[1], i: { s: '=A1*2' } }];
      const { status } = await api.call('POST', `${path}${key}`, { write: { kind: 'cells', cells } });
      const killed = node.kill('SIGKILL');
      expect(status).toBe(200);
      await killed;
    } finally {
      await node.kill('SIGKILL');
    }
  }
  folder.remove();
}); // prettier-ignore
