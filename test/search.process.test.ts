/** Searches on a whole node: how soon what was written is found, what writes cost beside them, and an index that is gone. */
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Shape } from '#schema/element.ts';
import type { SearchAnswer, SearchResult } from '#schema/search.ts';

import { startNodeProcess } from './harness/node-process.ts';
import { Api } from './harness/api.ts';
import { type Solo, startSolo } from './harness/solo.ts';
import { logGrowth } from './harness/write-ahead-log.ts';

let solo: Solo;
beforeAll(async () => {
  solo = await startSolo('search');
});
afterAll(() => solo.stop());

async function find(q: string, api: Api = solo.api): Promise<readonly SearchResult[]> {
  const { body } = await api.call<SearchAnswer>('GET', `/search?q=${encodeURIComponent(q)}`);
  return body.results ?? [];
}

/** How long it takes, in milliseconds, until it is found. */
async function foundAfter(q: string): Promise<number> {
  const startedAt = performance.now();
  while ((await find(q)).length === 0) {
    if (performance.now() - startedAt > 20_000) throw new Error(`${q} is not found`);
    await sleep(10);
  }
  return performance.now() - startedAt;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('SE4 what agents and editors write is found within a second', { timeout: 120_000 }, async () => {
  const place = await solo.api.createDocument();
  await solo.api.changeset(place, 'add square "Start" id=start');
  // The thread is loaded by the first document.
  await foundAfter('start');
  const byAgent: number[] = [];
  const byEditor: number[] = [];
  const editor = solo.open(place.id);
  await editor.synced();
  for (let round = 0; round < 7; round += 1) {
    expect((await solo.api.changeset(place, `add square "agent${round}x"`)).status).toBe(201);
    byAgent.push(await foundAfter(`agent${round}x`));
    const shape = {
      type: 'shape',
      shape: 'square',
      id: `e${round}~00000000`,
      z: 'a0',
      x: 0,
      y: round * 100,
      width: 80,
      height: 40,
    } as const;
    editor.put(place.tab, { ...shape, label: `物流${round}心` } satisfies Shape);
    byEditor.push(await foundAfter(`流${round}`));
  }
  process.stdout.write(
    `search: found after ${median(byAgent).toFixed()} ms (agent), ${median(byEditor).toFixed()} ms (editor)\n`,
  );
  expect(median(byAgent)).toBeLessThan(1_000);
  expect(median(byEditor)).toBeLessThan(1_000);
});

test('SE1 indexing adds no page and no commit to the log of the database', { timeout: 60_000 }, async () => {
  // That an editor changed a tab is told, and written, up to a second later.
  const isAtRest = { pages: 0, commits: 0 };
  await expect.poll(() => logGrowth(solo.dataDir, () => sleep(1_200)), { timeout: 20_000 }).toEqual(isAtRest);
  const place = await solo.api.createDocument();
  const growth = await logGrowth(solo.dataDir, async () => {
    for (let at = 0; at < 5; at += 1) await solo.api.changeset(place, `add square "once${at}" id=o${at}`);
  });
  const whileIndexing = await logGrowth(solo.dataDir, async () => {
    await foundAfter('once4');
    await sleep(500);
  });
  expect(growth.commits).toBe(5);
  expect(whileIndexing).toEqual(isAtRest);
});

test('SE5 an index that is deleted or damaged while no node runs is made again', { timeout: 120_000 }, async () => {
  const file = join(solo.dataDir, 'search.db');
  const place = await solo.api.createDocument('Lighthouse');
  await solo.api.changeset(place, 'add square "Fresnel" id=lens');
  await foundAfter('fresnel');
  await solo.node.kill('SIGTERM');
  for (const [at, damage] of [() => writeFileSync(file, 'no database'), () => truncateSync(file, 5_000)].entries()) {
    expect(existsSync(file)).toBe(true);
    damage();
    const node = await startNodeProcess({ DATA_DIR: solo.dataDir });
    try {
      const api = new Api(node.url, solo.ada.token);
      await expect.poll(async () => (await find('fresnel', api)).length, { timeout: 20_000 }).toBe(1);
      expect((await api.changeset(place, `set lens note="after ${at}"`)).status).toBe(201);
    } finally {
      await node.kill('SIGTERM');
    }
  }
});
