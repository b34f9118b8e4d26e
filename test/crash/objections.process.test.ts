/** Controls: each objection is raised when its cause has happened to a real journal or to the answers of clients. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { applyEdits } from '#schema/ydoc/write.ts';
import { appendJournal } from '#storage/journal.ts';
import { type Db, openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { type ColdJournal, type ColdTab, readColdAt } from './cold-journal.ts';
import { WriteHistory, SentChangeset } from './history.ts';
import { startAgent } from './agent.ts';
import { LoadEditor } from './load-editor.ts';
import { objections } from './objections.ts';

const folder = temporaryFolder('control');
const untouched = join(folder.path, 'untouched');
const history = new WriteHistory();
let place: ColdTab;
let cold: ColdJournal;
let copies = 0;

beforeAll(async () => {
  const storage = await openStorage({ dataDir: untouched });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const node = await startNodeProcess({ DATA_DIR: untouched });
  place = await new Api(node.url, ada.token).createDocument();
  const options = { url: node.url, token: ada.token, place, history, random: new SeededRandom(seedOf('objections')) };
  const agents = [startAgent('a1', options, 8), startAgent('a2', options, 8)];
  const editor = new LoadEditor('e1', options).start();
  await Promise.all(agents.map(({ done }) => done));
  await editor.editor.synced();
  editor.put();
  await editor.stop();
  await editor.editor.saved();
  editor.destroy();
  await node.kill('SIGTERM');
  cold = await readColdAt({ dataDir: untouched }, place);
});
afterAll(() => folder.remove());

/** The rules that are violated after a copy of the journal was tampered with. */
async function rulesAfter(tamper: (tx: Db) => Promise<unknown>): Promise<string[]> {
  copies += 1;
  const dataDir = join(folder.path, `copy-${copies}`);
  cpSync(untouched, dataDir, { recursive: true });
  const storage = await openStorage({ dataDir });
  await storage.transact(tamper);
  await storage.close();
  return rulesOf(objections(await readColdAt({ dataDir }, place), history));
}

const rulesOf = (found: readonly string[]): string[] => [...new Set(found.map((objection) => objection.slice(0, 2)))].toSorted();
const last = () => cold.records.at(-1)!;

test('a journal as the node left it has no objections', () => {
  expect(objections(cold, history)).toEqual([]);
  expect(history.outcomes('applied')).toHaveLength(16);
  expect([...history.editorElements.values()].some(({ acknowledged }) => acknowledged > 0)).toBe(true);
});

describe('a journal that lost something', () => {
  test('[O1] the last row of the journal with its revision is noticed', async () => {
    const rules = await rulesAfter(async (tx) => {
      await tx.deleteFrom('journal').where('document_id', '=', place.id).where('seq', '=', cold.seq).execute();
      await tx
        .updateTable('documents')
        .set({ seq: cold.seq - 1 })
        .where('id', '=', place.id)
        .execute();
      await tx
        .updateTable('tabs')
        .set({ rev: cold.rev - 1 })
        .where('tab_id', '=', place.tab)
        .execute();
    });
    expect(rules).toContain(cold.rows.at(-1)!.kind === 'editors' ? 'O1' : 'O3');
  });

  test('without a row in the middle the journal cannot be read', async () => {
    await expect(
      rulesAfter((tx) => tx.deleteFrom('journal').where('document_id', '=', place.id).where('seq', '=', 3).execute()),
    ).rejects.toThrow('row 3 is missing');
  });

  test('[O1] the record of a changeset is noticed', async () => {
    expect(await rulesAfter((tx) => tx.deleteFrom('changesets').where('id', '=', last().id).execute())).toEqual(
      expect.arrayContaining(['O1', 'O6']),
    );
  });

  test('[O6] an idempotency row, an audit row or an event is noticed', async () => {
    for (const table of ['idempotency', 'audit', 'outbox'] as const) {
      const column = { idempotency: 'answer', audit: 'subject', outbox: 'data' } as const;
      const rules = await rulesAfter((tx) => tx.deleteFrom(table).where(column[table], 'like', `%${last().id}%`).execute());
      expect(rules, table).toEqual(['O6']);
    }
  });

  test('[O3] one element of a changeset or of a put is noticed', async () => {
    const added = last().edits.find(({ before }) => before === null)!.id;
    const put = [...history.editorElements.keys()].find((id) => cold.elements.has(id))!;
    for (const id of [added, put]) {
      const rules = await rulesAfter((tx) =>
        appendJournal(tx, {
          documentId: place.id,
          seq: cold.seq + 1,
          writeId: 'tampered',
          kind: 'server',
          actor: null,
          bytes: removalOf(id),
          at: 1,
        }),
      );
      expect(rules, id).toContain('O3');
    }
  });
});

