/** changesets: records and their pages. */
import { describe, expect, test } from 'vitest';

import { changesetById, type ChangesetDetail, insertChangeset, listChangesets } from '../changesets.ts';
import { awkward, type Ground } from './ground.ts';

export function changesetsContract(ground: Ground): void {
  describe('changesets', () => {
    const lint = {
      verdict: 'clean',
      counts: { error: 0, warning: 0, info: 0 },
      summary: { crossings: null, arrowsBehindBoxes: 0, overlaps: 0, width: 1, height: 1 },
      findings: [],
    };
    const changeset = (documentId: string, seq: number, over: Partial<ChangesetDetail> = {}): ChangesetDetail => ({
      id: ground.newId('cs'),
      documentId,
      tabId: seq % 2 === 0 ? 'tab_even' : 'tab_odd',
      seq,
      rev: seq,
      previousRev: seq - 1,
      baseRev: null,
      author: { name: awkward, color: '#c2410c' },
      userId: 'user_1',
      tokenId: 'tok_1',
      agent: true,
      summary: null,
      counts: { added: 1, changed: 2, removed: 3 },
      revertOf: null,
      createdAt: seq * 10,
      edits: [],
      results: [{ mark: '+', id: 'a~1', ref: 'a', kind: 'square', line: `+ ${awkward}` }],
      lint,
      text: awkward,
      ...over,
    });

    test('a record comes back as it was written, for its own document only, and not before `since`', async () => {
      const { documentId } = await ground.newDocument();
      const whole = changeset(documentId, 1, {
        summary: 's',
        revertOf: 'cs_0',
        baseRev: 0,
        agent: false,
        tokenId: null,
        userId: null,
      });
      await ground.storage.transact((tx) => insertChangeset(tx, whole));
      expect(await changesetById(ground.storage.db, documentId, whole.id, 0)).toEqual(whole);
      expect(await changesetById(ground.storage.db, documentId, whole.id, 11)).toBeNull();
      expect(await changesetById(ground.storage.db, 'doc_other', whole.id, 0)).toBeNull();
    });

    test('pages of any size show every record once, newest first', async () => {
      const { documentId } = await ground.newDocument();
      const all = Array.from({ length: 9 }, (_, i) => changeset(documentId, i + 1));
      await ground.storage.transact(async (tx) => {
        for (const one of all) await insertChangeset(tx, one);
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
            const page = await listChangesets(ground.storage.db, documentId, query);
            seen.push(...page.changesets.map(({ seq }) => seq));
            before = page.next ?? undefined;
          } while (before !== undefined);
          expect(seen).toEqual(tab === undefined ? [9, 8, 7, 6, 5, 4, 3] : [9, 7, 5, 3]);
        }
      }
      const foreign = await ground.newDocument();
      expect(
        await listChangesets(ground.storage.db, foreign.documentId, { limit: 5, since: 0, before: all.at(5)?.id ?? '' }),
      ).toEqual({
        changesets: [],
        next: null,
      });
    });
  });
}
