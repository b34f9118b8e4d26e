/**
 * plan-illustration: plans a call that changes pages: its edits and the pages before and after, or its refusal.
 *
 * All changes of a call are one plan, applied one after the other; the first refusal ends it. A tab in canvas mode becomes one
 * in pages mode; a locked tab is refused (tab_locked), and one for event storming (tab_mode_refused). Elements are checked as
 * in changesets, and work is budgeted (work_limit_exceeded).
 */
import type { TabSettingsChange } from '#schema/changeset.ts';
import type { Article, PageChange } from '#schema/page.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import type { Page } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { type Composed, composeArticle } from '../articles/compose-article.ts';
import { keepContentsInFront } from '../ops/contents-in-front.ts';
import { countsOf, describe } from '../changeset/describe.ts';
import { faultOfEdits, type ChangesetPlan } from '../changeset/plan.ts';
import { Planning, type PlanContext } from '../planning/planning.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabView } from '../tab/view.ts';
import { changePage } from './change-page.ts';
import { describePages } from './describe-pages.ts';
import { PageRow } from './page-row.ts';

export type IllustrationSpec = { readonly pages: readonly PageChange[] } | { readonly article: Article };

export type IllustrationContext = Pick<PlanContext, 'newSuffix' | 'workLimit'> & {
  newPageId(): string;
  /** The natural size of a gallery image that the writer may use; null for any other id. */
  image(id: string): { readonly width: number; readonly height: number } | null;
};

export type IllustrationPlan = Omit<ChangesetPlan, 'unplaced' | 'imports'> & {
  readonly change: TabSettingsChange;
  /** The updated pages. */
  readonly pages: readonly Page[];
  readonly article?: Composed;
};

/**
 * Refuses with tab_locked, tab_mode_refused, page_not_found, target_ambiguous, invalid_request, element_locked, too_large,
 * invalid_result, work_limit_exceeded.
 */
export function planIllustration(
  tab: TabView,
  drawing: IllustrationSpec,
  context: IllustrationContext,
): IllustrationPlan | Problem {
  const { mode, locked, pages: before } = tab.settings;
  if (locked) return problem('tab_locked');
  if (mode === 'event-storming') return problem('tab_mode_refused', { mode });
  const draft = new TabDraft(tab);
  const planning = new Planning(draft, { ...context, selected: null, mayReference: (_kind, id) => context.image(id) !== null });
  const row = new PageRow(planning, () => context.newPageId());
  const result = 'pages' in drawing ? changeAll(row, drawing.pages) : composeArticle(row, drawing.article, context);
  if (isProblem(result)) return result;
  const pages = row.close();
  if (planning.work.exhausted) return problem('work_limit_exceeded');
  if (isProblem(pages)) return pages;
  const restacked = keepContentsInFront(planning);
  if (isProblem(restacked)) return restacked;
  const { edits, memberships } = restacked;
  const fault = faultOfEdits(edits, draft);
  if (fault !== null) return fault;
  const change: TabSettingsChange = {
    ...(mode !== 'pages' && { mode: { before: mode, after: 'pages' } }),
    ...(!jsonEqual(before, pages) && { pages: { before, after: pages } }),
  };
  const described = describe(tab, draft, edits, {
    named: new Set([...planning.touchedBy.keys()].filter((id) => !planning.reasons.has(id))),
    reasons: planning.reasons,
    warnings: planning.warnings,
    memberships,
  });
  return {
    edits,
    results: [...describePages(change, row.namedPages), ...described],
    counts: countsOf(edits),
    targets: [...planning.targets, ...row.namedPages],
    tab: draft,
    change,
    pages,
    ...(result !== null && { article: result }),
  };
}

function changeAll(row: PageRow, changes: readonly PageChange[]): Problem | null {
  for (const [index, change] of changes.entries()) {
    const refusal = changePage(row, change, index);
    if (refusal !== null) return refusal;
    if (row.planning.work.exhausted) return problem('work_limit_exceeded');
  }
  return null;
}
