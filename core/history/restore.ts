/** restore: returns a tab, or some of its elements, to an earlier state (SPEC.md). It is the revert of everything that changed since. */
import type { Edit, TabSettingsChange } from '#schema/changeset.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { type Problem, problem } from '#schema/problem.ts';

import type { TabView } from '../tab/view.ts';
import { type Revert, revertEdits } from './revert.ts';

/** `elements`: full ids of the only elements to restore; null: all elements and pages. Refuses with element_locked, too_large. */
export function restoreTab(tab: TabView, past: TabView, elements: ReadonlySet<string> | null): Revert | Problem {
  const edits = changedSince(tab, past, elements);
  const locked = edits.filter(({ after }) => after?.locked === true).map(({ id }) => tab.refOf(id));
  if (locked.length > 0) {
    const detail = locked.length === 1 ? `${locked[0]} is locked.` : `${locked.length} of the elements are locked.`;
    return problem('element_locked', { detail, elements: locked });
  }
  return revertEdits(tab, edits, elements === null ? settingsChangedSince(tab, past) : {});
}

/** What changed, as edits of a single changeset. */
function changedSince(tab: TabView, past: TabView, elements: ReadonlySet<string> | null): Edit[] {
  const ids = elements ?? new Set([...tab.elements(), ...past.elements()].map(({ id }) => id));
  const edits: Edit[] = [];
  for (const id of [...ids].toSorted()) {
    const [before, after] = [past.get(id) ?? null, tab.get(id) ?? null];
    if (before !== after && (before === null || after === null || !jsonEqual(before, after))) edits.push({ id, before, after });
  }
  return edits;
}

function settingsChangedSince({ settings: now }: TabView, { settings: then }: TabView): TabSettingsChange {
  return {
    ...(then.mode !== now.mode && { mode: { before: then.mode, after: now.mode } }),
    ...(!jsonEqual(then.pages, now.pages) && { pages: { before: then.pages, after: now.pages } }),
  };
}
