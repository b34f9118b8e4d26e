/** Writes what is accepted of a proposal to the current document, whatever it is for (SPEC.md). */
import { problem, type Problem } from '#schema/problem.ts';
import type { StoredProposal } from '#storage/proposals.ts';

import { acceptElements, type Acceptance } from './accept-elements.ts';
import { acceptCards, acceptNewSheet, acceptRemovedSheet, acceptSheet } from './accept-things.ts';
import type { AppContext } from './context.ts';
import type { WriteScope } from './document-write.ts';
import type { ProposalContent } from './proposal-content.ts';

/** `wanted`: ids of parts; null: everything that is open. Errors: those of the parts. */
export async function acceptContent(
  context: AppContext,
  scope: WriteScope,
  stored: StoredProposal,
  wanted: ReadonlySet<string> | null,
): Promise<Acceptance | Problem> {
  // Stored by propose.ts.
  const content = stored.content as ProposalContent;
  switch (content.kind) {
    case 'elements': {
      const { tabId } = stored;
      return tabId === null ? problem('tab_not_found') : acceptElements(context, scope, { ...stored, tabId }, content, wanted);
    }
    case 'cards':
      return acceptCards(context, scope, stored, content, wanted);
    case 'sheet':
      return acceptSheet(context, scope, stored, content);
    case 'new sheet':
      return acceptNewSheet(scope, stored, content);
    case 'removed sheet':
      return acceptRemovedSheet(context, scope, stored, content);
  }
}
