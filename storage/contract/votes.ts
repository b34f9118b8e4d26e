/** The contract for votes on the elements of tabs. */
import { describe, expect, test } from 'vitest';

import { ballotsOf, deleteVote, endVote, insertVote, setBallot, type StoredVote, voteOn, votesBy } from '../votes.ts';
import { awkward, type ContractDatabase } from './contract-database.ts';

export function votesContract(database: ContractDatabase): void {
  async function addVote(over: Partial<StoredVote> = {}): Promise<StoredVote> {
    const { documentId, userId } = await database.newDocument();
    const vote: StoredVote = {
      id: database.newId('vote'),
      documentId,
      tabId: database.newId('tab'),
      votes: 3,
      isPrivate: true,
      starter: { id: userId, name: awkward, color: '#c2410c' },
      startedAt: 5,
      endedAt: null,
      ...over,
    };
    await database.storage.transact((tx) => insertVote(tx, vote));
    return vote;
  }

  describe('votes', () => {
    test('a vote is read as it was stored, ends, and a tab has one', async () => {
      const { db } = database.storage;
      const vote = await addVote();
      expect(await voteOn(db, vote.documentId, vote.tabId)).toEqual(vote);
      expect(await voteOn(db, vote.documentId, 'tab_none')).toBeNull();
      const second = { ...vote, id: database.newId('vote') };
      await expect(database.storage.transact((tx) => insertVote(tx, second))).rejects.toThrow();
      await database.storage.transact((tx) => endVote(tx, vote.id, 9));
      expect(await voteOn(db, vote.documentId, vote.tabId)).toEqual({ ...vote, endedAt: 9 });
    });

    test('ballots belong to one vote and one person, are set again, and are deleted with their vote', async () => {
      const { db } = database.storage;
      const [vote, other] = [await addVote(), await addVote()];
      const set = (of: StoredVote, voterId: string, elementId: string, votes: number): Promise<void> =>
        database.storage.transact((tx) => setBallot(tx, { voteId: of.id, documentId: of.documentId, voterId, elementId }, votes));
      await set(vote, 'user_1', 'b~1', 1);
      await set(vote, 'user_1', 'b~1', 2);
      await set(vote, 'user_1', 'a~1', 1);
      await set(vote, 'user_2', 'a~1', 3);
      await set(other, 'user_1', 'a~1', 1);
      expect([...(await votesBy(db, vote.id, 'user_1'))]).toEqual([['a~1', 1], ['b~1', 2]]); // prettier-ignore
      await set(vote, 'user_1', 'a~1', 0);
      expect([...(await votesBy(db, vote.id, 'user_1'))]).toEqual([['b~1', 2]]);
      expect(await ballotsOf(db, vote.id)).toHaveLength(2);
      await database.storage.transact((tx) => deleteVote(tx, vote.id));
      expect([await voteOn(db, vote.documentId, vote.tabId), await ballotsOf(db, vote.id)]).toEqual([null, []]);
      expect(await ballotsOf(db, other.id)).toEqual([{ element: 'a~1', voter: 'user_1', votes: 1 }]);
    });
  });
}
