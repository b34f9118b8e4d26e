/**
 * accept: applies the edits of a proposal, or some of them, to the current tab (SPEC.md). It is the revert of the inverse edits, so what
 * has changed since the proposal was planned is kept.
 */
import type { Edit, TabSettingsChange } from '#schema/changeset.ts';
import { type Arrow, isArrow, isBox, isContainer, isPinned } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, type Problem } from '#schema/problem.ts';

import { countsOf } from '../changeset/describe.ts';
import { deepMembersOf, parentOf } from '../tab/membership.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabView } from '../tab/view.ts';
import { type Revert, revertEdits } from './revert.ts';

export type ProposedEdits = {
  readonly edits: readonly Edit[];
  readonly change: TabSettingsChange;
  /** They are all of a proposal: applied as they were planned if what they change is as it was then. */
  readonly isWhole: boolean;
};

/** Refuses with element_locked, too_large. The tab passed in is not changed. */
export function acceptEdits(tab: TabView, proposed: ProposedEdits): Revert | Problem {
  const { edits, change, isWhole } = proposed;
  const rebased = revertEdits(tab, edits.map(inverse), inverseChange(change));
  if (isProblem(rebased) || !isWhole || !areUndisturbed(tab, proposed)) return rebased;
  const isChanged = change.mode !== undefined || change.pages !== undefined;
  return {
    ...rebased,
    edits: [...edits],
    counts: countsOf(edits),
    tab: proposedTab(tab, edits),
    change: isChanged ? change : undefined,
    reverted: [...new Set([...edits.map(({ id }) => id), ...rebased.reverted])],
    kept: [],
  };
}

const areUndisturbed = (tab: TabView, { edits, change: { mode, pages } }: ProposedEdits): boolean =>
  edits.every(({ id, before }) => jsonEqual(tab.get(id) ?? null, before)) &&
  (mode === undefined || tab.settings.mode === mode.before) &&
  (pages === undefined || jsonEqual(tab.settings.pages, pages.before));

const inverse = ({ id, before, after }: Edit): Edit => ({ id, before: after, after: before });

const inverseChange = ({ mode, pages }: TabSettingsChange): TabSettingsChange => ({
  ...(mode !== undefined && { mode: { before: mode.after, after: mode.before } }),
  ...(pages !== undefined && { pages: { before: pages.after, after: pages.before } }),
});

/**
 * The wanted edits with those that they depend on: the new boxes at the ends of arrows, new frames around new boxes, the arrows of removed
 * boxes, the members of moved frames, and all of an arranged frame.
 */
export function withDependencies(tab: TabView, edits: readonly Edit[], wanted: ReadonlySet<string>): Set<string> {
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  const after = proposedTab(tab, edits);
  const taken = new Set([...wanted].filter((id) => byId.has(id)));
  const open = [...taken];
  const take = (id: string): void => {
    if (!byId.has(id) || taken.has(id)) return;
    taken.add(id);
    open.push(id);
  };
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const edit = byId.get(id);
    if (edit !== undefined) for (const other of neededBy(edit, { tab, after, byId })) take(other);
  }
  return taken;
}

type Proposed = { readonly tab: TabView; readonly after: TabView; readonly byId: ReadonlyMap<string, Edit> };

function* neededBy({ id, before, after: element }: Edit, { tab, after, byId }: Proposed): Generator<string> {
  if (element === null) {
    // Its arrows are removed or freed with it.
    for (const [other, edit] of byId) if (edit.before !== null && isArrow(edit.before) && isAt(edit.before, id)) yield other;
  } else if (isArrow(element)) {
    for (const end of [element.from, element.to]) if (isPinned(end) && byId.get(end.element)?.before === null) yield end.element;
  } else {
    const parent = parentOf(element, after);
    if (parent !== null && byId.get(parent.id)?.before === null) yield parent.id;
    if (parent !== null && 'arrange' in parent && parent.arrange !== undefined) {
      yield parent.id;
      for (const member of deepMembersOf(parent, after)) yield member.id;
    }
    if (isContainer(element) && before !== null && !isArrow(before)) {
      const moved = before.x !== element.x || before.y !== element.y;
      const now = tab.get(id);
      if (moved && now !== undefined && isBox(now) && isContainer(now))
        for (const member of deepMembersOf(now, tab)) yield member.id;
    }
  }
}

const isAt = ({ from, to }: Arrow, id: string): boolean => [from, to].some((end) => isPinned(end) && end.element === id);

/** The tab with all edits, whatever it has become since. */
function proposedTab(tab: TabView, edits: readonly Edit[]): TabView {
  const draft = new TabDraft(tab);
  for (const { id, after } of edits) {
    if (after === null) draft.remove(id);
    else draft.put(after);
  }
  return draft;
}
