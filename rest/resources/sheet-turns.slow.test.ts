/** Reading a full sheet leaves turns of the event loop to other calls. */
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { cellsOf } from '#core/sheet/describe-sheet.ts';
import type { Sheet } from '#schema/sheet.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

const [rows, cols] = [5_000, 20];
let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };
let sheet: Sheet;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  document = await server.addDocument(ada.token);
  const made = await server.call('POST', `/documents/${document.id}/sheets`, { token: ada.token, body: { tabId: document.tab, title: 'Full', rows, cols } }); // prettier-ignore
  sheet = made.json.sheet;
  const line = (row: number): string =>
    Array.from({ length: cols }, (_, col) => (col === 19 ? `=A${row + 1}+1` : row * col)).join(',');
  const body = Array.from({ length: rows }, (_, row) => line(row)).join('\n');
  const put = await server.call('PUT', `/documents/${document.id}/sheets/${sheet.id}.csv`, { token: ada.token, headers: { 'Content-Type': 'text/csv' }, body }); // prettier-ignore
  expect(put.status, put.text.slice(0, 300)).toBe(200);
});
afterAll(() => server.close());

/** Reads the answer, and returns only its size in bytes. */
const bytesOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = `${server.origin}/api/v1/documents/${document.id}/sheets${path}`;
    const asked = request(url, { headers: { Authorization: `Bearer ${ada.token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => void (bytes += chunk.length));
      response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(String(response.statusCode)))));
    });
    asked.on('error', reject);
    asked.end();
  });

/** The longest turn of the event loop until the work is done, in ms of CPU of this thread. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => undefined);
  let [last, longest] = [threadMs(), 0];
  while (!isDone) {
    await nextTurn();
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await work;
  return longest;
}

test('APP63 100,000 cells are read, as JSON and as a file, in turns far shorter than reading them at once', async () => {
  const whole = await server.context.rooms.read(document.id, (reading) => {
    const workbook = reading.workbook();
    const state = workbook.sheets.get(sheet.id);
    if (state === undefined) throw new Error('no sheet');
    const started = threadMs();
    const work = cellsOf(workbook, state, { a1: true, text: true });
    let step = work.next();
    while (step.done !== true) step = work.next();
    JSON.stringify(step.value);
    return threadMs() - started;
  });
  if (typeof whole !== 'number') throw new Error('no reading');
  for (const path of [`?ids=${sheet.id}&a1=1&text=1`, `?tabId=${document.tab}`, `/${sheet.id}.csv`]) {
    const longestOf = async (): Promise<number> => {
      const read = bytesOf(path);
      const ms = await longestTurn(read);
      expect(await read).toBeGreaterThan(500_000);
      return ms;
    };
    // Garbage collection may happen in either.
    const longest = Math.min(await longestOf(), await longestOf());
    expect(longest, `${path}: ${longest} of ${whole} ms`).toBeLessThan(Math.max(50, whole / 2));
  }
}, 60_000);
