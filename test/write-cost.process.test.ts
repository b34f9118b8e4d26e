/** What writing costs the disk, counted in the log of the database. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Solo, startSolo } from './harness/solo.ts';
import { logGrowth } from './harness/write-ahead-log.ts';

const clients = 16;
const changesetsEach = 12;
/** Of a changeset of three operations: the pages of its rows, and of the indexes of their tables. */
const pagesMax = 15;

let solo: Solo;
beforeAll(async () => {
  solo = await startSolo('write-cost');
});
afterAll(() => solo.stop());

const operations = (at: number): string =>
  [
    `add square "Box ${at}" id=b${at} right-of:start`,
    `connect start -> b${at} label="pays"`,
    `set start label="Start ${at}"`,
  ].join('\n');

const write = async (place: { id: string; tab: string }, text: string): Promise<void> => {
  const { status, body } = await solo.api.changeset(place, text);
  expect([status, body]).toEqual([201, body]);
};

test('a changeset of a single client is one commit of few pages', { timeout: 60_000 }, async () => {
  const place = await solo.api.createDocument();
  await write(place, 'add square "Start" id=start');
  for (let at = 0; at < 10; at += 1) await write(place, operations(at));
  const { pages, commits } = await logGrowth(solo.dataDir, async () => {
    for (let at = 100; at < 120; at += 1) await write(place, operations(at));
  });
  process.stdout.write(`write-cost: ${pages / 20} pages and ${commits / 20} commits for each changeset\n`);
  expect(commits).toBeLessThanOrEqual(22);
  expect(pages / 20).toBeLessThan(pagesMax);
});

test('DB8 clients that write to different documents at the same time share commits', { timeout: 60_000 }, async () => {
  const places = await Promise.all(Array.from({ length: clients }, () => solo.api.createDocument()));
  for (const place of places) await write(place, 'add square "Start" id=start');
  const { commits } = await logGrowth(solo.dataDir, async () => {
    await Promise.all(
      places.map(async (place) => {
        for (let at = 0; at < changesetsEach; at += 1) await write(place, operations(at));
      }),
    );
  });
  // Alone, each changeset would be a commit.
  expect(commits).toBeLessThan(0.6 * clients * changesetsEach);
});
