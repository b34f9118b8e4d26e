import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Y from 'yjs';

import { lint } from '#core/lint/lint.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import { newId } from '#schema/ids.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import { documentWrite, plannedWrite } from '#server/app/document-write.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { drawDocument } from '#test/bench/drawing.ts';
import { putDocument } from '#test/bench/put-document.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { DocumentRooms } from './rooms.ts';
import { Shadow } from './shadow.ts';

const elements = 1_000;
const drawn = drawDocument(elements);
const tabId = drawn.tabs[0]!;
const person = { kind: 'person', name: 'Ada', color: '#c2410c', sessionHash: 'x' } as const;
const callOf = (userId: string): Call => ({ actor: { ...person, userId }, requestId: 'test', key: null, replayed: false });

const folder = temporaryFolder('prepare-tab');
let storage: Storage;
let rooms: DocumentRooms;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  await storage.transact(async (tx) => {
    for (const id of ['user_ada', 'user_eve'])
      await insertUser(tx, { id, name: id, color: '#c2410c', email: null, passwordHash: null, createdAt: 1 });
  });
  rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (_data, message) => expect.fail(message) },
    notifyNodes: () => undefined,
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
  });
});
afterAll(async () => {
  rooms.close();
  await storage.close();
  folder.remove();
});

const fresh = (doc: Y.Doc): TabIndex => TabIndex.of(readTab(doc, tabId)!);

test('RM35 a tab is read and its lint drawn in short steps, with the result of a fresh reading', async () => {
  const shadow = await Shadow.of({ updates: [drawn.state], seq: 1 }, 1);
  expect([shadow.isPrepared(tabId, 'read'), shadow.isPrepared(tabId, 'plan')]).toEqual([false, false]);
  const reading = [...shadow.preparing(tabId, 'read')].length;
  expect(reading).toBeGreaterThanOrEqual(elements / 100);
  expect([shadow.isPrepared(tabId, 'read'), shadow.isPrepared(tabId, 'plan')]).toEqual([true, false]);
  expect([...shadow.preparing(tabId, 'plan')]).toHaveLength(3);
  expect(shadow.isPrepared(tabId, 'plan')).toBe(true);
  expect([...shadow.preparing(tabId, 'plan')]).toEqual([]);
  expect([...shadow.tab(tabId)!.elements()]).toEqual([...fresh(shadow.doc).elements()]);
  expect(shadow.lint(tabId)).toEqual(lint(fresh(shadow.doc)));
});

test('RM35 a tab that was prepared follows later changes', async () => {
  const shadow = await Shadow.of({ updates: [drawn.state], seq: 1 }, 1);
  const { elements: drawnElements } = readTab(shadow.doc, tabId)!;
  const [first, second] = [...drawnElements.values()];
  const moved = { ...first!, x: 5_000 } as typeof first & object;
  for (const _ of shadow.preparing(tabId, 'plan'));
  shadow.change((doc) => applyEdits(doc, tabId, [{ id: first!.id, before: first!, after: moved }, { id: second!.id, before: second!, after: null }]), {}); // prettier-ignore
  expect(shadow.tab(tabId)!.get(first!.id)).toMatchObject({ x: 5_000 });
  expect(shadow.lint(tabId)).toEqual(lint(fresh(shadow.doc)));
});

test('RM35 a missing tab and a missing document are left to the call that needs them', async () => {
  const { id } = await putDocument(storage, 'user_ada', drawn);
  await rooms.prepareTab(id, newId('tab'), 'plan');
  await rooms.prepareTab(newId('doc'), tabId, 'plan');
  expect(rooms.isPrepared(id, tabId, 'read')).toBe(false);
});

test('RM35 a planned write prepares its tab, if its caller may write', async () => {
  const context = { storage, rooms, now: Date.now };
  const write = { action: 'test.write', access: { level: 'editor', tab: tabId }, tabId } as const;
  const { id } = await putDocument(storage, 'user_ada', drawn);
  const planned: boolean[] = [];
  const plan = () => ({ here: planned.push(rooms.isPrepared(id, tabId, 'plan')) });
  const refused = await plannedWrite(context, callOf('user_eve'), id, { ...write, plan, apply: () => ({}) });
  expect(refused).toMatchObject({ code: 'document_not_found' });
  expect([planned, rooms.isPrepared(id, tabId, 'read')]).toEqual([[], false]);
  expect(await plannedWrite(context, callOf('user_ada'), id, { ...write, plan, apply: () => ({}) })).toEqual({});
  expect(planned).toEqual([true]);
  expect(await documentWrite(context, callOf('user_ada'), id, write, () => 'done')).toBe('done');
});
