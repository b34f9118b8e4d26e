/** Nodes with a heap that is far too small for the load refuse documents, and do not crash. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { BenchTab } from '#test/bench/caller.ts';
import { drawDocument } from '#test/bench/drawing.ts';
import { putDocument } from '#test/bench/put-document.ts';
import { collabUrl, LightEditor } from '#test/bench/light-editor.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { readColdAt } from '#test/crash/cold-journal.ts';
import { Api } from '#test/harness/api.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { openStorage } from '#storage/storage.ts';

import { FaultCompany, size } from './company.ts';
import { metricOf } from './metric-of.ts';
import { residentMb } from './resident.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('little-memory'));
const documents = 40;
const stormMs = 60_000 * size;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({ NODE_OPTIONS: '--max-old-space-size=256' });
});
afterAll(() => deployment.stop());

test('with 40 documents of 3,000 elements on a heap of 256 MB, documents are refused, no node crashes and nothing is lost', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const { nodes, ada, databaseUrl } = deployment;
  const node = nodes[0]!;
  const storage = await openStorage({ databaseUrl });
  const drawn = drawDocument(3_000);
  const places: BenchTab[] = [];
  while (places.length < documents) places.push(await putDocument(storage, ada.id, drawn));
  await storage.close();

  const until = performance.now() + stormMs;
  const isOn = (): boolean => performance.now() < until;
  const count = { opened: 0, refused: 0, written: 0, unavailable: 0 };
  const put: { readonly place: BenchTab; readonly id: string }[] = [];
  const comeAndGo = async (place: BenchTab, rests: SeededRandom): Promise<void> => {
    while (isOn()) {
      try {
        const editor = await LightEditor.open({ url: collabUrl(node.url), documentId: place.id, token: ada.token });
        count.opened += 1;
        await sleep(rests.integer(500, 3_000));
        editor.close();
      } catch (error) {
        // Retry: no memory, or no time on a machine with other load.
        expect(String(error)).toMatch(/closed with (1012|1013|4408)/);
        count.refused += 1;
      }
      await sleep(rests.integer(200, 1_000));
    }
  };
  const api = new Api(node.url, ada.token);
  const write = async (choices: SeededRandom): Promise<void> => {
    while (isOn()) {
      const place = choices.pick(places);
      const id = `kept-${count.written + count.unavailable}-${choices.integer(0, 1e6)}`;
      const operations = `add square id=${id} at:${choices.integer(-9_000, 9_000)},${choices.integer(-9_000, -500)}`;
      const { status, body } = await api.changeset(place, operations);
      if (status === 201) put.push({ place, id });
      else expect([status, body]).toEqual([503, expect.objectContaining({ code: 'room_unavailable' })]);
      count[status === 201 ? 'written' : 'unavailable'] += 1;
    }
  };
  let highest = 0;
  const watch = async (): Promise<void> => {
    for (; isOn(); await sleep(200)) highest = Math.max(highest, residentMb(node.pid));
  };
  await Promise.all([
    watch(),
    ...places.map((place) => comeAndGo(place, random.fork())),
    ...Array.from({ length: 6 }, () => write(random.fork())),
  ]);
  const memory = await metricOf(node.url, 'atelier_document_memory_bytes');
  say(
    'little memory',
    `${count.opened} times opened and ${count.refused} refused; ${count.written} changesets and ${count.unavailable} × 503; the node had up to ${highest.toFixed(0)} MB, ${(memory / 1e6).toFixed(0)} MB of documents at the end`,
  );
  expect(Math.min(...Object.values(count))).toBeGreaterThan(0);
  await verdict('little memory', company);
  for (const place of places) {
    const mine = put.filter((one) => one.place === place);
    if (mine.length === 0) continue;
    const { elements } = await readColdAt({ databaseUrl }, place);
    const slugs = new Set(Array.from(elements.keys(), (id) => id.split('~')[0]));
    expect(mine.filter(({ id }) => !slugs.has(id))).toEqual([]);
  }
});
