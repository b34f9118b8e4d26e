import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';

import { storedFormula } from '#core/sheet/formula-text.ts';
import { colId, rowId, sheetId } from '#core/sheet/sheet.test-support.ts';
import { newId } from '#schema/ids.ts';
import { isProblem, problem } from '#schema/problem.ts';
import { cellKey, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { addSheet, editSheet, readSheet } from '#schema/ydoc/sheets.ts';
import { initDocument, insertTab } from '#schema/ydoc/write.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { insertDocument } from '#storage/documents.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { until } from '#test/harness/editor.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { DocumentRooms } from './rooms.ts';

const call = { actor: null, requestId: 'test', key: null, replayed: false } as const;
const soonMs = 90_000;
const [rows, tabId, id] = [4_000, newId('tab'), sheetId(0)];

let folder: ReturnType<typeof temporaryFolder>;
let storage: Storage;
let rooms: DocumentRooms;
let notified: string[];

beforeEach(async () => {
  folder = temporaryFolder('recalculations');
  storage = await openStorage({ dataDir: folder.path });
  notified = [];
  rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log: {
      warn: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`),
      error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`),
    },
    notifyNodes: (documentId) => void notified.push(documentId),
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
  });
  const user = { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 };
  await storage.transact((tx) => insertUser(tx, user));
});
afterEach(async () => {
  await rooms.flushAll(1_000);
  rooms.close();
  await storage.close();
  folder.remove();
});

/** A document with a sheet of texts, and as many formulas as given, each of which reads all of them. */
async function documentWith(formulas: number): Promise<string> {
  const documentId = newId('doc');
  const init = (doc: Y.Doc): void => {
    initDocument(doc, { name: 'One' });
    insertTab(doc, {
      id: tabId,
      name: 'Tab 1',
      order: firstOrderKey,
      mode: 'canvas',
      locked: false,
      theme: 'light',
      layers: [],
      pages: [],
    });
    const lines = (count: number, idOf: (at: number) => string) => orderKeys(count).map((key, at) => [idOf(at), key] as const);
    addSheet(doc, id, { tabId, title: 'S', rows: lines(rows, rowId), cols: lines(2, colId) });
    const sheet = readSheet(doc, id)!;
    const cells = new Map<string, StoredCell>();
    for (let row = 0; row < rows; row += 1) {
      cells.set(cellKey(rowId(row), colId(0)), { i: { s: `Text ${row % 50}` } });
      const formula = `=SUMPRODUCT((A$1:A$${rows}=A${row + 1})*1)`;
      if (row < formulas)
        cells.set(cellKey(rowId(row), colId(1)), {
          i: { s: storedFormula(formula, { sheet, sheets: new Map([[id, sheet]]) }) },
        });
    }
    editSheet(doc, id, { maps: { cells } });
  };
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: 'user_ada', at: 1 });
    await rooms.create(tx, documentId, init, 1);
  });
  await pendingIn(documentId);
  return documentId;
}

/** The number of pending formulas; Infinity while the cells are being read. */
async function pendingIn(documentId: string): Promise<number> {
  const pending = await rooms.read(documentId, (reading) => {
    const workbook = reading.workbook();
    return workbook.isArranged ? workbook.pendingOn(id) : Infinity;
  });
  return isProblem(pending) ? expect.fail(pending.code) : pending;
}

const eventsOf = async (documentId: string): Promise<object[]> =>
  (await eventsAfter(storage.db, documentId, 0, 100)).map(({ data }) => data as object);

test('RM30 RM31 a small document gets its event long before a large one, each gets one, and only for announced sheets', async () => {
  const [large, small, silent] = [await documentWith(2_500), await documentWith(20), await documentWith(20)];
  rooms.announceValues(large, [id]);
  rooms.announceValues(small, [id]);
  rooms.announceValues(small, [id, sheetId(7)]);
  const hasEvent = (documentId: string) => async (): Promise<boolean> => (await eventsOf(documentId)).length > 0;
  await until(hasEvent(small), soonMs, 'the small document gets no event');
  expect([await pendingIn(small), (await pendingIn(large)) > 0, await eventsOf(large)]).toEqual([0, true, []]);
  expect(await eventsOf(small)).toMatchObject([
    { sheet: id, title: 'S', change: 'values', rev: 0, actor: { name: 'Atelier', agent: false } },
  ]);
  await until(hasEvent(large), soonMs, 'the large document gets no event');
  expect([await pendingIn(large), (await eventsOf(large)).length, (await eventsOf(small)).length]).toEqual([0, 1, 1]);
  expect(new Set(notified)).toEqual(new Set([large, small]));
  // No values of this one were requested.
  expect([await pendingIn(silent), await eventsOf(silent)]).toEqual([Infinity, []]);
}, 120_000);

test('RM32 a caller that waits returns when all values are evaluated, or after the time that it allows', async () => {
  const [large, small] = [await documentWith(2_500), await documentWith(20)];
  await rooms.calculated(large, 1);
  expect(await pendingIn(large)).toBeGreaterThan(0);
  await rooms.calculated(small, soonMs);
  expect([await pendingIn(small), rooms.isCalculated(small), rooms.isCalculated(large)]).toEqual([0, true, false]);
  await rooms.calculated(large, soonMs);
  expect([await pendingIn(large), await eventsOf(large)]).toEqual([0, []]);
}, 120_000);

test('RM33 a write that fails meanwhile does not suppress the event', async () => {
  const document = await documentWith(1_000);
  rooms.announceValues(document, [id]);
  await sleep(50);
  const refused = await rooms.write(call, document, (room) => {
    room.edit((doc) => editSheet(doc, id, { title: 'Other', maps: {} }));
    return Promise.resolve(problem('tab_locked'));
  });
  expect(isProblem(refused)).toBe(true);
  await until(async () => (await eventsOf(document)).length > 0, soonMs, 'there is no event');
  expect(await eventsOf(document)).toMatchObject([{ sheet: id, title: 'S', change: 'values' }]);
  expect(await pendingIn(document)).toBe(0);
}, 120_000);
