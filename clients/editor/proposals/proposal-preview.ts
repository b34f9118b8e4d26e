/** proposal-preview: what the canvas shows of a proposal: the elements as proposed, and a mark for each open part. */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import type { ProposalDetail, ProposalPart } from '#schema/proposal.ts';
import type { Rect } from '#schema/tab.ts';

import { TabDraft } from '#core/tab/tab-draft.ts';
import type { TabView } from '#core/tab/view.ts';

import { reachOnTab } from '../people/reach-on-tab.ts';

/** Elements that the proposal removes stay in sight, but pale. */
const paleness = 0.3;

export type ProposalMark = {
  readonly id: string;
  readonly change: ProposalPart['change'];
  readonly rect: Rect;
  /** Where a moved element is now. */
  readonly from: Rect | null;
  readonly isArrow: boolean;
};

export type ProposalPreview = { readonly elements: ReadonlyMap<string, Element>; readonly marks: readonly ProposalMark[] };

export function proposalPreview({ proposal, edits }: Pick<ProposalDetail, 'proposal' | 'edits'>, tab: TabView): ProposalPreview {
  const open = new Map(proposal.parts.filter(({ state }) => state === 'open').map((part) => [part.id, part]));
  const after = new TabDraft(tab);
  const elements = new Map<string, Element>();
  // The server answers the elements that it planned.
  for (const { id, after: proposed } of edits as readonly Edit[]) {
    if (!open.has(id)) continue;
    const now = tab.get(id);
    if (proposed !== null) {
      after.put(proposed);
      elements.set(id, proposed);
    } else if (now !== undefined) elements.set(id, { ...now, opacity: (now.opacity ?? 1) * paleness });
  }
  const marks = [...open.values()].flatMap(({ id, change }): ProposalMark[] => {
    const rect = reachOnTab(id, after);
    if (rect === null) return [];
    const element = after.get(id);
    const line = element !== undefined && isArrow(element);
    return [{ id, change, rect, from: change === 'moved' && !line ? reachOnTab(id, tab) : null, isArrow: line }];
  });
  return { elements, marks };
}
