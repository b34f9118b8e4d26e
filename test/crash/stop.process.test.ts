import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { launchNode, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { startProxy } from '#test/harness/tcp-proxy.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { type ColdJournal, readColdAt } from './cold-journal.ts';
import { WriteHistory, answersOf } from './history.ts';
import { startAgent } from './agent.ts';
import { LoadEditor } from './load-editor.ts';
import { objections } from './objections.ts';
import { putOf } from './put.ts';

const random = new SeededRandom(seedOf('stop'));
const soonMs = 30_000;

describe('SIGTERM under load', () => {
  test('asks editors to reconnect, loses nothing acknowledged, and exits with status 0', async () => {
    const folder = temporaryFolder('stop');
    const storage = await openStorage({ dataDir: folder.path });
    const ada = await addPerson(storage, 'Ada');
    await storage.close();
    for (let round = 1; round <= 4; round += 1) {
      const node = await startNodeProcess({ DATA_DIR: folder.path });
      const place = await new Api(node.url, ada.token).createDocument();
      const history = new WriteHistory();
      let acknowledged = 0;
      const options = { url: node.url, token: ada.token, place, history, onAcknowledged: () => void (acknowledged += 1) };
      const agents = [1, 2, 3].map((index) => startAgent(`a${index}`, { ...options, random: random.fork() }));
      const editors = [1, 2, 3].map((index) => new LoadEditor(`e${index}`, { ...options, random: random.fork() }).start());
      await until(() => acknowledged > 10, soonMs, `nothing is acknowledged: ${answersOf(history)}`);
      await sleep(random.integer(0, 100));
      await node.kill('SIGTERM');
      await Promise.all([...agents, ...editors].map((writer) => writer.stop()));
      for (const { editor } of editors) {
        await editor.closed();
        expect(editor.closeCodes[0]).toBe(1012);
        editor.destroy();
      }
      expect(node.exitCode(), node.output()).toBe(0);
      expect(objections(await readColdAt({ dataDir: folder.path }, place), history), `round ${round}`).toEqual([]);
      const statuses = [...history.changesets.values()].flatMap((sent) => sent.statuses);
      expect(statuses.filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
    }
    folder.remove();
  });
});

describe('SIGTERM while the database is unreachable', () => {
  const shutdownSeconds = 6;
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  /** A node with acknowledged changesets of an agent and puts of an editor, and a second editor that watches. */
  async function stage(seconds: number) {
    const databaseUrl = await postgres.createDatabase();
    const storage = await openStorage({ databaseUrl });
    const ada = await addPerson(storage, 'Ada');
    await storage.close();
    const environment = { DATABASE_URL: databaseUrl, PORT: String(await freePort()), SHUTDOWN_S: String(seconds) };
    const node = await startNodeProcess(environment);
    const api = new Api(node.url, ada.token);
    const place = await api.createDocument();
    const history = new WriteHistory();
    const options = { url: node.url, token: ada.token, place, history, random };
    await startAgent('a1', options, 5).done;
    const editor = new LoadEditor('e1', options);
    await editor.editor.synced();
    editor.put();
    await editor.editor.saved();
    const witness = new TestEditor({ url: node.url, documentId: place.id, credential: ada.token });
    await witness.synced();
    /** Puts elements that the journal cannot take now; once other editors see them, they are pending at the node. */
    const putPending = async (): Promise<void> => {
      editor.put();
      const isSeen = (): boolean => canonicalJson(witness.doc) === canonicalJson(editor.editor.doc);
      await until(isSeen, soonMs, 'the edit is not relayed');
    };
    const cold = (): Promise<ColdJournal> => readColdAt({ databaseUrl }, place);
    return { environment, node, api, place, history, editor, witness, putPending, cold };
  }

  test('and stays frozen: readiness is false, the node exits in time with status 0, and its editor sends unsaved edits again', async () => {
    const { environment, node, api, place, history, editor, witness, putPending, cold } = await stage(shutdownSeconds);
    await postgres.kill('SIGSTOP');
    await putPending();
    const startedAt = performance.now();
    const ended = node.kill('SIGTERM');
    const checks = async (): Promise<unknown> => (await (await fetch(`${node.url}/readyz`)).json()) as unknown;
    await until(
      async () => JSON.stringify(await checks()).includes('stopping'),
      soonMs,
      'readiness does not report that it is stopping',
    );
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503);
    const late = await api.changeset(place, 'add square id=late');
    expect([late.status, (late.body as unknown as { code: string }).code]).toEqual([503, 'shutting_down']);
    await ended;
    expect(node.exitCode(), node.output()).toBe(0);
    // The promised time, plus the time that a busy machine needs to start and reap a process.
    expect(performance.now() - startedAt).toBeLessThan((shutdownSeconds + 5) * 1_000);
    await Promise.all([editor.editor, witness].map((each) => each.closed()));
    expect([editor.editor.closeCodes[0], witness.closeCodes[0]]).toEqual([1012, 1012]);
    expect([...history.editorElements.values()].some(({ put, acknowledged }) => acknowledged < put)).toBe(true);

    await postgres.kill('SIGCONT');
    expect(objections(await cold(), history)).toEqual([]);

    const next = await startNodeProcess(environment);
    await editor.editor.saved(soonMs);
    expect(objections(await cold(), history)).toEqual([]);
    expect([...history.editorElements.values()].every(({ put, acknowledged }) => put === acknowledged)).toBe(true);
    for (const each of [editor, witness]) each.destroy();
    await next.kill('SIGTERM');
    expect(next.exitCode()).toBe(0);
  });

  test('and the node still starts: it exits in time with status 0', async () => {
    const database = new URL(await postgres.createDatabase());
    const proxy = await startProxy({ host: database.hostname, port: Number(database.port) });
    let hasAsked = false;
    proxy.judge(() => {
      hasAsked = true;
      return 'pass';
    });
    proxy.stall('down');
    database.port = String(proxy.port);
    const node = await launchNode({ DATABASE_URL: database.href, SHUTDOWN_S: '1' });
    await until(() => hasAsked, soonMs, 'the node does not connect');
    await node.kill('SIGTERM');
    expect(node.exitCode(), node.output()).toBe(0);
    await proxy.close();
  });

  test('and returns in time: pending edits are saved', async () => {
    const { node, history, editor, witness, putPending, cold } = await stage(20);
    await postgres.kill('SIGKILL');
    await putPending();
    const ended = node.kill('SIGTERM');
    await editor.editor.closed();
    await postgres.restart();
    await ended;
    expect(node.exitCode(), node.output()).toBe(0);
    const { elements } = await cold();
    for (const [id, { put }] of history.editorElements) expect(putOf(elements.get(id))).toBe(put);
    for (const each of [editor, witness]) each.destroy();
  });
});
