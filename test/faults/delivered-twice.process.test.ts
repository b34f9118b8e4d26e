/** A message arrives several times, or its answer never: it is applied, counted and announced once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { readColdAt } from '#test/crash/cold-journal.ts';
import { WriteHistory, answersOf } from '#test/crash/history.ts';
import { objections } from '#test/crash/objections.ts';
import { elementOfPut } from '#test/crash/put.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { RawEditor } from '#test/harness/raw-editor.ts';

import { size, soonMs } from './company.ts';
import { Links, proxied } from './links.ts';
import { mangled } from './mangled-messages.ts';
import { say } from './verdict.ts';

const random = new SeededRandom(seedOf('delivered-twice'));
const links = new Links();

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({}, links.between);
});
afterAll(async () => {
  await deployment.stop();
  await links.close();
});

test('calls, editors’ updates and messages of Redis that arrive three times have the effect of one', async () => {
  const { nodes, ada, databaseUrl } = deployment;
  const counts = { lost: 0, doubled: 0, late: 0 };
  for (const { redis } of links.ofNode) {
    redis.alter(() => mangled(random.fork(), counts, { lost: 0, doubled: 1, late: 0 }));
    redis.cutAll();
  }
  const place = await new Api(nodes[0]!.url, ada.token).createDocument();
  const watchers = nodes.map(({ url }) => new TestEditor({ url, documentId: place.id, credential: ada.token }));
  await Promise.all(watchers.map((editor) => editor.synced(soonMs)));
  const history = new WriteHistory();
  const changesetIds: string[] = [];
  for (let serial = 1; serial <= 40 * size; serial += 1) {
    const sent = history.sent(`a-${serial}`, `add square id=a-${serial}`);
    const headers = { 'Idempotency-Key': sent.key };
    const call = (url: string) => new Api(url, ada.token).changeset(place, sent.operations, { summary: sent.key }, '', headers);
    sent.attempt();
    const answers = await Promise.all(nodes.map(({ url }) => call(url)));
    for (const { status } of answers) expect(status).toBe(201);
    expect(new Set(answers.map(({ body }) => body.changeset?.id)).size).toBe(1);
    sent.answered(answers[0]!);
    changesetIds.push(answers[0]!.body.changeset!.id);
  }
  const raw = await new RawEditor(nodes[1]!.url).synced(place.id, ada.token);
  const updates: Uint8Array[] = [];
  const mine = new Y.Doc();
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(raw.doc));
  mine.on('update', (update: Uint8Array) => updates.push(update));
  for (let put = 1; put <= 40; put += 1) {
    const ids: [string, string] = [`e-${put}-a~${newElementSuffix()}`, `e-${put}-b~${newElementSuffix()}`];
    history.put(ids, put);
    applyEdits(
      mine,
      place.tab,
      ids.map((id, row) => ({ id, before: null, after: elementOfPut(id, put, row) })),
    );
  }
  for (const update of updates) for (let copy = 0; copy < 3; copy += 1) raw.update(place.id, update);
  await until(() => raw.statuses.filter((status) => status === 1).length > 3 * updates.length, soonMs, 'not all is saved');
  history.acknowledged([...history.editorElements.keys()]);

  const cold = await readColdAt({ databaseUrl }, place);
  expect(objections(cold, history)).toEqual([]);
  const journal = canonicalJson(cold.doc);
  const noticed = ({ notices }: TestEditor): unknown[] => notices.filter(({ type }) => type === 'changeset').map(({ id }) => id);
  for (const watcher of watchers) {
    await until(() => canonicalJson(watcher.doc) === journal, soonMs, 'an editor shows something else');
    await until(() => noticed(watcher).length >= changesetIds.length, soonMs, 'notices are missing');
    expect(noticed(watcher)).toEqual(changesetIds);
  }
  expect(canonicalJson(mine)).toBe(journal);
  expect(counts.doubled).toBeGreaterThan(20);
  say(
    'delivered three times',
    `holds: ${changesetIds.length} changesets and ${updates.length} edits three times each, ${counts.doubled} messages of Redis twice`,
  );
  raw.end();
  for (const watcher of watchers) watcher.destroy();
});

test('if the answer is lost after the commit, the same key gets the same answer, and the call is applied once', async () => {
  const { ada, balancer, databaseUrl } = deployment;
  const { proxy, url } = await proxied(balancer.url);
  const place = await new Api(balancer.url, ada.token).createDocument();
  const history = new WriteHistory();
  const isWrite = (chunk: Buffer): boolean => chunk.toString('latin1', 0, 5) === 'POST ';
  let lost = 0;
  const judge = random.fork();
  proxy.judge((chunk) => {
    if (!isWrite(chunk) || judge.chance(0.3)) return 'pass';
    lost += 1;
    return 'cut-after';
  });
  const total = 300 * size;
  let serial = 0;
  const write = async (): Promise<void> => {
    while (serial < total) {
      serial += 1;
      const sent = history.sent(`a-${serial}`, `add square id=a-${serial}`);
      const api = new Api(url, ada.token);
      while (sent.applied === null) {
        sent.attempt();
        const headers = { 'Idempotency-Key': sent.key };
        const answer = await api.changeset(place, sent.operations, { summary: sent.key }, '', headers).catch(() => null);
        if (answer !== null) sent.answered(answer);
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  const cold = await readColdAt({ databaseUrl }, place);
  expect(objections(cold, history), answersOf(history)).toEqual([]);
  expect(cold.records.length).toBe(total);

  // Without a key the caller cannot know, and a repeated call is applied again.
  proxy.judge((chunk) => (isWrite(chunk) ? 'cut-after' : 'pass'));
  await expect(new Api(url, ada.token).changeset(place, 'add square')).rejects.toThrow('fetch failed');
  proxy.judge(() => 'pass');
  // A 503 says that nothing was applied.
  const again = async (): Promise<number> => (await new Api(url, ada.token).changeset(place, 'add square')).status;
  await until(async () => (await again()) === 201, soonMs, 'the call is not taken');
  expect((await readColdAt({ databaseUrl }, place)).records.length).toBe(total + 2);
  say('lost answers', `holds: ${total} changesets, of whose answers ${lost} were lost`);
  await proxy.close();
});
