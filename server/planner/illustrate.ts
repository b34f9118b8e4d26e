/** Plans and lints pages and articles, in the same way on the event loop and in a worker. */
import { type IllustrationSpec, planIllustration } from '#core/pages/plan-illustration.ts';
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import { LintCache } from '#core/lint/incremental.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import type { TabView } from '#core/tab/view.ts';
import { newElementSuffix, newId } from '#schema/ids.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import type { PlannedIllustration } from './plan-result.ts';

/** Images of the gallery that the writer may place, by id, with their size in pixels. */
export type PlaceableImages = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/** `lintOf`: lints the planned tab; by default the whole tab is linted from scratch. */
export function illustrate(
  tab: TabView,
  drawing: IllustrationSpec,
  images: PlaceableImages,
  lintOf: (plan: Pick<ChangesetPlan, 'tab' | 'edits'>) => LintChange = (plan) => new LintCache().change(tab, plan),
): PlannedIllustration | Problem {
  const plan = planIllustration(tab, drawing, {
    newSuffix: newElementSuffix,
    newPageId: () => newId('page'),
    image: (id) => images.get(id) ?? null,
  });
  if (isProblem(plan)) return plan;
  const { edits, counts, targets, results, change, pages, article } = plan;
  const isOfElementsOnly = change.mode === undefined && change.pages === undefined;
  return {
    plan: { edits, counts, targets },
    results,
    ...lintOf(plan),
    pages,
    ...(!isOfElementsOnly && { tabChange: change }),
    ...(article !== undefined && { article }),
  };
}
