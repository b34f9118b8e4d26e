/** A document of two people whose rows a test damages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { hasWaiting } from '#schema/ydoc/struct-store.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import { insertDocument } from '#storage/documents.ts';
import { CorruptJournal } from '#storage/failures.ts';
import { appendJournal } from '#storage/journal.ts';
import { loadState, writeSnapshot } from '#storage/snapshots.ts';
import type { Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { salvageIn } from './salvage-document.ts';

const tab = 'tab_0123456789abcdef0123';
const at = 1;

const box = (name: string): Element => ({
  type: 'shape',
  shape: 'square',
  id: `${name}~00000001`,
  z: 'a0',
  x: 0,
  y: 0,
  width: 10,
  height: 10,
});

/** A stored document with a row for each write, by turns of two people; the first row has the tab. */
export async function documentOf(storage: Storage, names: readonly string[]): Promise<string> {
  const [documentId, userId] = [newId('doc'), newId('user')];
  const people = [new Y.Doc(), new Y.Doc()];
  const updates: Uint8Array[] = [];
  const written = (person: Y.Doc, write: () => void): void => {
    person.once('update', (update: Uint8Array) => updates.push(update));
    person.transact(write);
    for (const other of people) Y.applyUpdate(other, updates.at(-1)!);
  };
  written(people[0]!, () => {
    initDocument(people[0]!, { name: 'Plan' });
    insertTab(people[0]!, {
      id: tab,
      name: 'Tab 1',
      mode: 'canvas',
      theme: 'light',
      locked: false,
      order: 'a0',
      layers: [],
      pages: [],
    });
  });
  for (const [index, name] of names.entries()) {
    const person = people[index % 2]!;
    const after = box(name);
    written(person, () => applyEdits(person, tab, [{ id: after.id, before: null, after }]));
  }
  await storage.transact(async (tx) => {
    await insertUser(tx, { id: userId, name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: at });
    await insertDocument(tx, { id: documentId, name: 'Plan', ownerId: userId, at });
    for (const [index, bytes] of updates.entries())
      await appendJournal(tx, { documentId, seq: index + 1, writeId: `w${index}`, kind: 'editors', actor: null, bytes, at });
  });
  return documentId;
}

/** The state of the first rows as a snapshot. Rows that an earlier snapshot covers are deleted. */
export const snapshotAt = (storage: Storage, documentId: string, seq: number): Promise<void> =>
  storage.transact(async (tx) => {
    const { snapshot, rows } = (await loadState(tx, documentId))!;
    const updates = [
      ...(snapshot === null ? [] : [snapshot.bytes]),
      ...rows.filter((row) => row.seq <= seq).map(({ bytes }) => bytes),
    ];
    await writeSnapshot(tx, documentId, { seq, bytes: Y.mergeUpdates(updates), at }, 0);
  });

export const damage = (storage: Storage, table: 'journal' | 'snapshots', documentId: string, seq: number): Promise<void> =>
  storage.transact(async (tx) => {
    const rows = tx.selectFrom(table).select('bytes').where('document_id', '=', documentId).where('seq', '=', seq);
    const bytes = Uint8Array.from((await rows.executeTakeFirstOrThrow()).bytes);
    bytes[bytes.length - 1]! ^= 4;
    await tx.updateTable(table).set({ bytes }).where('document_id', '=', documentId).where('seq', '=', seq).execute();
  });

const remove = (storage: Storage, documentId: string, seq: number): Promise<void> =>
  storage.transact(async (tx) => {
    await tx.deleteFrom('journal').where('document_id', '=', documentId).where('seq', '=', seq).execute();
  });

/** The names of the elements that the stored document has. */
async function namesIn(storage: Storage, documentId: string): Promise<string[]> {
  const { snapshot, rows } = (await loadState(storage.db, documentId))!;
  const doc = new Y.Doc();
  for (const { bytes } of [...(snapshot === null ? [] : [snapshot]), ...rows]) Y.applyUpdate(doc, bytes);
  expect(hasWaiting(doc)).toBe(false);
  return [...readTab(doc, tab)!.elements.keys()].map((id) => id.split('~')[0]!).toSorted();
}

