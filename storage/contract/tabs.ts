/** The contract for revisions of tabs and for touches. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { insertChangeset } from '../changesets.ts';
import { openStorage, type Storage } from '../storage.ts';
import { deleteTabRow, insertTab, raiseRev, tabRev, tabRevs } from '../tabs.ts';
import { insertTouches, touchesSince } from '../touches.ts';
import { type ContractDatabase, touch } from './contract-database.ts';

export function tabsContract(database: ContractDatabase): void {
  describe('tabs and touches', () => {
    test('revisions that several nodes raise at the same time rise by one each', async () => {
      const { documentId } = await database.newDocument();
      const node = await openStorage(database.config);
      const raise = (on: Storage) => on.transact((tx) => raiseRev(tx, documentId, 'tab_1', 1));
      const revs = await Promise.all(Array.from({ length: 40 }, (_, i) => raise(i % 2 === 0 ? database.storage : node)));
      expect(revs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
      await node.close();
    });

    test('a new tab and a tab without a row are at 0, and deleting a tab deletes its touches', async () => {
      const { documentId } = await database.newDocument();
      await database.storage.transact((tx) => insertTab(tx, { documentId, tabId: 'tab_1', at: 1 }));
      expect(await tabRevs(database.storage.db, documentId)).toEqual(new Map([['tab_1', 0]]));
      expect(await tabRev(database.storage.db, documentId, 'tab_none')).toEqual({ rev: 0, oldestRev: 0 });
      await database.storage.transact(async (tx) => {
        await insertTouches(tx, touch(documentId, 'tab_1', await raiseRev(tx, documentId, 'tab_1', 1), ['a']));
        await insertTab(tx, { documentId, tabId: 'tab_1', at: 1 });
      });
      expect(await tabRev(database.storage.db, documentId, 'tab_1')).toEqual({ rev: 1, oldestRev: 0 });
      expect(await database.storage.transact((tx) => deleteTabRow(tx, documentId, 'tab_1'))).toBe(true);
      expect(await database.storage.transact((tx) => deleteTabRow(tx, documentId, 'tab_1'))).toBe(false);
      expect(await touchesSince(database.storage.db, documentId, 'tab_1', 0)).toEqual([]);
    });

    test('touchesSince returns the last change of each element after a revision, and its author', async () => {
      const id = fc.constantFrom<string>('a~1', 'b~2', "c'3", 'd"4', '__proto__');
      const batches = fc.array(fc.array(id, { maxLength: 6 }), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(batches, fc.nat(8), fc.array(id, { maxLength: 4 }), async (revisions, since, selection) => {
          const { documentId } = await database.newDocument();
          const last = new Map<string, number>();
          for (const [index, elementIds] of revisions.entries()) {
            const rev = index + 1;
            await database.storage.transact((tx) => insertTouches(tx, touch(documentId, 'tab_1', rev, elementIds)));
            for (const element of elementIds) last.set(element, rev);
          }
          await database.storage.transact((tx) => insertTouches(tx, touch(documentId, 'tab_other', 9, ['a~1'])));
          const changed = (only: (element: string) => boolean) =>
            [...last]
              .filter(([element, rev]) => rev > since && only(element))
              .map(([element, rev]) => `${rev} ${element}`)
              .toSorted();
          const textOf = (touches: Awaited<ReturnType<typeof touchesSince>>) =>
            touches.map(({ elementId, rev }) => `${rev} ${elementId}`).toSorted();
          expect(textOf(await touchesSince(database.storage.db, documentId, 'tab_1', since))).toEqual(changed(() => true));
          expect(textOf(await touchesSince(database.storage.db, documentId, 'tab_1', since, selection))).toEqual(
            changed((element) => selection.includes(element)),
          );
        }),
        fuzz(25),
      );
      const { documentId } = await database.newDocument();
      await database.storage.transact((tx) => insertTouches(tx, touch(documentId, 'tab_1', 4, ['a'])));
      expect(await touchesSince(database.storage.db, documentId, 'tab_1', 3)).toEqual([
        { elementId: 'a', rev: 4, name: 'Ada', color: '#c2410c', userId: null, changesetId: 'cs_4', at: 1000 },
      ]);
    });

    test('TC1 touches are found in rows, in records, and after lists in records have become rows', async () => {
      const id = fc.constantFrom<string>('a~1', 'b~2', "c'3", '__proto__');
      const kinds = fc.constantFrom<'editors' | 'listed' | 'rows'>('editors', 'listed', 'listed', 'rows');
      const change = fc.record({ kind: kinds, ids: fc.uniqueArray(id, { maxLength: 3 }) });
      const changes = fc.array(change, { minLength: 100, maxLength: 300, size: 'max' });
      await fc.assert(
        fc.asyncProperty(changes, fc.nat(300), fc.array(id, { maxLength: 3 }), async (revisions, since, selection) => {
          const { documentId } = await database.newDocument();
          const last = new Map<string, number>();
          await database.storage.transact(async (tx) => {
            for (const { kind, ids } of revisions) {
              const rev = await raiseRev(tx, documentId, 'tab_1', 1);
              if (kind === 'listed') await insertChangeset(tx, database.changeset(documentId, 'tab_1', rev), ids);
              else await insertTouches(tx, touch(documentId, 'tab_1', rev, ids));
              for (const element of ids) last.set(element, rev);
            }
          });
          const changed = [...last].filter(([, rev]) => rev > since).toSorted(([, a], [, b]) => a - b);
          const found = await touchesSince(database.storage.db, documentId, 'tab_1', since);
          const selected = await touchesSince(database.storage.db, documentId, 'tab_1', since, selection);
          expect(found.map(({ elementId, rev }) => `${rev} ${elementId}`).toSorted()).toEqual(
            changed.map(([element, rev]) => `${rev} ${element}`).toSorted(),
          );
          expect(selected.map(({ elementId }) => elementId).toSorted()).toEqual(
            changed
              .map(([element]) => element)
              .filter((element) => selection.includes(element))
              .toSorted(),
          );
        }),
        fuzz(10),
      );
    });

    test('ten thousand elements are recorded and found in one call', async () => {
      const { documentId } = await database.newDocument();
      const elements = Array.from({ length: 10_000 }, (_, i) => `element-${i}~00000000`);
      await database.storage.transact((tx) => insertTouches(tx, touch(documentId, 'tab_1', 1, elements)));
      expect(await touchesSince(database.storage.db, documentId, 'tab_1', 0, elements)).toHaveLength(10_000);
    });
  });
}
