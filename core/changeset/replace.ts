/**
 * replace: a whole tab drawn anew, as the one changeset that leads there from what the tab holds.
 * C1  The tab ends up with just what the operations make; they see nothing of what it held.
 * C2  An element whose slug was there keeps its id, and with it comments and votes: a box that of a box, an arrow that of
 *     an arrow.
 * C3  All boxes that carry no placement are laid out as a flow downwards, frames around them with what they hold. One alone
 *     stays where it is.
 * C4  Results and counts are the net difference. Elements that were there keep their stacking key where their order is the
 *     same, so that drawing a tab as it is changes nothing.
 * C5  A locked tab, and a locked element that would change or go, refuse it (element_locked).
 * C6  Targets are all elements that change or go: one that somebody else made meanwhile is a conflict, too.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isBox, isContainer } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { problem } from '#schema/problem.ts';

import { deepMembersOf } from '../tab/membership.ts';
import { sameValue } from '../tab/same-value.ts';
import { TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { countsOf, describe } from './describe.ts';
import { keptKeys } from './kept-keys.ts';
import { operationError } from './operation-error.ts';
import type { LocatedOperation } from './parse.ts';
import { type Plan, planChangeset, type Refused } from './plan.ts';
import { type PlanContext, Planning } from './planning.ts';
import { Draft } from '../tab/draft.ts';

/** The plan that replaces what the tab holds by what the operations make, or the first refusal. */
export function planReplacement(tab: TabView, operations: readonly LocatedOperation[], context: PlanContext): Plan | Refused {
  if (tab.settings.locked) return { errors: [operationError(problem('element_locked', { detail: 'The tab is locked.' }), { index: 0 })] };
  const empty = TabIndex.of({ ...tab.settings, elements: new Map(), skipped: [] });
  const keptId = (slug: string, kind: string): string | undefined =>
    tab.idsOfSlug(slug).find((id) => (tab.get(id)?.type === 'arrow') === (kind === 'arrow'));
  const drawn = planChangeset(empty, operations, { ...context, keptId });
  if ('errors' in drawn) return drawn;
  const laidOut = layOutUnplaced(drawn, context);
  if ('errors' in laidOut) return laidOut;
  const elements = new Map<string, Element>();
  const keys = keptKeys(laidOut.tab, tab);
  for (const { id } of drawn.edits) {
    const element = laidOut.tab.get(id);
    if (element !== undefined) elements.set(id, { ...element, z: keys.get(id) ?? element.z });
  }
  const after = TabIndex.of({ ...tab.settings, elements, skipped: [] });
  const edits = editsTo(elements, tab);
  const locked = lockedAmong(edits, tab, context);
  if (locked !== null) return { errors: [operationError(locked, { index: 0 })] };
  const targets = edits.filter(({ before }) => before !== null).map(({ id }) => id);
  const results = describe(tab, after, edits, { named: new Set(edits.map(({ id }) => id)), operationOf: operationsIn(drawn) });
  const warnings = drawn.results.filter(({ mark }) => mark === '!');
  return { edits, results: [...results, ...warnings], counts: countsOf(edits), targets, unplaced: [], tab: after };
}
