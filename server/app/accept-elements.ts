/** Applies what is accepted of a proposal for elements, as a changeset of its own (SPEC.md). */
import { answerText } from '#core/changeset/answer-text.ts';
import { acceptEdits, type ProposedEdits, withDependencies } from '#core/history/accept.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { TabView } from '#core/tab/view.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { AcceptAnswer } from '#schema/proposal.ts';
import type { StoredProposal } from '#storage/proposals.ts';
import { tabRev } from '#storage/tabs.ts';

import type { AppContext } from './context.ts';
import type { WriteScope } from './document-write.ts';
import type { ContentOf } from './proposal-content.ts';
import { openParts } from './proposal-view.ts';
import { applyAndRecord, changedPages } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';
import { errorOf, keptOf } from './reverts.ts';

/** Its answer without the proposal, which the decision changes. */
export type Acceptance = Omit<AcceptAnswer, 'proposal'>;
type Elements = ContentOf<'elements'>;

/** `wanted`: ids of parts; null: everything that is open. Errors: tab_not_found, element_locked, too_large, invalid_value. */
export async function acceptElements(
  context: AppContext,
  { room, call, documentId }: WriteScope,
  stored: StoredProposal & { readonly tabId: string },
  content: Elements,
  wanted: ReadonlySet<string> | null,
): Promise<Acceptance | Problem> {
  const { tabId } = stored;
  const tab = room.tab(tabId);
  if (tab === undefined) return problem('tab_not_found');
  const { rev } = await tabRev(room.tx, documentId, tabId);
  const proposed = openEdits(tab, stored, content, wanted);
  const accepted = acceptEdits(tab, proposed);
  if (isProblem(accepted)) return refusal([errorOf(accepted)], rev);
  const { edits, counts, change } = accepted;
  const kept = keptOf(accepted, tab);
  const linted = room.lintChange(tabId, accepted);
  const { results } = accepted;
  const planned = {
    plan: { edits, counts, targets: [] },
    results,
    ...linted,
    ...(change !== undefined && { tabChange: change }),
  };
  const described = { accepted: [...accepted.reverted], kept, results };
  if (edits.length === 0 && change === undefined) {
    const notes = lintChangeLines(planned);
    const text = answerText({ results, rev: null, dryRun: false, notes, verdict: linted.lint.verdict, documentId });
    return { changeset: null, ...described, lint: linted.lint, text };
  }
  const answer = await applyAndRecord(context, room, call, {
    documentId,
    tabId,
    previousRev: rev,
    planned,
    body: { summary: stored.summary ?? `accept ${stored.id}` },
    references: new Set(content.images),
  });
  return { changeset: answer.changeset, ...described, lint: answer.lint, text: answer.text };
}

/** What is open and wanted, with what it depends on. Pages belong together, and move what is on them. */
export function openEdits(
  tab: TabView,
  stored: Pick<StoredProposal, 'parts'>,
  content: Elements,
  wanted: ReadonlySet<string> | null,
): ProposedEdits {
  const open = openParts(stored);
  const pages = changedPages(content.tabChange);
  const isAll = wanted === null || pages.some((id) => wanted.has(id));
  const needed = isAll ? open : withDependencies(tab, content.edits, wanted);
  const edits = content.edits.filter(({ id }) => open.has(id) && needed.has(id));
  const change = isAll && pages.every((id) => open.has(id)) ? (content.tabChange ?? {}) : {};
  return { edits, change, isWhole: open.size === stored.parts.length && edits.length === content.edits.length && isAll };
}
