/** A disk that syncs slowly, and one that fails while a node serves. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { startSolo } from '#test/harness/solo.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { noWatchedDisk, watchDisk } from '#test/harness/watched-disk.ts';
import type { Shape } from '#schema/element.ts';

import { readColdAt } from './cold-journal.ts';

const obstacle = noWatchedDisk();
if (obstacle !== null) process.stdout.write(`failing-disk is skipped: this machine cannot watch a disk: ${obstacle}\n`);

const box = (id: string): Shape => ({ type: 'shape', shape: 'square', id, z: 'a0', x: 0, y: 0, width: 100, height: 60 });

test.skipIf(obstacle !== null)('DB13 editors see edits at once while the disk syncs for a second', async () => {
  const syncMs = 1_000;
  const solo = await startSolo('slow', (folder) => watchDisk({ folder, syncMs }));
  const place = await solo.api.createDocument();
  const [writer, reader] = [solo.open(place.id), solo.open(place.id)];
  await Promise.all([writer.synced(), reader.synced()]);
  const reached: number[] = [];
  const saved: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const startedAt = performance.now();
    writer.put(place.tab, box(`b${index}~0000000${index}`));
    await until(() => reader.element(place.tab, `b${index}`) !== undefined, 10_000, 'the edit does not arrive');
    reached.push(performance.now() - startedAt);
    await writer.saved();
    saved.push(performance.now() - startedAt);
  }
  expect(reached.toSorted((a, b) => a - b)[2]).toBeLessThan(syncMs / 2);
  expect(Math.min(...saved)).toBeGreaterThanOrEqual(syncMs);
  await solo.stop();
});

test.skipIf(obstacle !== null)('DB6 a node whose disk fails ends, and acknowledges nothing that it could not sync', async () => {
  const [data, controls] = [temporaryFolder('fail'), temporaryFolder('fail')];
  const fails = join(controls.path, 'fails');
  const storage = await openStorage({ dataDir: data.path });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const environment = { DATA_DIR: data.path, ...watchDisk({ folder: data.path, fails }) };
  const node = await startNodeProcess(environment);
  const api = new Api(node.url, ada.token);
  const place = await api.createDocument();
  const editor = new TestEditor({ url: node.url, documentId: place.id, credential: ada.token });
  await editor.synced();
  expect((await api.changeset(place, 'add square id=before')).status).toBe(201);
  writeFileSync(fails, '');
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((id) => api.changeset(place, `add square id=${id}`)));
  for (const answer of answers) expect(answer.status === 'rejected' || answer.value.status >= 500).toBe(true);
  await node.ended;
  expect(node.exitCode()).toBe(1);
  expect(node.output()).toContain('the disk failed');
  editor.destroy();

  rmSync(fails);
  const { elements, hasHoles } = await readColdAt({ dataDir: data.path }, place);
  expect([hasHoles, [...elements.keys()].some((id) => id.startsWith('before~'))]).toEqual([false, true]);
  const next = await startNodeProcess(environment);
  expect((await new Api(next.url, ada.token).changeset(place, 'add square id=after')).status).toBe(201);
  await next.kill('SIGTERM');
  for (const each of [data, controls]) each.remove();
});
