/**
 * Values of large sheets through REST: complete, and the same on every node, after every start, whatever else a document contains.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Cell, Sheet } from '#schema/sheet.ts';
import { openStorage } from '#storage/storage.ts';

import { soonMs, startCluster } from './cluster/stage.ts';
import { Api } from './harness/api.ts';
import { until } from './harness/editor.ts';
import { EventReader } from './harness/event-reader.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addPerson } from './harness/people.ts';
import { startPostgres } from './harness/postgres.ts';
import { startRedis } from './harness/redis.ts';
import { temporaryFolder } from './harness/temporary-folder.ts';

type Place = { readonly id: string; readonly tab: string };
type Written = { readonly rev: number; readonly cells: readonly Cell[]; readonly pending?: number };

const path = (place: Place, rest = ''): string => `/documents/${place.id}/sheets${rest}`;

async function addSheet(api: Api, place: Place, title: string, rows: number, cols: number): Promise<Sheet> {
  const body = { tabId: place.tab, title, rows, cols };
  const answer = await api.call<{ sheet: Sheet }>('POST', path(place), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.sheet;
}

/** Writes whole columns, some rows per call; returns the number of formulas that the last call left pending. */
async function fill(api: Api, place: Place, sheet: Sheet, columns: readonly ((row: number) => object)[], rowsPerCall: number) {
  const { rows, cols } = sheet.layout;
  let pending = 0;
  for (let from = 0; from < rows.length; from += rowsPerCall) {
    const cells = rows
      .slice(from, from + rowsPerCall)
      .flatMap((r, at) => columns.map((input, col) => ({ r, c: cols[col], i: input(from + at + 1) })));
    const write = { kind: 'cells', cells };
    const { status, body } = await api.call<Written>('POST', path(place, `/${sheet.id}/writes`), { write });
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
    pending = body.pending ?? 0;
  }
  return pending;
}

const read = async (api: Api, place: Place, id: string): Promise<Sheet & { readonly pending?: number }> => {
  const { status, body } = await api.call<{ sheets: Sheet[] }>('GET', path(place, `?ids=${id}`));
  expect(status).toBe(200);
  return body.sheets[0]!;
};

/** The sheet once all of its formulas have values. */
async function complete(api: Api, place: Place, id: string): Promise<Sheet> {
  let sheet = await read(api, place, id);
  await until(
    async () => {
      if ((sheet.pending ?? 0) > 0) sheet = await read(api, place, id);
      return (sheet.pending ?? 0) === 0;
    },
    8 * soonMs,
    'some formulas never get their values',
  );
  return sheet;
}

/** The values of the formulas of a column, row by row. */
const valuesOf = ({ cells, layout }: Sheet, col: number): unknown[] =>
  cells.filter(({ c, v }) => c === layout.cols[col] && v !== undefined).map(({ v }) => Object.values(v ?? {})[0]);

const number = (row: number): number => (row * 7_919) % 997;
const amount = (row: number): number => row % 101;
/** Numbers, amounts, and a formula of each row over all rows. */
const columns = (rows: number, ...formulas: readonly ((row: number) => string)[]): ((row: number) => object)[] => [
  (row) => ({ n: number(row) }),
  (row) => ({ n: amount(row) }),
  ...formulas.map((formula) => (row: number) => ({ s: formula(row).replaceAll('#', String(rows)) })),
];
const countif = (row: number): string => `=COUNTIF(A$1:A$#,A${row})`;
const rank = (row: number): string => `=RANK(A${row},A$1:A$#)`;
const sumproduct = (row: number): string => `=SUMPRODUCT((A$1:A$#=A${row})*B$1:B$#)`;

/** The values of these formulas, computed directly. */
function expected(rows: number): { readonly counts: number[]; readonly ranks: number[]; readonly sums: number[] } {
  const all = Array.from({ length: rows }, (_, at) => number(at + 1));
  const [count, sum] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, n] of all.entries()) {
    count.set(n, (count.get(n) ?? 0) + 1);
    sum.set(n, (sum.get(n) ?? 0) + amount(at + 1));
  }
  const greater = new Map<number, number>();
  let above = 0;
  for (const [n, times] of [...count].toSorted(([a], [b]) => b - a)) {
    greater.set(n, above);
    above += times;
  }
  return {
    counts: all.map((n) => count.get(n) ?? 0),
    ranks: all.map((n) => (greater.get(n) ?? 0) + 1),
    sums: all.map((n) => sum.get(n) ?? 0),
  };
}

