/**
 * replace: replaces the content of a tab, as one changeset with the net difference.
 *
 * Operations do not see the former elements. An element whose slug existed keeps its id, and with it comments and votes, but a
 * box never takes the id of an arrow. Boxes without a placement are laid out as a flow downwards, together with the frames
 * around them; a single one stays. If nothing has a placement, the drawing begins at the origin. Elements keep their stacking
 * keys where their order is unchanged, so replacing a tab with itself changes nothing. A locked tab, and a locked element that
 * would change, are refused. All changed and removed elements are targets, so a concurrent edit of one is a conflict.
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

/** The plan that replaces the tab's elements with the result of the operations, or the first refusal. */
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
  return {
    edits,
    results: [...results, ...warnings],
    counts: countsOf(edits),
    targets,
    unplaced: [],
    imports: drawn.imports,
    tab: after,
  };
}

/** The drawn tab with all boxes that have no placement laid out. */
function layOutUnplaced(drawn: ChangesetPlan, context: PlanContext): Pick<ChangesetPlan, 'tab'> | PlanRefusal {
  const { tab } = drawn;
  const unplaced = new Set(drawn.unplaced.filter((id) => tab.get(id)?.locked !== true && tab.get(id) !== undefined));
  const frames = [...unplaced].flatMap((id) => {
    const frame = tab.get(id);
    return frame !== undefined && isContainer(frame) ? [{ id, members: deepMembersOf(frame, tab) }] : [];
  });
  // A frame that contains a placed box stays, and so does one around it.
  for (const { id, members } of frames) if (members.some((member) => !unplaced.has(member.id))) unplaced.delete(id);
  for (const { id, members } of frames)
    if (members.some((member) => isContainer(member) && !unplaced.has(member.id))) unplaced.delete(id);
  if (unplaced.size < 2) return drawn;
  const target = Array.from(unplaced, (id) => tab.refOf(id)).join(' ');
  const laidOut = planChangeset(tab, [{ index: 0, operation: { op: 'layout', target } }], context);
  if ('errors' in laidOut || hasPlacement(tab, unplaced)) return laidOut;
  const { x, y } = laidOut.tab.bounds() ?? { x: 0, y: 0 };
  const moved = new TabDraft(laidOut.tab);
  for (const box of laidOut.tab.boxes()) moved.put({ ...box, x: box.x - x, y: box.y - y });
  return { tab: moved };
}

/** True if some element of the drawing has an explicit position. */
function hasPlacement(tab: TabView, unplaced: ReadonlySet<string>): boolean {
  for (const { id } of tab.boxes()) if (!unplaced.has(id)) return true;
  for (const { from, to, points } of tab.arrows()) {
    if (!isPinned(from) || !isPinned(to) || (points !== undefined && points.length > 0)) return true;
  }
  return false;
}

/** The net edits: drawn elements in their order, then removed ones. */
function editsTo(elements: ReadonlyMap<string, Element>, tab: TabView): Edit[] {
  const edits: Edit[] = [];
  for (const [id, after] of elements) {
    const before = tab.get(id) ?? null;
    if (before === null || !jsonEqual(before, after)) edits.push({ id, before, after });
  }
  const removedElements = Array.from(tab.elements()).filter(({ id }) => !elements.has(id));
  for (const before of removedElements.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    edits.push({ id: before.id, before, after: null });
  return edits;
}

function operationsIn({ results }: ChangesetPlan): ReadonlyMap<string, number> {
  return new Map(
    results.flatMap(({ mark, id, operation }) => (mark === '+' && operation !== undefined ? [[id, operation]] : [])),
  );
}
