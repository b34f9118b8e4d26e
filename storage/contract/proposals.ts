/** The contract for proposals, and for what agents may do with a document. */
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { documentById, setAgents } from '../documents.ts';
import { documentAccess } from '../members.ts';
import {
  decideProposal,
  deleteProposal,
  insertProposal,
  proposalById,
  proposalRefersTo,
  proposalsOf,
  rejectedLately,
  type StoredProposal,
} from '../proposals.ts';
import { sweepHistory } from '../retention.ts';
import { type ContractDatabase, day } from './contract-database.ts';

const lint = {
  verdict: 'clean',
  counts: { error: 0, warning: 0, info: 0 },
  summary: { crossings: 0, arrowsBehindBoxes: 0, overlaps: 0, width: 0, height: 0 },
  findings: [],
  introduced: [],
  resolved: [],
};

export function proposalsContract(database: ContractDatabase): void {
  const transact: typeof database.storage.transact = (work) => database.storage.transact(work);
  const now = Date.now();

  async function addProposal(over: Partial<StoredProposal> = {}): Promise<StoredProposal> {
    const proposal: StoredProposal = {
      id: database.newId('pr'),
      documentId: over.documentId ?? (await database.newDocument()).documentId,
      tabId: 'tab_1',
      call: 'applyChangeset',
      state: 'open',
      author: { name: 'Ada', color: '#112233' },
      userId: 'user_1',
      tokenId: 'tok_1',
      agent: true,
      summary: null,
      rev: 3,
      counts: { added: 1, changed: 0, removed: 0 },
      parts: [{ id: 'a~00000000', change: 'added', state: 'open' }],
      reason: null,
      decidedBy: null,
      decidedAt: null,
      changesets: [],
      createdAt: now,
      content: { kind: 'elements', images: ['img_0mi9k2g9v1kl5h3s7d6w'] },
      results: [],
      lint,
      text: 'proposed',
      ...over,
    };
    await transact((tx) => insertProposal(tx, proposal));
    return proposal;
  }

  describe('proposals', () => {
    test('are read as they were written, newest first, and not after they have lapsed', async () => {
      const { db } = database.storage;
      const one = await addProposal();
      const { documentId } = one;
      expect(await proposalById(db, documentId, one.id, now)).toEqual(one);
      expect(await proposalById(db, documentId, one.id, now + 1)).toBeNull();
      expect(await proposalById(db, 'doc_other', one.id, now)).toBeNull();
      const two = await addProposal({ documentId, tabId: null, createdAt: now + 1 });
      const all = { since: 0, onlyOpen: true };
      expect((await proposalsOf(db, documentId, all)).map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
      expect((await proposalsOf(db, documentId, { ...all, tabId: 'tab_1' })).map(({ id }) => id)).toEqual([one.id]);
    });

    test('are decided and withdrawn, and their token finds what was rejected since it last proposed', async () => {
      const { db } = database.storage;
      const one = await addProposal();
      const { documentId } = one;
      const decision = { state: 'rejected', parts: [{ id: 'a~00000000', change: 'added', state: 'rejected' }], reason: 'No.', changesets: [], decidedBy: { name: 'Bo', color: '#445566' }, decidedAt: now + 5 } as const; // prettier-ignore
      await transact((tx) => decideProposal(tx, one.id, decision));
      expect(await proposalById(db, documentId, one.id, now)).toEqual({ ...one, ...decision });
      expect(await proposalsOf(db, documentId, { since: 0, onlyOpen: true })).toEqual([]);
      const place = { documentId, tabId: 'tab_1', tokenId: 'tok_1' };
      const lately = async (): Promise<string[]> => (await rejectedLately(db, place, { since: 0, limit: 3 })).map(({ id }) => id);
      expect(await lately()).toEqual([one.id]);
      expect(await rejectedLately(db, { ...place, tokenId: 'tok_2' }, { since: 0, limit: 3 })).toEqual([]);
      await addProposal({ documentId, createdAt: now + 6 });
      expect(await lately()).toEqual([]);
      expect(await transact((tx) => deleteProposal(tx, documentId, one.id))).toBe(true);
      expect(await transact((tx) => deleteProposal(tx, documentId, one.id))).toBe(false);
    });

    test('keep the images that they place while they are open', async () => {
      const { db } = database.storage;
      const { documentId, id } = await addProposal();
      const image = 'img_0mi9k2g9v1kl5h3s7d6w';
      expect(await proposalRefersTo(db, documentId, image)).toBe(true);
      expect(await proposalRefersTo(db, documentId, 'img_0mi9k2g9v1kl5h3s7d6x')).toBe(false);
      await transact((tx) => deleteProposal(tx, documentId, id));
      expect(await proposalRefersTo(db, documentId, image)).toBe(false);
    });

    test('are deleted 30 days after they were made', async () => {
      const { db, dialect } = database.storage;
      expect(['sqlite', 'postgres']).toContain(dialect);
      const { documentId, id } = await addProposal({ createdAt: now - limits.proposalRetentionDays * day - 1 });
      const kept = await addProposal({ documentId });
      expect((await sweepHistory(database.storage, now))['proposals']).toBe(1);
      expect(await proposalById(db, documentId, id, 0)).toBeNull();
      expect(await proposalById(db, documentId, kept.id, 0)).toEqual(kept);
    });
  });

  test('what agents may do with a document is read with the access to it', async () => {
    const { db } = database.storage;
    const { documentId, userId } = await database.newDocument();
    expect((await documentAccess(db, documentId, userId))?.agents).toBe('write');
    await transact((tx) => setAgents(tx, documentId, 'propose'));
    expect((await documentAccess(db, documentId, userId))?.agents).toBe('propose');
    expect((await documentById(db, documentId))?.agents).toBe('propose');
  });
}
