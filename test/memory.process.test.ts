/**
 * A node whose memory for documents is full: it refuses what does not fit, and continues with what it has loaded.
 *
 * One tab of 1,000 elements takes about 3.5 MB with editors and 5.3 MB more for agents; the limit is 9 MiB.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { putDocument } from '#test/bench/put-document.ts';
import { drawDocument } from '#test/bench/drawing.ts';
import type { BenchTab } from '#test/bench/caller.ts';
import { until } from '#test/harness/editor.ts';
import { RawEditor } from '#test/harness/raw-editor.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

let solo: Solo;
let one: BenchTab;
let another: BenchTab;
let large: BenchTab;
beforeAll(async () => {
  solo = await startSolo('memory', { DOCUMENT_MEMORY_MB: '9' });
  const put = (elements: number): Promise<BenchTab> => putDocument(solo.storage, solo.ada.id, drawDocument(elements));
  [one, another, large] = [await put(1_000), await put(1_000), await put(2_000)];
});
afterAll(() => solo.stop());

test('another document is refused to editors with 1013, and opens after one was closed', async () => {
  const editor = solo.open(one.id);
  await editor.synced(30_000);
  const refused = await new RawEditor(solo.node.url).admitted(another.id, solo.ada.token);
  await until(() => refused.closeCode !== null, 30_000, 'an editor is kept waiting');
  expect([refused.closeCode, refused.closeReason]).toEqual([1013, 'overloaded']);

  // Open documents continue to work, for people and for agents.
  const written = await solo.api.changeset(one, 'set b1 label=Written');
  expect(written.status).toBe(201);
  await until(() => editor.element(one.tab, 'b1')?.type === 'shape', 30_000, 'the editor does not follow');
  editor.put(one.tab, { ...editor.element(one.tab, 'b2')!, x: 7 } as never);
  await editor.saved(30_000);

  editor.offline();
  const next = solo.open(another.id);
  await next.synced(30_000);
  expect(next.element(another.tab, 'b1')).toMatchObject({ label: 'Step 1' });
});

test('agents write to more documents than fit at once, one after the other', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 2; round += 1)
    for (const place of [one, another]) statuses.push((await solo.api.changeset(place, `set b3 label=Round-${round}`)).status);
  expect(statuses).toEqual([201, 201, 201, 201]);
});

test('a document that never fits is answered 503 with a Retry-After', async () => {
  const address = `${solo.node.url}/api/v1/documents/${large.id}/tabs/${large.tab}`;
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${solo.ada.token}` } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await answer.json()).toMatchObject({ code: 'room_unavailable' });
});
