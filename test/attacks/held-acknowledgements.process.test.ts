/**
 * "Saved" means that an edit is in the journal: while the database does not answer, editors see each other's edits but get no acknowledgement;
 * when it answers again, all of them do.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from '../harness/api.ts';
import { TestEditor, until } from '../harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addMember, addPerson, type TestAccount } from '../harness/people.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { RawEditor, updateBy } from '../harness/raw-editor.ts';
import { boxes } from './stage.test-support.ts';

let postgres: TestPostgres;
let storage: Storage;
let node: NodeProcess;
let ada: TestAccount;
let ben: TestAccount;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  storage = await openStorage({ databaseUrl, poolSize: 4 });
  [ada, ben] = [await addPerson(storage, 'Ada'), await addPerson(storage, 'Ben')];
  node = await startNodeProcess({ DATABASE_URL: databaseUrl });
});
afterAll(async () => {
  await node.kill('SIGTERM');
  await storage.close();
  await postgres.stop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a database that does not answer', () => {
  test('[LV13] edits are still relayed, and acknowledgements wait for the journal', async () => {
    const place = await new Api(node.url, ada.token).createDocument();
    await addMember(storage, place.id, ben.id, 'editor');
    const open = (person: TestAccount): TestEditor => new TestEditor({ url: node.url, documentId: place.id, credential: person.token });
    const [first, second] = [open(ada), open(ben)];
    const raw = await new RawEditor(node.url).synced(place.id, ben.token);
    const [before, frozen, later] = boxes(3);
    try {
      await Promise.all([first.saved(), second.saved()]);
      first.put(place.tab, before!);
      await first.saved();

      await postgres.kill('SIGSTOP');
      first.put(place.tab, frozen!);
      raw.update(place.id, updateBy(raw.doc, (doc) => doc.getMap('items').set(newId('item'), new Y.Map([['title', 'x']]))));
      await until(() => canonicalJson(second.doc).includes(frozen!.id), 2_000, 'the edit is not relayed');
      await until(() => second.doc.getMap('items').size === 1, 2_000, 'the card is not relayed');
      await pause(1_500);
      expect(first.provider.hasUnsyncedChanges).toBe(true);
      expect(raw.statuses).toEqual([1]);
      // A waiting write does not block what needs none: another edit is relayed, too.
      second.put(place.tab, later!);
      await until(() => canonicalJson(first.doc).includes(later!.id), 2_000, 'the other edit is not relayed');
      expect(second.provider.hasUnsyncedChanges).toBe(true);

      await postgres.kill('SIGCONT');
      await Promise.all([first.saved(20_000), second.saved(20_000)]);
      await until(() => raw.statuses.length === 2, 20_000, 'the card is not acknowledged');
      expect(canonicalJson(await cold(place.id))).toBe(canonicalJson(first.doc));
      expect([...first.closeCodes, ...second.closeCodes, raw.closeCode].filter((code) => code !== null)).toEqual([]);
    } finally {
      await postgres.kill('SIGCONT');
      for (const editor of [first, second]) editor.destroy();
      raw.end();
    }
  }); // prettier-ignore

  test('[LV14] what an editor sends before its handshake is acknowledged with it, not before', async () => {
    const place = await new Api(node.url, ada.token).createDocument();
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    const raw = await new RawEditor(node.url).admitted(place.id, ada.token);
    raw.step1(place.id);
    await until(() => raw.doc.share.size > 0, 5_000, 'the server does not send its state');
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(raw.doc));
    doc.on('update', (update: Uint8Array) => updates.push(update));
    for (let card = 0; card < 3; card += 1) doc.getMap('items').set(newId('item'), new Y.Map([['title', `${card}`]]));
    // The first update is lost, as if a connection broke; the others arrive before the handshake.
    raw.update(place.id, updates[1]!);
    raw.update(place.id, updates[2]!);
    await pause(300);
    expect(raw.statuses).toEqual([]);
    raw.step2(place.id, Y.encodeStateAsUpdate(doc));
    await until(() => raw.statuses.length === 3, 5_000, 'it is not acknowledged');
    expect(raw.statuses).toEqual([1, 1, 1]);
    expect((await cold(place.id)).getMap('items').size).toBe(3);
    expect(raw.closeCode).toBeNull();
    raw.end();
  });
});

/** A document read from the journal only. */
async function cold(documentId: string): Promise<Y.Doc> {
  const state = await loadState(storage.db, documentId);
  const doc = new Y.Doc();
  if (state?.snapshot) Y.applyUpdate(doc, state.snapshot.bytes);
  for (const row of state?.rows ?? []) Y.applyUpdate(doc, row.bytes);
  return doc;
}