/** `storage` is a function, as it is opened before the tests run. */
export function salvageContract(storage: () => Storage): void {
  const folder = temporaryFolder('salvage');
  let files = 0;
  const salvageOf = (documentId: string, keep: string | null) => salvageIn(storage(), { documentId, keep, now: 5 });
  const newFile = (): string => join(folder.path, `rows-${(files += 1)}`);

  describe('salvage', () => {
    test('OPS16 keeps everything before a damaged row, and everything after it that still applies', async () => {
      // The rows 2, 4 and 6 are Ada's, 3 and 5 are Ben's.
      const id = await documentOf(storage(), ['a', 'b', 'c', 'd', 'e']);
      await damage(storage(), 'journal', id, 3);
      await expect(loadState(storage().db, id)).rejects.toThrow(CorruptJournal);
      const keep = newFile();
      expect(await salvageOf(id, keep)).toEqual({
        document: id,
        salvaged: true,
        snapshot: null,
        damagedSnapshots: [],
        damaged: [3],
        missing: [],
        incomplete: [5],
        name: 'Plan',
        tabs: [{ id: tab, name: 'Tab 1', elements: 3 }],
      });
      expect(await namesIn(storage(), id)).toEqual(['a', 'c', 'e']);
      const lines = readFileSync(keep, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
        [1, 2, 3, 4, 5, 6].map((seq) => ({ documentId: id, table: 'journal', seq, isIntact: seq !== 3 })),
      );
      const audit = await storage().db.selectFrom('audit').select('action').where('document_id', '=', id).execute();
      expect(audit).toEqual([{ action: 'document.salvage' }]);
    });

    test('OPS16 begins with the newest snapshot that is intact', async () => {
      const id = await documentOf(storage(), ['a', 'b', 'c', 'd', 'e']);
      await snapshotAt(storage(), id, 3);
      await snapshotAt(storage(), id, 5);
      await damage(storage(), 'snapshots', id, 5);
      await remove(storage(), id, 4);
      const report = await salvageOf(id, newFile());
      expect(report).toMatchObject({ snapshot: 3, damagedSnapshots: [5], damaged: [], missing: [4], incomplete: [6] });
      expect(await namesIn(storage(), id)).toEqual(['a', 'b', 'd']);
    });

    test('OPS17 without a file it only reports, and changes nothing of an intact document', async () => {
      const id = await documentOf(storage(), ['a', 'b']);
      expect(await salvageOf(id, newFile())).toMatchObject({ salvaged: false, damaged: [], incomplete: [] });
      await damage(storage(), 'journal', id, 2);
      expect(await salvageOf(id, null)).toMatchObject({ salvaged: false, damaged: [2] });
      await expect(loadState(storage().db, id)).rejects.toThrow(CorruptJournal);
      await expect(salvageOf('doc_none', null)).rejects.toThrow('There is no document doc_none.');
    });

    test('OPS17 rows are not replaced if the file exists', async () => {
      const id = await documentOf(storage(), ['a', 'b']);
      await damage(storage(), 'journal', id, 2);
      await expect(salvageOf(id, folder.path)).rejects.toThrow('EEXIST');
      await expect(loadState(storage().db, id)).rejects.toThrow(CorruptJournal);
    });

    test('OPS16 a salvaged document takes new rows', async () => {
      const id = await documentOf(storage(), ['a', 'b', 'c']);
      await damage(storage(), 'journal', id, 4);
      await salvageOf(id, newFile());
      const other = new Y.Doc();
      other.getMap('items').set('k', 1);
      const row = {
        documentId: id,
        writeId: 'next',
        kind: 'server',
        actor: null,
        bytes: Y.encodeStateAsUpdate(other),
        at,
      } as const;
      await storage().transact((tx) => appendJournal(tx, { ...row, seq: 6 }));
      expect(await namesIn(storage(), id)).toEqual(['a', 'b']);
    });
  });
}
