/** Lint of a part of a drawing: the findings that concern some elements, what is in them, or an arrow at them [LT34]. */
import type { Lint } from '#schema/changeset.ts';
import { isArrow, isContainer } from '#schema/element.ts';

import { deepMembersOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';

/** The refs of the elements, of all boxes in them, and of the arrows attached to any of these. */
export function refsOfPart(ids: readonly string[], tab: TabView): ReadonlySet<string> {
  const part = new Set(ids);
  for (const id of ids) {
    const element = tab.get(id);
    if (element === undefined || isArrow(element) || !isContainer(element)) continue;
    for (const member of deepMembersOf(element, tab)) part.add(member.id);
  }
  const arrows = Array.from(part, (id) => [...tab.arrowsAt(id)]).flat();
  return new Set([...part, ...arrows.map(({ id }) => id)].map((id) => tab.refOf(id)));
}

/** The lint with only the findings that name one of these refs. Its counts stay those of the whole tab. */
export function lintOfPart(lint: Lint, refs: ReadonlySet<string>): Lint {
  return { ...lint, findings: lint.findings.filter(({ elements }) => elements.some((ref) => refs.has(ref))) };
}
