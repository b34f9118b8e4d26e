/** Memory after many documents were read, drawn, changed and edited, once the node has no load. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { BenchTab } from '#test/bench/caller.ts';
import { drawDocument } from '#test/bench/drawing.ts';
import { putDocument } from '#test/bench/put-document.ts';
import { type Solo, startSolo } from '#test/harness/solo.ts';

import { size } from './company.ts';
import { residentMb } from './resident.ts';
import { say } from './verdict.ts';

const documents = 60;
const rounds = 300 * size;

let solo: Solo;
beforeAll(async () => {
  solo = await startSolo('churn');
});
afterAll(() => solo.stop());

async function visit({ id, tab }: BenchTab, round: number): Promise<void> {
  const { api, ada, node } = solo;
  const read = async (view = ''): Promise<void> => {
    const address = `${node.url}/api/v1/documents/${id}/tabs/${tab}${view}`;
    await (await fetch(address, { headers: { Authorization: `Bearer ${ada.token}` } })).arrayBuffer();
  };
  await read();
  if (round % 3 === 0) await read('/render.png');
  if (round % 5 === 0) await api.changeset({ id, tab }, `set b1 label="Round ${round}"`);
  if (round % 4 !== 0) return;
  const editor = solo.open(id);
  await editor.synced(60_000);
  editor.offline();
}

test('[OPS31] memory returns within two minutes after a busy time', { timeout: 900_000 }, async () => {
  const places: BenchTab[] = [];
  while (places.length < documents) places.push(await putDocument(solo.storage, solo.ada.id, drawDocument(500)));
  for (let round = 0; round < 5; round += 1) await visit(places[round]!, round);
  const before = residentMb(solo.node.pid);
  for (let round = 0; round < rounds; round += 1) await visit(places[round % documents]!, round);
  const busy = residentMb(solo.node.pid);
  await sleep(120_000);
  const after = residentMb(solo.node.pid);
  say(
    'churn',
    `${rounds} visits of ${documents} documents: ${before.toFixed(0)} MB, ${busy.toFixed(0)} while busy, ${after.toFixed(0)} two minutes later`,
  );
  expect(busy).toBeGreaterThan(1.5 * before);
  expect(after).toBeLessThan(1.5 * before);
});
