/** Reverts a changeset, as a changeset of its own (SPEC.md). */
import { answerText } from '#core/changeset/answer-text.ts';
import { type Revert, revertEdits } from '#core/history/revert.ts';
import type { TabView } from '#core/tab/view.ts';
import type { OperationError } from '#schema/changeset.ts';
import type { RevertAnswer } from '#schema/history.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { refuseOtherTab } from '#server/access/authorize.ts';
import { membersOnly } from '#server/access/guest-rights.ts';
import type { Call } from '#server/call.ts';
import { changesetById } from '#storage/changesets.ts';
import { tabRev } from '#storage/tabs.ts';

import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { applyAndRecord, recordedChangeset } from './record-changeset.ts';
import { proposeElements, type Proposing } from './propose.ts';
import { refusal } from './refused-changeset.ts';

/** Errors: changeset_not_found, tab_not_found, element_locked, elements_held, too_large. Needs access to the tab as a changeset does. */
export type RevertChangeset = (
  call: Call,
  documentId: string,
  changesetId: string,
  options?: Proposing,
) => Promise<Reverted | Problem>;

type Reverted = RevertAnswer | ProposalAnswer;
type Reverting = { readonly changesetId: string; readonly proposes: boolean };

export function createRevert(context: AppContext, holdersOf: HoldersOf): RevertChangeset {
  const { now } = context;
  return (call, documentId, changesetId, { proposes = false } = {}) => {
    const write = { action: 'changeset.revert', access: { level: 'editor', proposes }, ...recordedChangeset } as const;
    return documentWrite<Reverted>(context, call, documentId, write, (scope) => revertIn(scope, { changesetId, proposes }));
  };

  async function revertIn(scope: WriteScope, { changesetId, proposes }: Reverting): Promise<Reverted | Problem> {
    const { room, call, documentId, access } = scope;
    const { actor } = call;
    const stored = await changesetById(room.tx, documentId, changesetId, keptSince(now()));
    if (stored === null) return problem('changeset_not_found');
    // What others did is the past [AC36].
    if (actor.kind === 'guest' && stored.userId !== actor.guestId) return membersOnly();
    const { tabId } = stored;
    const denied = refuseOtherTab(access, tabId, 'editor');
    if (denied !== null) return denied;
    const tab = room.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const { rev } = await tabRev(room.tx, documentId, tabId);
    const revert = revertEdits(tab, stored.edits, stored.tabChange ?? {});
    if (isProblem(revert)) return refusal([errorOf(revert)], rev);
    const held = proposes ? null : heldBy(await holdersOf(documentId, tabId), actor, revert.edits, tab);
    if (held !== null) return refusal([held], rev);
    const { edits, results, counts, change } = revert;
    const linted = room.lintChange(tabId, revert);
    const { lint: findings } = linted;
    const planned = {
      plan: { edits, counts, targets: [] },
      results,
      ...linted,
      ...(change !== undefined && { tabChange: change }),
    };
    if (proposes)
      return proposeElements(context, scope, {
        call: 'revertChangeset',
        tabId,
        rev,
        planned,
        summary: `revert of ${changesetId}`,
      });
    // Refs are read before the edits are applied, which change the tab of the room.
    const kept = keptOf(revert, tab);
    if (edits.length === 0 && change === undefined) {
      const text = answerText({ results, rev: null, dryRun: false, verdict: findings.verdict, documentId });
      return { changeset: null, reverted: 0, kept, results, lint: findings, text };
    }
    const answer = await applyAndRecord(context, room, call, {
      documentId,
      tabId,
      previousRev: rev,
      planned,
      body: {},
      revertOf: changesetId,
    });
    return { changeset: answer.changeset, reverted: revert.reverted.length, kept, results, lint: findings, text: answer.text };
  }
}

export const keptOf = ({ kept }: Revert, tab: TabView): RevertAnswer['kept'] =>
  kept.map(({ id, reason }) => ({ id, ref: tab.refOf(id), reason }));

export function errorOf({ code, detail, hint, members }: Problem): OperationError {
  const { elements, limit } = members;
  return {
    code,
    message: detail,
    hint,
    ...(Array.isArray(elements) && { elements }),
    ...(typeof limit === 'number' && { limit }),
  };
}
