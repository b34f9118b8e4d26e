/** The recovery objectives of docs/operations.md, drilled under three writers: a primary that dies, a data folder that is lost, a document destroyed. */
import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import type { TabReading } from '#schema/tab.ts';
import { openStorage, type StorageConfig } from '#storage/storage.ts';
import { startAgent } from '#test/crash/agent.ts';
import { canonicalOf, type ColdTab, readColdAt } from '#test/crash/cold-journal.ts';
import { acknowledgedIn, answersOf, WriteHistory } from '#test/crash/history.ts';
import { LoadEditor } from '#test/crash/load-editor.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { startStandby } from '#test/harness/postgres-standby.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { startProxy } from '#test/harness/tcp-proxy.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { soonMs } from './company.ts';
import { say } from './verdict.ts';

const run = promisify(execFile);
const random = new SeededRandom(seedOf('recovery'));

/** Two agents and an editor, on the nodes in turn. */
class Writers {
  readonly history = new WriteHistory();
  readonly counts = { agent: 0, editor: 0 };
  readonly editor: LoadEditor;
  readonly #agents: readonly ReturnType<typeof startAgent>[];

  constructor(nodes: readonly NodeProcess[], token: string, place: ColdTab) {
    const options = (index: number) => ({
      url: nodes[index % nodes.length]!.url,
      token,
      place,
      history: this.history,
      random: random.fork(),
      onAcknowledged: (who: 'agent' | 'editor') => void (this.counts[who] += 1),
    });
    this.#agents = [0, 1].map((index) => startAgent(`a${index}`, options(index)));
    this.editor = new LoadEditor('e1', options(1)).start();
  }

  async goOn(more = { agent: 15, editor: 5 }): Promise<void> {
    const before = { ...this.counts };
    const isOn = (): boolean =>
      this.counts.agent >= before.agent + more.agent && this.counts.editor >= before.editor + more.editor;
    await until(isOn, soonMs, `the work does not go on: ${answersOf(this.history)}`);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#agents, this.editor].map((writer) => writer.stop()));
  }
}

/** Kills a primary under two nodes and lets its standby take its place. `isFollowing`: the standby has the log up to then. */
async function failover({ isFollowing }: { readonly isFollowing: boolean }): Promise<{ lost: string[]; wrong: string[] }> {
  const primary = await startPostgres();
  const primaryUrl = await primary.createDatabase();
  const standby = await startStandby(primary, { isSynchronous: isFollowing });
  const storage = await openStorage({ databaseUrl: primaryUrl });
  const { token } = await addPerson(storage, 'Ada');
  await storage.close();
  // What a load balancer or DNS does for nodes.
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(primaryUrl).port) });
  const databaseUrl = Object.assign(new URL(primaryUrl), { port: String(proxy.port) }).href;
  const nodes = await Promise.all([1, 2].map(() => startNodeProcess({ DATABASE_URL: databaseUrl })));
  const place = await new Api(nodes[0]!.url, token).createDocument();
  const writers = new Writers(nodes, token, place);
  await writers.goOn();
  if (!isFollowing) {
    await standby.detach();
    await writers.goOn();
  }

  const acknowledged = acknowledgedIn(writers.history);
  await primary.kill('SIGKILL');
  const since = performance.now();
  await standby.promote();
  const promotedMs = performance.now() - since;
  proxy.turnTo({ host: '127.0.0.1', port: standby.port });
  const config = { databaseUrl: standby.urlOf(primaryUrl) };
  const lost = missing(await readColdAt(config, place), acknowledged);
  let wrong: string[] = [];
  if (isFollowing) {
    await writers.goOn({ agent: 1, editor: 1 });
    const writtenMs = performance.now() - since;
    await writers.goOn();
    await writers.stop();
    writers.editor.editor.offline();
    lost.push(...missing(await readColdAt(config, place), writers.history));
    await writers.editor.editor.online();
    await writers.editor.editor.saved(soonMs);
    const cold = await readColdAt(config, place);
    wrong = objections(cold, writers.history);
    await until(
      () => canonicalJson(writers.editor.editor.doc) === canonicalOf(cold),
      soonMs,
      'the editor shows something else than the journal',
    );
    say(
      'failover',
      `promoted after ${promotedMs.toFixed(0)} ms, written again after ${writtenMs.toFixed(0)} ms: ${answersOf(writers.history)}, ${writers.counts.editor} × saved, rev ${cold.rev}`,
    );
  } else await writers.stop();
  writers.editor.destroy();
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  await proxy.close();
  await Promise.all([standby.stop(), primary.stop()]);
  return { lost, wrong };
}

test('a synchronous standby that takes the place of a killed primary has everything acknowledged, and revisions are exact', async () => {
  expect(await failover({ isFollowing: true })).toEqual({ lost: [], wrong: [] });
});

test('what a standby that is not synchronous lacks is noticed as lost', async () => {
  expect((await failover({ isFollowing: false })).lost.length).toBeGreaterThan(0);
});

