/** Stores a write as a proposal, at the place where it would be applied (SPEC.md). */
import { answerText } from '#core/changeset/answer-text.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { ImportReport, Result } from '#schema/changeset.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import { isProgram, userIdOf } from '#server/access/actor.ts';
import { recordPlacements } from '#server/images/placing.ts';
import type { PlannedChangeset } from '#server/planner/plan-result.ts';
import { insertProposal, proposalsOf, type StoredProposal } from '#storage/proposals.ts';

import type { AppContext } from './context.ts';
import type { WriteScope } from './document-write.ts';
import { elementParts, type ProposalContent } from './proposal-content.ts';
import { announceProposal, lapsedBefore, overlapsOf, ProposalView } from './proposal-view.ts';
import { reportOf } from './record-changeset.ts';

/** `proposes`: the write is stored as a proposal. */
export type Proposing = { readonly proposes?: boolean };

/** What the call would write, described as a changeset is. */
export type ProposedWrite = Pick<StoredProposal, 'tabId' | 'call' | 'rev' | 'counts' | 'lint'> & {
  readonly content: ProposalContent;
  readonly parts: readonly Pick<StoredProposal['parts'][number], 'id' | 'change'>[];
  readonly results: readonly Result[];
  readonly summary?: string | undefined;
  readonly report?: ImportReport;
  /** Lines about the write as a whole. */
  readonly notes?: readonly string[];
};

/** Errors: too_large. */
export async function propose(context: AppContext, scope: WriteScope, write: ProposedWrite): Promise<ProposalAnswer | Problem> {
  const { room, call, documentId } = scope;
  const { actor } = call;
  const { content, results, lint, report, notes = [] } = write;
  const answer = { results: [...results], lint, ...(report !== undefined && { report }) };
  if (write.parts.length === 0) return { proposal: null, ...answer, text: textOf(write, null, notes, documentId) };
  const at = context.now();
  const open = await proposalsOf(room.tx, documentId, { since: lapsedBefore(at), onlyOpen: true });
  const limit = limits.proposalsPerDocument;
  if (open.length >= limit)
    return problem('too_large', {
      limit,
      detail: `A document has at most ${limit} open proposals.`,
      hint: 'Withdraw your own, or wait until a person has decided about some.',
    });
  const id = newId('pr', at);
  const parts = write.parts.map((part) => ({ ...part, state: 'open' as const }));
  const overlaps = overlapsOf({ id, parts }, open);
  const others = overlaps.map(
    ({ proposal, parts: shared }) => `! ${proposal} proposes changes of ${namesIn(shared, results)} too`,
  );
  const text = textOf(write, id, [...notes, ...others], documentId);
  const { introduced: _introduced, resolved: _resolved, ...wholeTab } = lint;
  const stored: StoredProposal = {
    id,
    documentId,
    tabId: write.tabId,
    call: write.call,
    state: 'open',
    author: { name: actor.name, color: actor.color },
    userId: userIdOf(actor),
    tokenId: actor.kind === 'agent' ? actor.tokenId : null,
    agent: isProgram(actor),
    summary: write.summary ?? null,
    rev: write.rev,
    counts: write.counts,
    parts,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    changesets: [],
    createdAt: at,
    content,
    results,
    lint: { ...wholeTab, findings: [], introduced: lint.introduced, resolved: lint.resolved },
    text,
  };
  room.alongside(insertProposal(room.tx, stored));
  if (content.kind === 'elements') {
    const references = new Set(content.images);
    room.alongside(recordPlacements(room.tx, { actor, documentId, edits: content.edits, references, at }));
  }
  announceProposal(context, room, actor, stored, 'made');
  return { proposal: new ProposalView(context, call, [...open, stored]).of(stored), ...answer, text };
}

function textOf({ results, rev, lint }: ProposedWrite, id: string | null, notes: readonly string[], documentId: string): string {
  return answerText({
    results,
    rev: id === null ? null : { from: rev, to: rev + 1 },
    ...(id !== null && { proposalId: id }),
    dryRun: false,
    notes,
    verdict: lint.verdict,
    documentId,
  });
}

/** At most this many names in a line. */
const maxNamed = 10;

function namesIn(ids: readonly string[], results: readonly Result[]): string {
  const refs = new Map(results.map(({ id, ref }) => [id, ref]));
  const named = ids.slice(0, maxNamed).map((id) => refs.get(id) ?? id);
  return `${named.join(', ')}${ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : ''}`;
}

export type ElementsToPropose = {
  readonly call: string;
  readonly tabId: string;
  readonly rev: number;
  readonly planned: PlannedChangeset;
  readonly summary?: string | undefined;
  /** Ids of the images that the writer can read. */
  readonly references?: ReadonlySet<string>;
};

/** A changeset, whatever it was planned by. Errors: too_large. */
export function proposeElements(
  context: AppContext,
  scope: WriteScope,
  { call, tabId, rev, planned, summary, references = new Set() }: ElementsToPropose,
): Promise<ProposalAnswer | Problem> {
  const { edits, counts } = planned.plan;
  const tabChange = planned.tabChange ?? null;
  const placed = edits.flatMap(({ after }) => (after?.type === 'image' ? [after.imageId] : []));
  const images = [...new Set(placed)].filter((id) => references.has(id));
  return propose(context, scope, {
    call,
    tabId,
    rev,
    summary,
    counts,
    content: { kind: 'elements', edits, tabChange, images },
    parts: elementParts(edits, tabChange),
    results: planned.results,
    lint: planned.lint,
    notes: lintChangeLines(planned),
    ...reportOf(planned),
  });
}
