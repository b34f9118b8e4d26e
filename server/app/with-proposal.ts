/** A tab with what is open of a proposal, for pictures. */
import { acceptEdits } from '#core/history/accept.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';
import type { StoredProposal } from '#storage/proposals.ts';

import { openEdits } from './accept-elements.ts';
import type { ProposalContent } from './proposal-content.ts';

/** Errors: element_locked, too_large. */
export function withProposal(
  tab: TabView,
  stored: StoredProposal,
): { readonly view: TabView; readonly captured: CapturedTab } | Problem {
  const content = stored.content as ProposalContent;
  if (content.kind !== 'elements') return { view: tab, captured: captureTab(tab) };
  const accepted = acceptEdits(tab, openEdits(tab, stored, content, null));
  if (isProblem(accepted)) return accepted;
  const { mode, pages } = accepted.change ?? {};
  const captured = captureTab(accepted.tab);
  if (mode === undefined && pages === undefined) return { view: accepted.tab, captured };
  const settings = {
    ...tab.settings,
    ...(mode !== undefined && { mode: mode.after }),
    ...(pages !== undefined && { pages: pages.after }),
  };
  const elements = new Map(captured.elements.map((element) => [element.id, element]));
  return { view: TabIndex.of({ ...settings, elements, skipped: [] }), captured: { ...captured, settings } };
}
