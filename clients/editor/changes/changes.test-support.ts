/** changes: tabs drawn by changeset lines, and the result of changes on them. */
import { isProblem } from '#schema/problem.ts';
import type { Element } from '#schema/element.ts';
import type { Edit } from '#schema/changeset.ts';
import type { TabState } from '#schema/tab.ts';

import { planned, tabWith } from '#core/ops/drawn.test-support.ts';
import { TabIndex } from '#core/tab/tab-index.ts';

import { type Change, planChange } from './change.ts';

/** A tab drawn by these lines. */
export const drawnTab = (lines: string, settings: Partial<TabState> = {}): TabIndex => {
  const { edits } = planned(tabWith([], settings), lines);
  return tabWith(
    edits.flatMap(({ after }) => (after === null ? [] : [after])),
    settings,
  );
};

/** The tab after the change. Throws its refusal. */
export function after(tab: TabIndex, change: Change): TabIndex {
  const edits = editsOf(tab, change);
  const elements = new Map(Array.from(tab.elements(), (element) => [element.id, element] as const));
  for (const edit of edits)
    if (edit.after === null) elements.delete(edit.id);
    else elements.set(edit.id, edit.after);
  return TabIndex.of({ ...tab.settings, elements, skipped: [] });
}

export function editsOf(tab: TabIndex, change: Change): readonly Edit[] {
  const edits = planChange(tab, change);
  if (isProblem(edits)) throw new Error(`${edits.code}: ${edits.detail}`);
  return edits;
}

/** The element with this slug. */
export function at(tab: TabIndex, slug: string): Element & { x: number; y: number; width: number; height: number } {
  const element = tab.get(tab.idsOfSlug(slug)[0] ?? '');
  if (element === undefined) throw new Error(`no ${slug}`);
  return element as Element & { x: number; y: number; width: number; height: number };
}

export const idOf = (tab: TabIndex, slug: string): string => at(tab, slug).id;
