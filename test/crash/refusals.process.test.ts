import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addMember, addPerson, type TestAccount } from '#test/harness/people.ts';
import { seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { canonicalOf, type ColdJournal, type ColdTab, readCold } from './cold-journal.ts';
import { dumpOf } from './database-dump.ts';
import { lockOperations, type RefusedCall, refusalKinds, stageOperations } from './refusal-kinds.ts';

const folder = temporaryFolder('refusals');
let storage: Storage;
let node: NodeProcess;
let owner: Api;
let place: ColdTab;
let lockedTab: string;
let editor: TestEditor;
let people: Record<'owner' | 'reader' | 'viewer' | 'stranger', TestAccount>;
/** The revision of the tab before each property run. */
let rev = 0;
let applied = 0;

beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  people = {
    owner: await addPerson(storage, 'Ada'),
    reader: await addPerson(storage, 'Rita', 'read'),
    viewer: await addPerson(storage, 'Vera'),
    stranger: await addPerson(storage, 'Sam'),
  };
  node = await startNodeProcess({ DATA_DIR: folder.path });
  owner = new Api(node.url, people.owner.token);
  place = await owner.createDocument();
  await addMember(storage, place.id, people.reader.id, 'editor');
  await addMember(storage, place.id, people.viewer.id, 'viewer');
  const key = { 'Idempotency-Key': 'stage' };
  expect((await owner.changeset(place, stageOperations, {}, '', key)).status).toBe(201);
  const locked = await owner.changeset(place, lockOperations);
  rev = locked.body.changeset!.rev;
  const answer = await owner.call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'Locked' });
  lockedTab = answer.body.tab.id;
  expect((await owner.call('PATCH', `/documents/${place.id}/tabs/${lockedTab}`, { locked: true })).status).toBe(200);
  editor = new TestEditor({ url: node.url, documentId: place.id, credential: people.owner.token });
  await editor.saved();
});
afterAll(async () => {
  editor.destroy();
  await node.kill('SIGTERM');
  await storage.close();
  folder.remove();
});

/** Sends the call and returns its status and code. */
async function send(call: RefusedCall): Promise<string> {
  const tab = call.at === 'locked' ? lockedTab : call.at === 'missing' ? 'tab_000000000000000000' : place.tab;
  const token = call.as === 'unknown' ? 'atl_unknown' : people[call.as ?? 'owner'].token;
  const response = await fetch(`${node.url}/api/v1/documents/${place.id}/tabs/${tab}/changesets${call.query ?? ''}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...call.headers },
    body: JSON.stringify(call.body),
  });
  return `${response.status} ${((await response.json()) as { code?: string }).code}`;
}

const readTab = (): Promise<unknown> => owner.call('GET', `/documents/${place.id}/tabs/${place.tab}`);

/** Waits until the editor shows the content of the journal. */
async function editorAt(cold: ColdJournal): Promise<void> {
  const journal = canonicalOf(cold);
  await until(() => canonicalJson(editor.doc) === journal, 10_000, 'the editor shows something else than the journal');
  expect(Y.decodeStateVector(Y.encodeStateVector(editor.doc))).toEqual(Y.decodeStateVector(Y.encodeStateVector(cold.doc)));
}

/** Refusals of all kinds, in any order. */
const refusedCalls = (maxLength: number): fc.Arbitrary<RefusedCall[]> =>
  fc.array(fc.oneof(...refusalKinds(rev)), { minLength: 1, maxLength });

/** Expects that the calls are refused as described, and that everything stored, read and shown stays the same, byte for byte. */
async function leavesNothing(calls: readonly RefusedCall[]): Promise<void> {
  const rows = await dumpOf(storage.db);
  const read = await readTab();
  const shown = Y.encodeStateAsUpdate(editor.doc);
  for (const call of calls) expect(await send(call)).toBe(call.expected);
  expect(await dumpOf(storage.db)).toEqual(rows);
  expect(await readTab()).toEqual(read);
  expect(Y.encodeStateAsUpdate(editor.doc)).toEqual(shown);
}

test('a refused changeset of any kind changes no byte of any row, of the document or of the revision', async () => {
  const seed = seedOf('refusals of each kind');
  for (const kind of refusalKinds(rev)) await leavesNothing(fc.sample(kind, { numRuns: 3, seed }));
});

test('many refused changesets in a row change no byte either', async () => {
  await fc.assert(fc.asyncProperty(refusedCalls(8), leavesNothing), { ...fuzz(50), seed: seedOf('refusals') });
});

test('a changeset after refusals contains nothing of them, in the journal and on the screen', async () => {
  const property = fc.asyncProperty(refusedCalls(4), async (calls) => {
    // `baseRev` and `expectedRev` of the calls are those of the first revision, so the reason of the refusal may differ by now.
    for (const call of calls) expect(await send(call)).toMatch(/^4\d\d /);
    const before = await readCold(storage, place);
    applied += 1;
    const { status, body } = await owner.changeset(place, `set b note="${applied}"`);
    expect([status, body.changeset?.previousRev]).toEqual([201, before.rev]);
    const after = await readCold(storage, place);
    expect(after.seq).toBe(before.seq + 1);
    expect([...after.elements.keys()].toSorted()).toEqual([...before.elements.keys()].toSorted());
    const changed = [...after.elements].filter(
      ([id, element]) => JSON.stringify(element) !== JSON.stringify(before.elements.get(id)),
    );
    expect(changed.map(([id]) => id.split('~')[0])).toEqual(['b']);
    await editorAt(after);
  });
  await fc.assert(property, { ...fuzz(30), seed: seedOf('refusals, then a changeset') });
});

test('control: an applied changeset changes rows, document and revision', async () => {
  const rows = await dumpOf(storage.db);
  const read = await readTab();
  expect(await send({ body: { operations: 'set b fill=orange' }, expected: '' })).toBe('201 undefined');
  const now = await dumpOf(storage.db);
  const differing = Object.keys(rows).filter((table) => JSON.stringify(now[table]) !== JSON.stringify(rows[table]));
  expect(differing).toEqual(expect.arrayContaining(['journal', 'changesets', 'documents', 'tabs', 'audit', 'outbox']));
  expect(await readTab()).not.toEqual(read);
});
