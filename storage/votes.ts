/**
 * Votes on the elements of tabs (SPEC.md). Writes are made under the lock of the document. Ballots name their vote, so a reader never
 * takes those of one vote for another's.
 */
import type { Db, Tables } from './tables.ts';

export type StoredVote = {
  readonly id: string;
  readonly documentId: string;
  readonly tabId: string;
  /** How many votes each person has. */
  readonly votes: number;
  readonly isPrivate: boolean;
  readonly starter: { readonly id: string; readonly name: string; readonly color: string };
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
};

export type Ballot = {
  readonly voteId: string;
  readonly documentId: string;
  readonly voterId: string;
  readonly elementId: string;
};

/** Null if the tab has none. */
export async function voteOn(db: Db, documentId: string, tabId: string): Promise<StoredVote | null> {
  const row = await db
    .selectFrom('tab_votes')
    .select([
      'id',
      'document_id',
      'tab_id',
      'votes',
      'is_private',
      'starter_id',
      'starter_name',
      'starter_color',
      'started_at',
      'ended_at',
    ])
    .where('document_id', '=', documentId)
    .where('tab_id', '=', tabId)
    .executeTakeFirst();
  return row === undefined ? null : voteOf(row);
}

/** The tab must have none. */
export async function insertVote(tx: Db, vote: StoredVote): Promise<void> {
  await tx
    .insertInto('tab_votes')
    .values({
      id: vote.id,
      document_id: vote.documentId,
      tab_id: vote.tabId,
      votes: vote.votes,
      is_private: vote.isPrivate ? 1 : 0,
      starter_id: vote.starter.id,
      starter_name: vote.starter.name,
      starter_color: vote.starter.color,
      started_at: vote.startedAt,
      ended_at: vote.endedAt,
    })
    .execute();
}

export async function endVote(tx: Db, id: string, endedAt: number): Promise<void> {
  await tx.updateTable('tab_votes').set({ ended_at: endedAt }).where('id', '=', id).execute();
}

export async function deleteVote(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('ballots').where('vote_id', '=', id).execute();
  await tx.deleteFrom('tab_votes').where('id', '=', id).execute();
}

/** A person's votes by element id. */
export async function votesBy(db: Db, voteId: string, voterId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ballots')
    .select(['element_id', 'votes'])
    .where('vote_id', '=', voteId)
    .where('voter_id', '=', voterId)
    .orderBy('element_id')
    .execute();
  return new Map(rows.map((row) => [row.element_id, row.votes]));
}

export type CountedVotes = { readonly element: string; readonly voter: string; readonly votes: number };

export async function ballotsOf(db: Db, voteId: string): Promise<CountedVotes[]> {
  return db
    .selectFrom('ballots')
    .select(['element_id as element', 'voter_id as voter', 'votes'])
    .where('vote_id', '=', voteId)
    .execute();
}

/** Sets how many votes a person has on an element; 0 takes them back. */
export async function setBallot(tx: Db, { voteId, documentId, voterId, elementId }: Ballot, votes: number): Promise<void> {
  if (votes === 0)
    await tx
      .deleteFrom('ballots')
      .where('vote_id', '=', voteId)
      .where('voter_id', '=', voterId)
      .where('element_id', '=', elementId)
      .execute();
  else
    await tx
      .insertInto('ballots')
      .values({ vote_id: voteId, voter_id: voterId, element_id: elementId, document_id: documentId, votes })
      .onConflict((conflict) => conflict.columns(['vote_id', 'voter_id', 'element_id']).doUpdateSet({ votes }))
      .execute();
}

const voteOf = (row: Tables['tab_votes']): StoredVote => ({
  id: row.id,
  documentId: row.document_id,
  tabId: row.tab_id,
  votes: row.votes,
  isPrivate: row.is_private === 1,
  starter: { id: row.starter_id, name: row.starter_name, color: row.starter_color },
  startedAt: row.started_at,
  endedAt: row.ended_at,
});
