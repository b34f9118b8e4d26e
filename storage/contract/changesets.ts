/** The contract for the records of changesets and for the changes of a tab. */
import { describe, expect, test } from 'vitest';

import { changesetById, changesetsAmong, type StoredChangesetDetail, insertChangeset, listChangesets } from '../changesets.ts';
import { sweepHistory } from '../retention.ts';
import { changesAfter, changesOfElement, insertEditorEdits, stepsBefore } from '../tab-changes.ts';
import { insertTab, tabRev } from '../tabs.ts';
import { awkward, day, type ContractDatabase } from './contract-database.ts';

export function changesetsContract(database: ContractDatabase): void {
  describe('changesets', () => {
    const changeset = (documentId: string, seq: number, over: Partial<StoredChangesetDetail> = {}): StoredChangesetDetail =>
      database.changeset(documentId, seq % 2 === 0 ? 'tab_even' : 'tab_odd', seq, over);

    test('a record reads as it was written, for its own document only, and not before `since`', async () => {
      const { documentId } = await database.newDocument();
      const whole = changeset(documentId, 1, {
        summary: 's',
        revertOf: 'cs_0',
        baseRev: 0,
        agent: false,
        tokenId: null,
        userId: null,
        tabChange: { mode: { before: 'canvas', after: 'pages' }, pages: { before: [], after: [] } },
      });
      await database.storage.transact((tx) => insertChangeset(tx, whole));
      expect(await changesetById(database.storage.db, documentId, whole.id, 0)).toEqual(whole);
      expect(await changesetById(database.storage.db, documentId, whole.id, 11)).toBeNull();
      expect(await changesetById(database.storage.db, 'doc_other', whole.id, 0)).toBeNull();
    });

    test('a record with an address that elements may no longer have reads with one that they may', async () => {
      const { documentId } = await database.newDocument();
      const shape = { id: 'a~1', type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 1, height: 1 } as const;
      const edits = (link: string) => [{ id: 'a~1', before: { ...shape, link }, after: shape }];
      const record = changeset(documentId, 1, { edits: edits('https://u:p@b.org/') });
      await database.storage.transact((tx) => insertChangeset(tx, record));
      const stored = await changesetById(database.storage.db, documentId, record.id, 0);
      expect(stored?.edits).toEqual(edits('https://b.org/'));
    });

    test('pages of any size list every record once, newest first', async () => {
      const { documentId } = await database.newDocument();
      const all = Array.from({ length: 9 }, (_, i) => changeset(documentId, i + 1));
      await database.storage.transact(async (tx) => {
        for (const record of all) await insertChangeset(tx, record);
      });
      for (const limit of [1, 2, 3, 9, 100]) {
        for (const tab of [undefined, 'tab_odd']) {
          const seen: number[] = [];
          let before: string | undefined;
          do {
            const query = {
              limit,
              since: 25,
              ...(tab === undefined ? {} : { tab }),
              ...(before === undefined ? {} : { before }),
            };
            const page = await listChangesets(database.storage.db, documentId, query);
            seen.push(...page.changesets.map(({ seq }) => seq));
            before = page.next ?? undefined;
          } while (before !== undefined);
          expect(seen).toEqual(tab === undefined ? [9, 8, 7, 6, 5, 4, 3] : [9, 7, 5, 3]);
        }
      }
      const foreign = await database.newDocument();
      expect(
        await listChangesets(database.storage.db, foreign.documentId, { limit: 5, since: 0, before: all.at(5)?.id ?? '' }),
      ).toEqual({
        changesets: [],
        next: null,
      });
    });

    const edit = (id: string) => ({
      id,
      before: null,
      after: { id, type: 'text', z: 'a0', x: 0, y: 0, width: 1, height: 1 } as const,
    });

    const by = { name: awkward, color: '#c2410c' };
    const batch = (documentId: string, rev: number, id: string) => ({
      documentId,
      tabId: 'tab_odd',
      rev,
      at: rev * 10,
      edits: [{ by, elements: [{ id, fields: { label: '"id":"a_b~00000001"', note: null } }] }],
    });

    test("a tab's changes after a revision are listed oldest first up to a limit, including editors' batches", async () => {
      const { documentId } = await database.newDocument();
      await database.storage.transact(async (tx) => {
        for (let seq = 1; seq <= 9; seq += 1)
          await insertChangeset(tx, changeset(documentId, seq, { edits: [edit(`e~0000000${seq}`)] }));
        for (const rev of [2, 8]) await insertEditorEdits(tx, batch(documentId, rev, 'a~00000001'));
      });
      const query = { documentId, tabId: 'tab_odd', limit: 3 };
      expect((await changesAfter(database.storage.db, { ...query, rev: 1 })).map(({ rev }) => rev)).toEqual([2, 3, 5]);
      expect(await changesAfter(database.storage.db, { ...query, rev: 7 })).toEqual([
        { rev: 8, at: 80, editors: batch(documentId, 8, 'a~00000001').edits },
        {
          rev: 9,
          at: 90,
          edits: [edit('e~00000009')],
          changeset: expect.stringMatching(/^cs_/),
          author: expect.objectContaining({ color: '#c2410c' }),
        },
      ]);
    });

    test('the steps of a tab are listed newest first, by changeset and by editor, within times and up to a limit', async () => {
      const { documentId } = await database.newDocument();
      const stored = [1, 3].map((seq) => changeset(documentId, seq, { edits: [edit('a~00000001')] }));
      await database.storage.transact(async (tx) => {
        for (const record of stored) await insertChangeset(tx, record);
        for (const rev of [2, 4, 6]) await insertEditorEdits(tx, batch(documentId, rev, 'a~00000001'));
      });
      const all = { documentId, tabId: 'tab_odd', rev: 100, since: 0, until: 1_000, limit: 10 };
      const steps = await stepsBefore(database.storage.db, all);
      expect(steps.slice(0, 2)).toEqual([6, 4].map((rev) => ({ rev, at: rev * 10, editors: [{ by, ids: ['a~00000001'] }] })));
      const revs = async (query: object) => (await stepsBefore(database.storage.db, { ...all, ...query })).map(({ rev }) => rev);
      expect(await revs({ limit: 2 })).toEqual([6, 4]);
      expect(await revs({ rev: 4 })).toEqual([3, 2, 1]);
      expect(await revs({ since: 30, until: 60 })).toEqual([4, 3]);
      const ids = stored.map(({ id }) => id);
      const found = await changesetsAmong(database.storage.db, documentId, [...ids, 'cs_none']);
      expect([...found.keys()].toSorted()).toEqual(ids.toSorted());
      expect(await changesetsAmong(database.storage.db, documentId, [])).toEqual(new Map());
      expect(await changesetsAmong(database.storage.db, 'doc_none', ids)).toEqual(new Map());
    });

    test('the changes of an element are found however many others are between them', async () => {
      const { documentId } = await database.newDocument();
      const named = [1, 3, 9].map((seq) => changeset(documentId, seq, { edits: [edit('a_b~00000001'), edit('b~00000001')] }));
      await database.storage.transact(async (tx) => {
        for (const record of named) await insertChangeset(tx, record);
        // `_` is not a wildcard, and a label that contains the id is not an edit of it.
        for (const [seq, id] of [
          [5, 'axb~00000001'],
          [7, 'c~00000001'],
        ] as const) {
          // prettier-ignore
          const { after, ...rest } = edit(id);
          const labelled = { ...rest, after: { ...after, label: '"id":"a_b~00000001"' } };
          await insertChangeset(tx, changeset(documentId, seq, { edits: [labelled] }));
        }
        await insertEditorEdits(tx, batch(documentId, 4, 'axb~00000001'));
        await insertEditorEdits(tx, batch(documentId, 6, 'a_b~00000001'));
      });
      const find = (before: number, look: number, since = 0) =>
        changesOfElement(database.storage.db, { documentId, tabId: 'tab_odd', elementId: 'a_b~00000001', since, before, look });
      const seen: number[] = [];
      for (let before: number | null = 100; before !== null;) {
        const page: Awaited<ReturnType<typeof find>> = await find(before, 2);
        seen.push(...page.found.map(({ rev }) => rev));
        before = page.last;
      }
      expect(seen).toEqual([9, 6, 3, 1]);
      const { found } = await find(9, 100, 25);
      expect(found).toMatchObject([
        { rev: 6, at: 60, editors: [{ by }] },
        {
          rev: 3,
          at: 30,
          edits: named[1]?.edits,
          changeset: { id: named[1]?.id, author: named[1]?.author, agent: true },
        },
      ]);
    });

    test('RS4 sweeping a record raises the oldest revision of its tab to it', async () => {
      const { documentId } = await database.newDocument();
      const tab = { documentId, tabId: 'tab_swept' };
      await database.storage.transact(async (tx) => {
        await insertTab(tx, { ...tab, at: 0 });
        for (const [seq, createdAt] of [
          [1, 1 * day],
          [2, 3 * day],
          [3, 2 * day],
          [4, 40 * day],
        ] as const) {
          // prettier-ignore
          await insertChangeset(tx, changeset(documentId, seq, { tabId: 'tab_swept', createdAt }));
        }
      });
      expect((await sweepHistory(database.storage, 36 * day)).changesets).toBeGreaterThanOrEqual(3);
      expect(await tabRev(database.storage.db, documentId, 'tab_swept')).toMatchObject({ oldestRev: 3 });
      expect((await changesAfter(database.storage.db, { ...tab, rev: 0, limit: 9 })).map(({ rev }) => rev)).toEqual([4]);
    });
  });
}
