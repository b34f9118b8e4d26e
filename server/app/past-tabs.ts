/** A tab as it was at an earlier moment, in every view, and the difference between two moments (SPEC.md). */
import { diffText, diffBetween } from '#core/history/diff.ts';
import type { TabView } from '#core/tab/view.ts';
import type { TabQuery } from '#schema/calls.ts';
import type { Thread } from '#schema/comment.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import { positionOf } from '#storage/position.ts';

import { addressesFor } from './addresses.ts';
import type { AppContext } from './context.ts';
import { lastChanges } from './last-changes.ts';
import { authorizePast, positionAt } from './moments.ts';
import type { TabAnswer } from './port.ts';
import { lintAnswer, type LintAttempt, lintOf, viewOf } from './tab-views.ts';

type Moment = string | number;
type Place = { readonly documentId: string; readonly tabId: string };

/** Errors: access_denied, revision_not_found, invalid_request, those of the view. */
export async function readPastTab(
  context: AppContext,
  call: Call,
  { documentId, tabId }: Place,
  query: TabQuery & { readonly at: Moment },
): Promise<TabAnswer | Problem> {
  const denied = await authorizePast(context, call, documentId);
  if (denied !== null) return denied;
  const position = await positionAt(context, { documentId, tabId, at: query.at });
  if (isProblem(position)) return position;
  const threads = await currentThreads(context, documentId, tabId);
  if (isProblem(threads)) return threads;
  const answer = await context.rooms.past(documentId, position, async (past): Promise<TabAnswer | LintAttempt | Problem> => {
    await past.prepare(tabId);
    const tab = past.tab(tabId);
    if (tab === undefined) return problem('revision_not_found');
    if (query.view === 'lint') return lintOf(context, tab, query.elements);
    const url = addressesFor(context, call).tab(documentId, tabId);
    return viewOf(query, { tab, reading: past, threads: () => threads, url });
  });
  return isProblem(answer) || !('findings' in answer) ? answer : lintAnswer(answer);
}

/** The threads of now, also those of elements that were removed since. Errors: document_not_found. */
function currentThreads(
  { rooms }: AppContext,
  documentId: string,
  tabId: string,
): Promise<ReadonlyMap<string, Thread> | Problem> {
  return rooms.read(documentId, (reading) => {
    const onTab = reading.tab(tabId) === undefined ? [] : reading.threadsOn(tabId);
    return new Map([...reading.threadsOfRemoved(), ...onTab]);
  });
}

/**
 * The difference between two moments, for callers who may read the past; `until`: undefined for the present. Errors: revision_not_found,
 * invalid_request, tab_not_found.
 */
export async function diffMoments(
  context: AppContext,
  { documentId, tabId }: Place,
  { since, until }: { readonly since: Moment; readonly until: Moment | undefined },
): Promise<TabAnswer | Problem> {
  const before = await tabAt(context, { documentId, tabId }, since);
  if (isProblem(before)) return before;
  const after = await tabAt(context, { documentId, tabId }, until);
  if (isProblem(after)) return after;
  const last = await lastChanges(context, { documentId, tabId, since: before.rev, until: after.rev });
  const results = diffBetween(before.tab, after.tab, last);
  return { diff: { tabId, since: before.rev, rev: after.rev, results, text: diffText(results, before.rev, after.rev) } };
}

async function positionOfPresent({ storage }: AppContext, documentId: string): Promise<number | Problem> {
  const position = await positionOf(storage.db, documentId);
  return position === null ? problem('document_not_found') : position.seq;
}

type TabAt = { readonly tab: TabView; readonly rev: number };

async function tabAt(context: AppContext, { documentId, tabId }: Place, moment: Moment | undefined): Promise<TabAt | Problem> {
  const position =
    moment === undefined
      ? await positionOfPresent(context, documentId)
      : await positionAt(context, { documentId, tabId, at: moment });
  if (isProblem(position)) return position;
  return context.rooms.past(documentId, position, async (past) => {
    await past.prepare(tabId);
    const tab = past.tab(tabId);
    return tab === undefined
      ? problem(moment === undefined ? 'tab_not_found' : 'revision_not_found')
      : { tab, rev: past.rev(tabId) };
  });
}
