/** Returns a tab, or some of its elements, to an earlier moment, as a changeset of its own (SPEC.md). */
import { answerText } from '#core/changeset/answer-text.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import { restoreTab } from '#core/history/restore.ts';
import type { TabView } from '#core/tab/view.ts';
import type { TabRestore } from '#schema/calls.ts';
import type { RestoreAnswer } from '#schema/history.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import type { Call } from '#server/call.ts';
import { tabRev } from '#storage/tabs.ts';

import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { authorizePast, positionAt } from './moments.ts';
import { elementIdsIn } from './named-elements.ts';
import { applyAndRecord, recordedChangeset } from './record-changeset.ts';
import { proposeElements, type Proposing } from './propose.ts';
import { refusal } from './refused-changeset.ts';
import { errorOf, keptOf } from './reverts.ts';

/** Errors: tab_not_found, revision_not_found, target_not_found, target_ambiguous, element_locked, elements_held, too_large. */
export type RestoreTab = (
  call: Call,
  documentId: string,
  tabId: string,
  body: TabRestore,
  options: Proposing & { readonly dryRun: boolean },
) => Promise<Restored | Problem>;

type Restored = RestoreAnswer | ProposalAnswer;

export function createRestore(context: AppContext, holdersOf: HoldersOf): RestoreTab {
  return async (call, documentId, tabId, body, { proposes = false, dryRun }) => {
    const denied = await authorizePast(context, call, documentId);
    if (denied !== null) return denied;
    const position = await positionAt(context, { documentId, tabId, at: body.at });
    if (isProblem(position)) return position;
    const past = await context.rooms.past(documentId, position, async (reading) => {
      await reading.prepare(tabId);
      return reading.tab(tabId) ?? problem('revision_not_found');
    });
    if (isProblem(past)) return past;
    const access = { level: 'editor', tab: tabId, proposes } as const;
    return documentWrite<Restored>(context, call, documentId, { action: 'tab.restore', access, ...recordedChangeset }, (scope) =>
      restoreIn(scope, { tabId, past, body, proposes, dryRun }),
    );
  };

  async function restoreIn(scope: WriteScope, { tabId, past, body, dryRun, proposes }: Restoring): Promise<Restored | Problem> {
    const { room, call, documentId } = scope;
    const tab = room.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const elements = body.elements === undefined ? null : idsOf(body.elements, [past, tab]);
    if (isProblem(elements)) return elements;
    const { rev } = await tabRev(room.tx, documentId, tabId);
    const restored = restoreTab(tab, past, elements);
    if (isProblem(restored)) return refusal([errorOf(restored)], rev);
    const { edits, results, counts, change } = restored;
    const held = proposes ? null : heldBy(await holdersOf(documentId, tabId), call.actor, edits, tab);
    if (held !== null) return refusal([held], rev);
    const linted = room.lintChange(tabId, restored);
    // Refs are read before the edits are applied, which change the tab of the room.
    const kept = keptOf(restored, tab);
    const isUnchanged = edits.length === 0 && change === undefined;
    const planned = {
      plan: { edits, counts, targets: [] },
      results,
      ...linted,
      ...(change !== undefined && { tabChange: change }),
    };
    const summary = body.summary ?? `restore to ${body.at}`;
    if (proposes && !dryRun) return proposeElements(context, scope, { call: 'restoreTab', tabId, rev, planned, summary });
    if (isUnchanged || dryRun) {
      const text = answerText({
        results,
        rev: isUnchanged ? null : { from: rev, to: rev + 1 },
        dryRun,
        notes: lintChangeLines(planned),
        verdict: linted.lint.verdict,
        documentId,
      });
      return { changeset: null, dryRun, results: [...results], lint: linted.lint, text, kept };
    }
    const target = { documentId, tabId, previousRev: rev, planned, body: { summary } };
    return { ...(await applyAndRecord(context, room, call, target)), kept };
  }
}

type Restoring = {
  readonly tabId: string;
  readonly past: TabView;
  readonly body: TabRestore;
  readonly dryRun: boolean;
  readonly proposes: boolean;
};

/** The full ids of elements, each named as on the first of the tabs that has it. */
function idsOf(names: readonly string[], tabs: readonly [TabView, TabView]): Set<string> | Problem {
  const ids = new Set<string>();
  for (const name of names) {
    const [then, now] = tabs.map((tab) => elementIdsIn(name, tab)) as [string[] | Problem, string[] | Problem];
    const found = isProblem(then) ? now : then;
    if (isProblem(found)) return found;
    for (const id of found) ids.add(id);
  }
  return ids;
}
