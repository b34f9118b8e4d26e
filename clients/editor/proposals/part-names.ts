/** part-names: what people call the parts of a proposal: by its label, or for an arrow by the boxes at its ends. */
import type { Edit } from '#schema/changeset.ts';
import { type ArrowEnd, type Element, isArrow, isPinned } from '#schema/element.ts';
import type { ProposalDetail } from '#schema/proposal.ts';

import { kindOf } from '#core/notation/naming.ts';
import type { TabView } from '#core/tab/view.ts';

import { proposalTexts as texts } from '../strings/proposals.ts';

export function partNames({ proposal, results, edits }: ProposalDetail, tab: TabView): ReadonlyMap<string, string> {
  // The server answers the elements that it planned.
  const proposed = new Map((edits as readonly Edit[]).map(({ id, before, after }) => [id, after ?? before]));
  const shown = new Map(results.map((result) => [result.id, result]));
  const find = (id: string): Element | null => proposed.get(id) ?? tab.get(id) ?? null;
  const endName = (end: ArrowEnd): string | null => (isPinned(end) ? nameOf(find(end.element)) : null);
  const nameOf = (element: Element | null): string | null => {
    if (element === null) return null;
    const label = (element.label ?? '').replaceAll(/\s+/g, ' ').trim();
    if (label !== '') return label;
    if (!isArrow(element)) return kindOf(element);
    const [from, to] = [endName(element.from), endName(element.to)];
    return from === null || to === null ? kindOf(element) : texts.arrow(from, to);
  };
  const named = proposal.parts.map(({ id }) => {
    const { label, kind } = shown.get(id) ?? {};
    return [id, nameOf(proposed.get(id) ?? null) ?? label ?? kind ?? texts.page] as const;
  });
  return new Map(named);
}
