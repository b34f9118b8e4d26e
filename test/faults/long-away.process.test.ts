/** An editor returns after a week, ten thousand edits and seven compactions, with work of its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readElementOf } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage } from '#storage/storage.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { canonicalOf, type ColdTab, readColdAt } from '#test/crash/cold-journal.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { RawEditor } from '#test/harness/raw-editor.ts';

import { FaultCompany, soonMs } from './company.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('long-away'));
const compactions = 7;
const boxes = 40;
const secret = 'the merger is off';

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

/** Creates a snapshot, as a node does now and then. */
async function compact(documentId: string): Promise<void> {
  const storage = await openStorage({ databaseUrl: deployment.databaseUrl });
  const log = { warn: () => undefined, error: () => undefined };
  const nothing = (): void => undefined;
  const tuning = { keepTailRows: 0 };
  const rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log,
    notifyNodes: nothing,
    onStranded: nothing,
    onAccessChanged: nothing,
    tuning,
  });
  await rooms.compact(documentId);
  rooms.close();
  await storage.close();
}

const boxAt = (doc: Y.Doc, { tab }: ColdTab, name: string) => {
  const ids = [...(doc.getMap<Y.Map<unknown>>('tabs').get(tab)!.get('elements') as Y.Map<unknown>).keys()];
  const id = ids.find((each) => each.startsWith(`${name}~`));
  return id === undefined ? null : readElementOf(doc, tab, id);
};

function move(editor: TestEditor, place: ColdTab, name: string, x: number): void {
  const before = boxAt(editor.doc, place, name);
  if (before?.type !== 'shape') throw new Error(`no box ${name}`);
  const edit = { id: before.id, before, after: { ...before, x } };
  editor.doc.transact(() => applyEdits(editor.doc, place.tab, [edit]), editor);
}

test('its edits merge as if nothing had been compacted, nothing returns or doubles, and deleted content is sent to no editor', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const { nodes, ada, databaseUrl } = deployment;
  const api = new Api(nodes[0]!.url, ada.token);
  const place = await api.createDocument();
  const write = async (lines: readonly string[]): Promise<void> => {
    expect((await api.changeset(place, lines.join('\n'))).status).toBe(201);
  };
  await write(Array.from({ length: boxes }, (_, index) => `add square id=b${index} at:${index * 200},0`));
  await write([`add sticky id=secret label="${secret}" at:0,900`]);

  const editor = (url: string, doc = new Y.Doc()) => new TestEditor({ url, documentId: place.id, credential: ada.token, doc });
  const away = editor(nodes[1]!.url);
  /** An editor that is connected all the time and never compacts. */
  const witness = editor(nodes[2]!.url, new Y.Doc({ gc: false }));
  await Promise.all([away.synced(soonMs), witness.synced(soonMs)]);
  await until(() => away.element(place.tab, 'secret') !== undefined, soonMs, 'it does not see the drawing');
  const undo = new Y.UndoManager(away.doc.getMap('tabs'), { trackedOrigins: new Set([away]) });
  move(away, place, 'b1', 11);
  await away.saved(soonMs);
  away.offline();
  const before = Y.encodeStateVector(away.doc);
  // An element that stays, one that will be deleted in the meantime, and an arrow to that one.
  undo.stopCapturing();
  move(away, place, 'b2', 22);
  undo.stopCapturing();
  move(away, place, 'b3', 33);
  const [from, to] = [boxAt(away.doc, place, 'b4')!, boxAt(away.doc, place, 'b3')!];
  applyEdits(away.doc, place.tab, [
    {
      id: 'late~0000000a',
      before: null,
      after: { type: 'arrow', id: 'late~0000000a', z: 'a0', from: { element: from.id }, to: { element: to.id } },
    },
  ]);
  const own = Y.encodeStateAsUpdate(away.doc, before);

  let edits = 0;
  await write(['rm b3', 'rm secret']);
  for (let week = 0; week < compactions; week += 1) {
    for (let day = 0; day < 4; day += 1) {
      const lines = Array.from({ length: 360 }, (_, index) => {
        const box = (index + day) % boxes;
        return box === 3 ? `set b5 note="${week}-${day}-${index}"` : `set b${box} note="${week}-${day}-${index}"`;
      });
      await write(lines);
      edits += lines.length;
    }
    await compact(place.id);
  }
  const cold = await readColdAt({ databaseUrl }, place);
  await until(() => canonicalJson(witness.doc) === canonicalOf(cold), soonMs, 'the witness does not see all');

  // An editor that connects now gets no byte of what was deleted.
  for (const { url } of nodes) {
    const newcomer = await new RawEditor(url).synced(place.id, ada.token);
    expect(Buffer.from(Y.encodeStateAsUpdate(newcomer.doc)).includes(secret)).toBe(false);
    newcomer.end();
  }
  const storage = await openStorage({ databaseUrl });
  const stored = await loadState(storage.db, place.id);
  expect(Buffer.from(stored!.snapshot!.bytes).includes(secret)).toBe(false);
  await storage.close();

  const twin = new Y.Doc({ gc: false });
  Y.applyUpdate(twin, Y.encodeStateAsUpdate(witness.doc));
  Y.applyUpdate(twin, own);
  await away.online();
  await away.saved(soonMs);
  const merged = canonicalJson(twin);
  for (const each of [away, witness]) await until(() => canonicalJson(each.doc) === merged, soonMs, 'it is not as the twin');
  expect(canonicalOf(await readColdAt({ databaseUrl }, place))).toBe(merged);
  expect(boxAt(away.doc, place, 'b3')).toBeNull();
  expect(boxAt(away.doc, place, 'b2')).toMatchObject({ x: 22 });
  const lint = await api.call<string>('GET', `/documents/${place.id}/tabs/${place.tab}?view=lint`);
  expect([lint.status, String(lint.body)]).toEqual([200, expect.stringContaining('late')]);

  // Undo of earlier edits, including those of deleted elements.
  for (let step = 0; step < 3; step += 1) undo.undo();
  await away.saved(soonMs);
  expect(boxAt(away.doc, place, 'b2')).not.toMatchObject({ x: 22 });
  expect(boxAt(away.doc, place, 'b3')).toBeNull();
  const last = canonicalOf(await readColdAt({ databaseUrl }, place));
  for (const each of [away, witness]) await until(() => canonicalJson(each.doc) === last, soonMs, 'it is not as the journal');
  expect([...away.closeCodes, ...witness.closeCodes].filter((code) => code >= 4000)).toEqual([]);
  say('long away', `holds: ${edits} edits and ${compactions} compactions away`);
  for (const each of [away, witness]) each.destroy();
  await verdict('long away', company);
});
