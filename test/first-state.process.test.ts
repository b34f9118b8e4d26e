/**
 * The first state that an editor without a copy gets: the stored state, then all later changes, whatever happens meanwhile.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Shape } from '#schema/element.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addPerson, type TestAccount } from './harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

let folder: TemporaryFolder;
let storage: Storage;
let node: NodeProcess;
let ada: TestAccount;
let api: Api;
const editors: TestEditor[] = [];

beforeAll(async () => {
  folder = temporaryFolder('first');
  storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  node = await startNodeProcess({ DATA_DIR: folder.path });
  api = new Api(node.url, ada.token);
});

afterAll(async () => {
  for (const editor of editors) editor.destroy();
  await node.kill('SIGTERM');
  await storage.close();
  folder.remove();
});

function open(documentId: string, doc?: Y.Doc): TestEditor {
  const editor = new TestEditor({ url: node.url, documentId, credential: ada.token, ...(doc !== undefined && { doc }) });
  editors.push(editor);
  return editor;
}

const box = (id: string, x: number): Shape => ({ type: 'shape', shape: 'square', id, x, y: 0, width: 120, height: 80, z: 'a0' });

async function journalled(documentId: string): Promise<string> {
  const state = await loadState(storage.db, documentId);
  const doc = new Y.Doc();
  for (const { bytes } of [...(state!.snapshot === null ? [] : [state!.snapshot]), ...state!.rows]) Y.applyUpdate(doc, bytes);
  return canonicalJson(doc);
}

async function allEqual(documentId: string, some: readonly TestEditor[]): Promise<void> {
  const isEqual = async (): Promise<boolean> => {
    const stored = await journalled(documentId);
    return some.every(({ doc }) => canonicalJson(doc) === stored);
  };
  await until(isEqual, 5_000, 'an editor differs from the journal');
}

describe('first-state', () => {
  test('[LV19] many concurrent first editors, while agents write, all converge with the journal', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await api.createDocument();
      await api.changeset(
        place,
        Array.from({ length: 200 }, (_, index) => `add square id=s${index} at:${index * 10},0`).join('\n'),
      );
      // A new node has not loaded anything.
      await node.kill('SIGKILL');
      node = await startNodeProcess({ DATA_DIR: folder.path });
      api = new Api(node.url, ada.token);
      const some = Array.from({ length: 6 }, () => open(place.id));
      const writes = Array.from({ length: 8 }, (_, index) => api.changeset(place, `add circle id=w${index}`));
      await Promise.all(some.map((editor) => editor.synced()));
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 201));
      await allEqual(place.id, some);
      for (const editor of some) expect(editor.closeCodes).toEqual([]);
      for (const editor of some) editor.destroy();
    }
  });

  test('[LV19] an editor whose request is answered has the whole document, also if it is stored in large and small rows', async () => {
    const place = await api.createDocument();
    const large = (name: string): string => Array.from({ length: 500 }, (_, index) => `add square id=${name}${index}`).join('\n');
    for (const lines of [large('a'), 'set a1 label="One"', 'add circle id=c', large('b'), 'set b1 label="Two"\nrm c'])
      expect((await api.changeset(place, lines)).status).toBe(201);
    await node.kill('SIGKILL');
    node = await startNodeProcess({ DATA_DIR: folder.path });
    api = new Api(node.url, ada.token);
    const editor = open(place.id);
    await editor.synced();
    expect(canonicalJson(editor.doc)).toBe(await journalled(place.id));
    editor.destroy();
  });

  test('[LV18] editors that join while others edit miss nothing', async () => {
    const place = await api.createDocument();
    const writer = open(place.id);
    await writer.synced();
    const joined: TestEditor[] = [];
    for (let index = 0; index < 60; index += 1) {
      writer.put(place.tab, box(`e${index}~00000000`, index * 10));
      if (index % 4 === 0) joined.push(open(place.id));
      await new Promise((resolve) => setTimeout(resolve, index % 7));
    }
    await writer.saved();
    await Promise.all(joined.map((editor) => editor.synced()));
    await allEqual(place.id, [writer, ...joined]);
    const late = open(place.id);
    await late.synced();
    await allEqual(place.id, [late]);
    for (const editor of [writer, ...joined, late]) editor.destroy();
  });

  test('[LV18] an editor is not synced before it has what was acknowledged to others', async () => {
    const place = await api.createDocument();
    const writer = open(place.id);
    await writer.synced();
    for (let round = 0; round < 5; round += 1) {
      writer.put(place.tab, box(`r${round}~00000000`, round * 200));
      await writer.saved();
      const late = open(place.id);
      const atSync = new Promise<string>((resolve) => late.provider.on('synced', () => resolve(canonicalJson(late.doc))));
      expect(await atSync).toBe(canonicalJson(writer.doc));
      late.destroy();
    }
    writer.destroy();
  });

  test('[LV18] after many changes the state is encoded again', async () => {
    const place = await api.createDocument();
    const writer = open(place.id);
    await writer.synced();
    for (let index = 0; index < 40; index += 1)
      writer.put(place.tab, { ...box(`n${index}~00000000`, index), note: 'x'.repeat(5_000) });
    await writer.saved();
    const late = open(place.id);
    await late.synced();
    await allEqual(place.id, [writer, late]);
    for (const editor of [writer, late]) editor.destroy();
  });

  test('[LV20] edits from before the first connection of an editor reach the others', async () => {
    const place = await api.createDocument();
    const first = open(place.id);
    await first.synced();
    const second = open(place.id);
    await second.synced();
    second.offline();
    second.put(place.tab, box('away~00000000', 0));
    first.put(place.tab, box('here~00000000', 200));
    await first.saved();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(second.doc));
    second.destroy();
    const third = open(place.id, doc);
    await third.saved();
    await until(() => first.element(place.tab, 'away') !== undefined, 3_000, 'the edit did not arrive');
    await allEqual(place.id, [first, third]);
    for (const editor of [first, third]) editor.destroy();
  });
});
