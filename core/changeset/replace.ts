/**
 * replace: a whole tab drawn anew, as the one changeset that leads there from what the tab holds.
 * C1  The tab ends up with just what the operations make; they see nothing of what it held.
 * C2  An element whose slug was there keeps its id, and with it comments and votes: a box that of a box, an arrow that of
 *     an arrow.
 * C3  All boxes that carry no placement are laid out as a flow downwards, frames around them with what they hold. One alone
 *     stays where it is. When nothing carries one, the drawing begins at the origin.
 * C4  Results and counts are the net difference. Elements that were there keep their stacking key where their order is the
 *     same, so that drawing a tab as it is changes nothing.
 * C5  A locked tab, and a locked element that would change or go, refuse it (element_locked).
 * C6  Targets are all elements that change or go: one that somebody else made meanwhile is a conflict, too.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isContainer, isPinned } from '#schema/element.ts';
import { problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { TabDraft } from '../tab/tab-draft.ts';
import { deepMembersOf } from '../tab/membership.ts';
import { TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { countsOf, describe } from './describe.ts';
import { keptKeys } from './kept-keys.ts';
import { operationError } from './operation-error.ts';
import type { LocatedOperation } from './parse.ts';
import { type ChangesetPlan, planChangeset, type PlanRefusal } from './plan.ts';
import { type PlanContext, Planning } from '../planning/planning.ts';

/** The plan that replaces what the tab holds by what the operations make, or the first refusal. */
export function planReplacement(
  tab: TabView,
  operations: readonly LocatedOperation[],
  context: PlanContext,
): ChangesetPlan | PlanRefusal {
  if (tab.settings.locked)
    return { errors: [operationError(problem('element_locked', { detail: 'The tab is locked.' }), { index: 0 })] };
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
  const locked = new Planning(new TabDraft(tab), context).refuseLocked(
    edits.map(({ before }) => before).filter((before) => before !== null),
  );
  if (locked !== null) return { errors: [operationError(locked, { index: 0 })] };
  const targets = edits.filter(({ before }) => before !== null).map(({ id }) => id);
  const results = describe(tab, after, edits, { named: new Set(edits.map(({ id }) => id)), operationOf: operationsIn(drawn) });
  const warnings = drawn.results.filter(({ mark }) => mark === '!');
  return { edits, results: [...results, ...warnings], counts: countsOf(edits), targets, unplaced: [], tab: after };
}

/** The tab as drawn with everything that carries no placement laid out [C3]. */
function layOutUnplaced(drawn: ChangesetPlan, context: PlanContext): Pick<ChangesetPlan, 'tab'> | PlanRefusal {
  const { tab } = drawn;
  const loose = new Set(drawn.unplaced.filter((id) => tab.get(id)?.locked !== true && tab.get(id) !== undefined));
  const frames = [...loose].flatMap((id) => {
    const frame = tab.get(id);
    return frame !== undefined && isContainer(frame) ? [{ id, members: deepMembersOf(frame, tab) }] : [];
  });
  // A frame that holds something placed stays where that is, and so does one around it.
  for (const { id, members } of frames) if (members.some((member) => !loose.has(member.id))) loose.delete(id);
  for (const { id, members } of frames)
    if (members.some((member) => isContainer(member) && !loose.has(member.id))) loose.delete(id);
  if (loose.size < 2) return drawn;
  const target = Array.from(loose, (id) => tab.refOf(id)).join(' ');
  const laidOut = planChangeset(tab, [{ index: 0, operation: { op: 'layout', target } }], context);
  if ('errors' in laidOut || isTied(tab, loose)) return laidOut;
  const { x, y } = laidOut.tab.bounds() ?? { x: 0, y: 0 };
  const moved = new TabDraft(laidOut.tab);
  for (const box of laidOut.tab.boxes()) moved.put({ ...box, x: box.x - x, y: box.y - y });
  return { tab: moved };
}

/** True when something of the drawing says where it lies. */
function isTied(tab: TabView, loose: ReadonlySet<string>): boolean {
  for (const { id } of tab.boxes()) if (!loose.has(id)) return true;
  for (const { from, to, points } of tab.arrows()) {
    if (!isPinned(from) || !isPinned(to) || (points !== undefined && points.length > 0)) return true;
  }
  return false;
}

/** The net difference: what is drawn, in its order, then what is no longer there. */
function editsTo(elements: ReadonlyMap<string, Element>, tab: TabView): Edit[] {
  const edits: Edit[] = [];
  for (const [id, after] of elements) {
    const before = tab.get(id) ?? null;
    if (before === null || !jsonEqual(before, after)) edits.push({ id, before, after });
  }
  const gone = Array.from(tab.elements()).filter(({ id }) => !elements.has(id));
  for (const before of gone.toSorted((a, b) => (a.id < b.id ? -1 : 1))) edits.push({ id: before.id, before, after: null });
  return edits;
}

function operationsIn({ results }: ChangesetPlan): ReadonlyMap<string, number> {
  return new Map(
    results.flatMap(({ mark, id, operation }) => (mark === '+' && operation !== undefined ? [[id, operation]] : [])),
  );
}
