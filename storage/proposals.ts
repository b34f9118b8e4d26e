/** Proposals (SPEC.md). All writes but the sweep are made under the lock of the document, so a decision is made on what it read. */
import { sql } from 'kysely';

import type { ChangesetLint, Counts, Result } from '#schema/changeset.ts';
import { idsFrom } from '#schema/ids.ts';
import type { ProposalPart, ProposalState } from '#schema/proposal.ts';

import type { Db } from './tables.ts';

type Author = { readonly name: string; readonly color: string };

/** A proposal without what it would write. */
export type ListedProposal = {
  readonly id: string;
  readonly documentId: string;
  /** Null for cards. */
  readonly tabId: string | null;
  readonly call: string;
  readonly state: ProposalState;
  readonly author: Author;
  readonly userId: string;
  readonly tokenId: string | null;
  readonly agent: boolean;
  readonly summary: string | null;
  readonly rev: number;
  readonly counts: Counts;
  readonly parts: readonly ProposalPart[];
  readonly reason: string | null;
  readonly decidedBy: Author | null;
  readonly decidedAt: number | null;
  readonly changesets: readonly string[];
  readonly createdAt: number;
};

export type StoredProposal = ListedProposal & {
  /** JSON: what it would write (server/app/proposal-content.ts). */
  readonly content: unknown;
  readonly results: readonly Result[];
  readonly lint: ChangesetLint;
  readonly text: string;
};

export async function insertProposal(tx: Db, proposal: StoredProposal): Promise<void> {
  const { author, decidedBy } = proposal;
  await tx
    .insertInto('proposals')
    .values({
      id: proposal.id,
      document_id: proposal.documentId,
      tab_id: proposal.tabId,
      call: proposal.call,
      state: proposal.state,
      author_name: author.name,
      author_color: author.color,
      user_id: proposal.userId,
      token_id: proposal.tokenId,
      agent: proposal.agent ? 1 : 0,
      summary: proposal.summary,
      rev: proposal.rev,
      counts: JSON.stringify(proposal.counts),
      parts: JSON.stringify(proposal.parts),
      content: JSON.stringify(proposal.content),
      results: JSON.stringify(proposal.results),
      lint: JSON.stringify(proposal.lint),
      text: proposal.text,
      reason: proposal.reason,
      decided_name: decidedBy?.name ?? null,
      decided_color: decidedBy?.color ?? null,
      decided_at: proposal.decidedAt,
      changesets: JSON.stringify(proposal.changesets),
      created_at: proposal.createdAt,
    })
    .execute();
}

/** A decision about a proposal, or about parts of it. */
export type Decision = Pick<ListedProposal, 'state' | 'parts' | 'reason' | 'changesets'> & {
  readonly decidedBy: Author;
  readonly decidedAt: number;
};

export async function decideProposal(tx: Db, id: string, decision: Decision): Promise<void> {
  const { state, parts, reason, changesets, decidedBy, decidedAt } = decision;
  await tx
    .updateTable('proposals')
    .set({
      state,
      parts: JSON.stringify(parts),
      reason,
      changesets: JSON.stringify(changesets),
      decided_name: decidedBy.name,
      decided_color: decidedBy.color,
      decided_at: decidedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** False if there is no such proposal. */
export async function deleteProposal(tx: Db, documentId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('proposals')
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const listed = [
  'id',
  'document_id',
  'tab_id',
  'call',
  'state',
  'author_name',
  'author_color',
  'user_id',
  'token_id',
  'agent',
  'summary',
  'rev',
  'counts',
  'parts',
  'reason',
  'decided_name',
  'decided_color',
  'decided_at',
  'changesets',
  'created_at',
] as const;

/** `since` (ms): older proposals have lapsed. */
export async function proposalById(db: Db, documentId: string, id: string, since: number): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .select([...listed, 'content', 'results', 'lint', 'text'])
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { content, results, lint, text } = row;
  return {
    ...proposalFrom(row),
    content: JSON.parse(content) as unknown,
    results: JSON.parse(results) as Result[],
    lint: JSON.parse(lint) as ChangesetLint,
    text,
  };
}

export type ProposalFilter = {
  readonly since: number;
  readonly onlyOpen: boolean;
  readonly tabId?: string;
};

/** Newest first. */
export async function proposalsOf(
  db: Db,
  documentId: string,
  { since, onlyOpen, tabId }: ProposalFilter,
): Promise<ListedProposal[]> {
  let query = db
    .selectFrom('proposals')
    .select(listed)
    .where('document_id', '=', documentId)
    .where('id', '>=', idsFrom('pr', since))
    .where('created_at', '>=', since);
  if (onlyOpen) query = query.where('state', '=', 'open');
  if (tabId !== undefined) query = query.where('tab_id', '=', tabId);
  return (await query.orderBy('id', 'desc').execute()).map(proposalFrom);
}

/** Those of a token on a tab that were rejected, wholly or in part, since it last proposed there; the latest decision first. */
export async function rejectedLately(
  db: Db,
  { documentId, tabId, tokenId }: { readonly documentId: string; readonly tabId: string; readonly tokenId: string },
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<ListedProposal[]> {
  const rows = await db
    .selectFrom('proposals')
    .select(listed)
    .where('token_id', '=', tokenId)
    .where('document_id', '=', documentId)
    .where('tab_id', '=', tabId)
    .where('created_at', '>=', since)
    .where(sql<boolean>`(reason is not null or state = 'rejected')`)
    .where(
      sql<boolean>`not exists (
        select 1 from proposals as later where later.token_id = ${tokenId} and later.document_id = ${documentId}
        and later.tab_id = ${tabId} and later.created_at > proposals.decided_at)`,
    )
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(proposalFrom);
}

/** True if an open proposal for the document places the image: accepting it would need the image. */
export async function proposalRefersTo(db: Db, documentId: string, imageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('document_id', '=', documentId)
    .where('state', '=', 'open')
    .where('content', 'like', `%"${imageId}"%`)
    .executeTakeFirst();
  return row !== undefined;
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];
const selectListed = (db: Db) => db.selectFrom('proposals').select(listed);

function proposalFrom(row: ListedRow): ListedProposal {
  const { decided_name: name, decided_color: color } = row;
  return {
    id: row.id,
    documentId: row.document_id,
    tabId: row.tab_id,
    call: row.call,
    state: row.state as ProposalState,
    author: { name: row.author_name, color: row.author_color },
    userId: row.user_id,
    tokenId: row.token_id,
    agent: row.agent === 1,
    summary: row.summary,
    rev: row.rev,
    counts: JSON.parse(row.counts) as Counts,
    parts: JSON.parse(row.parts) as ProposalPart[],
    reason: row.reason,
    decidedBy: name === null || color === null ? null : { name, color },
    decidedAt: row.decided_at,
    changesets: JSON.parse(row.changesets) as string[],
    createdAt: row.created_at,
  };
}