describe('on SQLite', () => {
  const folder = temporaryFolder('sheet-values');
  let [node, token] = [null as unknown as NodeProcess, ''];
  let api: Api;

  beforeAll(async () => {
    const storage = await openStorage({ dataDir: folder.path });
    ({ token } = await addPerson(storage, 'Ada'));
    await storage.close();
    await start();
  });
  afterAll(async () => {
    await node.kill('SIGTERM');
    folder.remove();
  });

  async function start(): Promise<void> {
    node = await startNodeProcess({ DATA_DIR: folder.path });
    api = new Api(node.url, token);
  }
  async function restart(): Promise<void> {
    await node.kill('SIGTERM');
    await start();
  }

  test('4,000 counts keep their values when another sheet is added, and after a restart', async () => {
    const place = await api.createDocument();
    const sheet = await addSheet(api, place, 'Counts', 4_000, 3);
    await fill(api, place, sheet, columns(4_000, countif), 500);
    const { counts } = expected(4_000);
    expect(valuesOf(await complete(api, place, sheet.id), 2)).toEqual(counts);
    const other = await addSheet(api, place, 'More', 1_000, 3);
    await fill(api, place, other, columns(1_000, countif), 500);
    expect(valuesOf(await complete(api, place, sheet.id), 2)).toEqual(counts);
    await restart();
    expect(valuesOf(await complete(api, place, sheet.id), 2)).toEqual(counts);
    expect(valuesOf(await complete(api, place, other.id), 2)).toEqual(expected(1_000).counts);
  });

  test('twelve sheets of 1,000 counts all keep their values', async () => {
    const place = await api.createDocument();
    const { counts } = expected(1_000);
    const sheets: Sheet[] = [];
    for (let at = 0; at < 12; at += 1) {
      const sheet = await addSheet(api, place, `S${at}`, 1_000, 3);
      await fill(api, place, sheet, columns(1_000, countif), 1_000);
      sheets.push(sheet);
    }
    for (const { id, title } of sheets) expect(valuesOf(await complete(api, place, id), 2), title).toEqual(counts);
  });

  test('5,000 rows of COUNTIF, RANK and SUMPRODUCT have all values, also after a restart', async () => {
    const place = await api.createDocument();
    const sheet = await addSheet(api, place, 'Large', 5_000, 5);
    await fill(api, place, sheet, columns(5_000, countif, rank, sumproduct), 1_000);
    const { counts, ranks, sums } = expected(5_000);
    for (const again of [false, true]) {
      if (again) await restart();
      const found = await complete(api, place, sheet.id);
      expect([valuesOf(found, 2), valuesOf(found, 3), valuesOf(found, 4)]).toEqual([counts, ranks, sums]);
    }
  });
});

test('two nodes answer the same complete values, report pending ones, and emit an event when they are evaluated', async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const cluster = await startCluster(postgres, redis.url);
  try {
    const [here, there] = cluster.nodes.map(({ url }) => new Api(url, cluster.ada.token)) as [Api, Api];
    const place = await here.createDocument();
    const sheet = await addSheet(here, place, 'Large', 5_000, 5);
    const { counts, ranks, sums } = expected(5_000);
    await fill(here, place, sheet, columns(5_000, countif, rank).slice(0, 4), 1_250);
    const reader = await EventReader.open({
      url: cluster.nodes[1].url,
      documentId: place.id,
      token: cluster.ada.token,
      types: 'sheet',
    });
    // 25,000,000 products at once are more than a write waits for.
    const column = sheet.layout.rows.map((r, at) => ({
      r,
      c: sheet.layout.cols[4],
      i: { s: sumproduct(at + 1).replaceAll('#', '5000') },
    }));
    const write = { kind: 'cells', cells: column };
    const { status, body } = await here.call<Written>('POST', path(place, `/${sheet.id}/writes`), { write });
    expect(status).toBe(200);
    expect(body.pending).toBeGreaterThan(0);
    const pendingCells = body.cells.filter((cell) => 'pending' in cell && cell.pending === true);
    expect(pendingCells).toHaveLength(body.pending ?? 0);
    expect(pendingCells.every(({ v }) => v === undefined)).toBe(true);
    for (const { c, r, v } of body.cells) {
      if (c === sheet.layout.cols[4] && v !== undefined) expect(v).toEqual({ n: sums[sheet.layout.rows.indexOf(r)] });
    }
    const isTold = (): boolean => reader.events.some(({ data }) => data['change'] === 'values' && data['sheet'] === sheet.id);
    await until(isTold, 8 * soonMs, 'no event tells that the values are there');
    const unrelated = await addSheet(there, place, 'Unrelated', 1_000, 3);
    await fill(there, place, unrelated, columns(1_000, countif), 1_000);
    const [mine, theirs] = [await complete(here, place, sheet.id), await complete(there, place, sheet.id)];
    expect([valuesOf(mine, 2), valuesOf(mine, 3), valuesOf(mine, 4)]).toEqual([counts, ranks, sums]);
    expect(theirs).toEqual(mine);
    reader.cut();
  } finally {
    await cluster.stop();
    await Promise.all([redis.stop(), postgres.stop()]);
  }
});
