import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Shape } from '#schema/element.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { setDocumentName } from '#schema/ydoc/write.ts';
import type { Storage } from '#storage/storage.ts';

import type { Api } from './harness/api.ts';
import { type TestEditor, until } from './harness/editor.ts';
import { addMember, addPerson, type TestAccount } from './harness/people.ts';
import { type Solo, startSolo } from './harness/solo.ts';

let solo: Solo;
let storage: Storage;
let ada: TestAccount;
let api: Api;

beforeAll(async () => {
  solo = await startSolo('live');
  ({ storage, ada, api } = solo);
});

afterAll(() => solo.stop());

function open(documentId: string, credential: string): TestEditor {
  return solo.open(documentId, { credential });
}

const box = (id: string, x: number, y: number): Shape => ({
  type: 'shape',
  shape: 'square',
  id,
  z: 'a0',
  x,
  y,
  width: 100,
  height: 60,
  label: id.slice(0, id.indexOf('~')),
});

describe('editors and agents in one document', () => {
  test("an agent's changeset reaches every open editor, with a notice in its owner's name", async () => {
    const place = await api.createDocument();
    const [first, second] = [open(place.id, ada.token), open(place.id, ada.token)];
    await Promise.all([first.synced(), second.synced()]);
    const seenWithNotice: boolean[] = [];
    first.provider.on('stateless', () => void seenWithNotice.push(first.element(place.tab, 'a') !== undefined));
    const { status, body } = await api.changeset(place, 'add square id=a label="Orders"\nadd square id=b\nconnect a -> b', {
      baseRev: 0,
      summary: 'two boxes',
    });
    expect(status).toBe(201);
    for (const editor of [first, second]) {
      await until(() => editor.element(place.tab, 'a') !== undefined, 2_000, 'the box is not on the screen');
      await until(() => editor.notices.length === 1, 2_000, 'no notice');
      expect(editor.notices[0]).toMatchObject({
        type: 'changeset',
        id: body.changeset?.id,
        author: { name: 'Ada', color: ada.color },
        agent: true,
        summary: 'two boxes',
        counts: { added: 3, changed: 0, removed: 0 },
      });
    }
    expect(seenWithNotice).toEqual([true]);
    expect(canonicalJson(first.doc)).toBe(canonicalJson(second.doc));
  });

  test("an editor's edit reaches the others and the next changeset, and raises the revision once", async () => {
    const place = await api.createDocument();
    const [first, second] = [open(place.id, ada.token), open(place.id, ada.token)];
    await Promise.all([first.synced(), second.synced()]);
    first.put(place.tab, box('hand~00000001', 10, 20));
    await first.saved();
    await until(() => second.element(place.tab, 'hand') !== undefined, 2_000, 'the other editor sees nothing');
    const { status, body } = await api.changeset(place, 'set hand fill=blue', { baseRev: 1 });
    expect([status, body.changeset?.rev]).toEqual([201, 2]);
    const stale = await api.changeset(place, 'set hand fill=red', { baseRev: 0 });
    expect([stale.status, (stale.body as unknown as { code: string }).code]).toEqual([409, 'changeset_conflict']);
  });

  test('an offline editor reconnects with its edits and gets those of the others', async () => {
    const place = await api.createDocument();
    const [first, second] = [open(place.id, ada.token), open(place.id, ada.token)];
    await Promise.all([first.synced(), second.synced()]);
    first.offline();
    first.put(place.tab, box('away~00000001', 0, 0));
    second.put(place.tab, box('here~00000002', 300, 0));
    await second.saved();
    await first.online();
    await first.saved();
    await until(() => canonicalJson(first.doc) === canonicalJson(second.doc), 3_000, 'they do not converge');
    expect(first.closeCodes.filter((code) => code >= 4000)).toEqual([]);
  });

  test('a viewer reads, and its writes are refused and reach no one', async () => {
    const place = await api.createDocument();
    const viewer = await addPerson(storage, 'Vera');
    await addMember(storage, place.id, viewer.id, 'viewer');
    const [owner, reader] = [open(place.id, ada.token), open(place.id, viewer.token)];
    await Promise.all([owner.synced(), reader.synced()]);
    reader.put(place.tab, box('nope~00000001', 0, 0));
    owner.put(place.tab, box('yes~00000001', 0, 0));
    await owner.saved();
    await until(() => reader.element(place.tab, 'yes') !== undefined, 2_000, 'the viewer sees nothing');
    expect(owner.element(place.tab, 'nope')).toBeUndefined();
    expect(reader.provider.hasUnsyncedChanges).toBe(true);
  });

  test('an update of data that only the server may write closes the socket with 4422 and changes nothing', async () => {
    const place = await api.createDocument('Honest');
    const [hostile, witness] = [open(place.id, ada.token), open(place.id, ada.token)];
    await Promise.all([hostile.synced(), witness.synced()]);
    setDocumentName(hostile.doc, 'Forged');
    await until(() => hostile.closeCodes.includes(4422), 3_000, 'the socket is not closed');
    expect(canonicalJson(witness.doc)).toContain('Honest');
    const { body } = await api.call<{ name: string }>('GET', `/documents/${place.id}`);
    expect(body.name).toBe('Honest');
    hostile.destroy();
  });

  test('missing access, documents and credentials have close codes of their own', async () => {
    const place = await api.createDocument();
    const stranger = await addPerson(storage, 'Sam');
    const cases = [
      [open(place.id, stranger.token), 4403],
      [open('doc_000000000000000000', ada.token), 4403],
      [open(place.id, 'nonsense'), 4401],
    ] as const;
    for (const [editor, code] of cases) {
      await editor.closed();
      expect(editor.closeCodes[0]).toBe(code);
      editor.destroy();
    }
  });
});