test('after the loss of a data folder, its backup has everything acknowledged before it, and editors bring back what they wrote since', async () => {
  const folder = temporaryFolder('recovery');
  const [dataDir, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
  const storage = await openStorage({ dataDir });
  const { token } = await addPerson(storage, 'Ada');
  await storage.close();
  let node = await startNodeProcess({ DATA_DIR: dataDir });
  const place = await new Api(node.url, token).createDocument();
  const writers = new Writers([node], token, place);
  await writers.goOn();
  const before = acknowledgedIn(writers.history);
  await admin({ DATA_DIR: dataDir }, 'backup', '--to', copy);
  await writers.goOn();
  await writers.stop();
  await writers.editor.editor.saved(soonMs);
  const edits = new Map(writers.history.editorElements);
  const { port } = new URL(node.url);
  await node.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });

  const since = performance.now();
  cpSync(copy, dataDir, { recursive: true });
  const cold = await readColdAt({ dataDir }, place);
  expect(missing(cold, before)).toEqual([]);
  node = await startNodeProcess({ DATA_DIR: dataDir, PORT: port });
  const servedMs = performance.now() - since;
  const { editor } = writers.editor;
  await until(async () => {
    const { elements } = await readColdAt({ dataDir }, place);
    return [...edits.keys()].every((id) => elements.has(id));
  }, soonMs, 'the editor does not send what the server has lost'); // prettier-ignore
  await editor.saved(soonMs);
  expect((await new Api(node.url, token).changeset(place, 'add square id=after-all')).status).toBe(201);
  say(
    'data folder lost',
    `served again after ${servedMs.toFixed(0)} ms at rev ${cold.rev}, with all ${edits.size} elements of the editor`,
  );
  writers.editor.destroy();
  await node.kill('SIGTERM');
  folder.remove();
});

/** Restores a document that was destroyed, while nodes serve it and others write. */
async function drillRestore(store: string, env: NodeEnvironment, config: StorageConfig): Promise<void> {
  const storage = await openStorage(config);
  const { token } = await addPerson(storage, 'Ada');
  await storage.close();
  const nodes = await Promise.all(('DATABASE_URL' in env ? [1, 2] : [1]).map(() => startNodeProcess(env)));
  const api = new Api(nodes.at(-1)!.url, token);
  const [place, elsewhere] = [await api.createDocument(), await api.createDocument()];
  const writers = new Writers(nodes, token, place);
  await writers.goOn();
  await writers.stop();
  await writers.editor.editor.saved(soonMs);
  writers.editor.destroy();
  const whole = await readColdAt(config, place);
  expect(missing(whole, writers.history)).toEqual([]);
  const at = new Date().toISOString();
  await sleep(5);
  const replacement = { operations: 'add square id=nothing-else' };
  expect((await api.call('PUT', `/documents/${place.id}/tabs/${place.tab}`, replacement)).status).toBe(201);
  const destroyed = canonicalOf(await readColdAt(config, place));

  const others = new Writers(nodes, token, elsewhere);
  await others.goOn();
  const since = performance.now();
  const restored = await admin(env, 'restore', '--document', place.id, '--at', at);
  const restoredMs = performance.now() - since;
  const copy = { id: String(restored['document']), tab: place.tab };
  for (const { url } of nodes)
    expect(
      (await new Api(url, token).call<TabReading>('GET', `/documents/${copy.id}/tabs/${copy.tab}`)).body.elements.length,
    ).toBe(whole.elements.size);
  await others.goOn();
  await others.stop();
  await others.editor.editor.saved(soonMs);
  others.editor.destroy();
  expect(objections(await readColdAt(config, elsewhere), others.history)).toEqual([]);
  expect((await readColdAt(config, copy)).elements).toEqual(whole.elements);
  expect(canonicalOf(await readColdAt(config, place))).toBe(destroyed);
  expect((await api.changeset(copy, 'add square id=after-all')).status).toBe(201);
  say(
    `a document destroyed, ${store}`,
    `restored after ${restoredMs.toFixed(0)} ms with all ${whole.elements.size} elements, while ${answersOf(others.history)}`,
  );
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
}

test('a destroyed document is restored as it was, in a data folder whose node serves', async () => {
  const folder = temporaryFolder('restore');
  await drillRestore('data folder', { DATA_DIR: folder.path }, { dataDir: folder.path });
  folder.remove();
});

test('a destroyed document is restored as it was, in PostgreSQL under two nodes', async () => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  await drillRestore('PostgreSQL', { DATABASE_URL: databaseUrl }, { databaseUrl });
  await postgres.stop();
});

async function admin(env: NodeEnvironment, ...words: string[]): Promise<Record<string, unknown>> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await run(process.execPath, ['server/admin.ts', ...words], { env: { PATH, HOME, ...env } });
  return JSON.parse(stdout) as Record<string, unknown>;
}