/** An update that removes the element. */
function removalOf(id: string): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(cold.doc));
  const before = Y.encodeStateVector(doc);
  applyEdits(doc, place.tab, [{ id, before: cold.elements.get(id)!, after: null }]);
  return Y.encodeStateAsUpdate(doc, before);
}

describe('revisions', () => {
  test('[O5] a tab whose revision differs from its rows is noticed', async () => {
    expect(
      await rulesAfter((tx) =>
        tx
          .updateTable('tabs')
          .set({ rev: cold.rev + 1 })
          .where('tab_id', '=', place.tab)
          .execute(),
      ),
    ).toEqual(['O5']);
  });

  test('[O5] two changesets with one revision are noticed', async () => {
    const { id, rev } = last();
    expect(
      await rulesAfter((tx) =>
        tx
          .updateTable('changesets')
          .set({ rev: rev - 1 })
          .where('id', '=', id)
          .execute(),
      ),
    ).toContain('O5');
  });
});

describe('answers that contradict the journal', () => {
  const differing = (change: (copy: WriteHistory) => void): string[] => {
    const copy = new WriteHistory();
    for (const [key, sent] of history.changesets) copy.changesets.set(key, sent);
    for (const [id, element] of history.editorElements) copy.editorElements.set(id, { ...element });
    change(copy);
    return rulesOf(objections(cold, copy));
  };
  const invented = (key: string, statuses: readonly number[], applied: SentChangeset['applied']): SentChangeset => {
    const sent = new SentChangeset(key, '');
    sent.statuses.push(...statuses);
    sent.applied = applied;
    return sent;
  };

  test('[O1] a missing acknowledged changeset is noticed', () => {
    const applied = { id: 'cs_invented', rev: 1, previousRev: 0, added: [] };
    expect(differing((copy) => copy.changesets.set('a9-1', invented('a9-1', [201], applied)))).toEqual(['O1']);
  });

  test('[O1] [O4] a missing acknowledged put and one that was never sent are noticed', () => {
    const [id, element] = [...history.editorElements].find(([, { acknowledged }]) => acknowledged > 0)!;
    const { put, twin } = element;
    expect(differing((copy) => copy.editorElements.set(id, { put: put + 1, acknowledged: put + 1, twin }))).toEqual(['O1']);
    expect(differing((copy) => copy.editorElements.set(id, { put: put - 1, acknowledged: 0, twin }))).toEqual(['O4']);
  });

  test('[O2] a refused changeset in the journal is noticed', () => {
    const { summary } = last();
    expect(differing((copy) => copy.changesets.set(summary!, invented(summary!, [503], null)))).toEqual(['O2']);
  });

  test('[O4] a changeset that was never sent is noticed', () => {
    expect(differing((copy) => copy.changesets.delete(last().summary!))).toEqual(['O4']);
  });

  test('[O7] an answer that skips a revision is noticed', () => {
    const sent = history.changesets.get(last().summary!)!;
    const applied = { ...sent.applied!, previousRev: sent.applied!.rev - 2 };
    expect(differing((copy) => copy.changesets.set(sent.key, invented(sent.key, [201], applied)))).toEqual(['O7']);
  });
});
