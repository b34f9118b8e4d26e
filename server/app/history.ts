/**
 * history: taking changesets back, and which changesets and editors an element was changed by.
 *
 * Y1  An element's history holds each changeset of the last 30 days that touched it, with what it did to the element, newest
 *     first, and on the first page the last change of a person in an editor when nothing came after it: what editors did
 *     before that is not kept.
 * Y2  An element that is gone has a history too, by its full id.
 * Y3  Records are searched a few hundred at a time, so that a long history holds nobody up.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { findOne } from '#core/selectors/one.ts';
import { Work } from '#core/changeset/work.ts';
import type { ElementHistoryQuery } from '#schema/calls.ts';
import type { ElementChange, ElementHistory } from '#schema/history.ts';
import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { type ChangesetDetail, changesetPosition, changesetsNaming } from '#storage/changesets.ts';
import { touchesSince } from '#storage/touches.ts';

import { keptSince } from './changesets.ts';
import type { AppContext } from './context.ts';
import type { HoldersOf } from './held.ts';
import { createRevert, type RevertChangeset } from './reverts.ts';

export type History = {
  readonly revert: RevertChangeset;
  /** `element`: a full id, a ref or a unique prefix. Errors: tab_not_found, element_not_found, target_ambiguous. */
  ofElement(
    call: Call,
    documentId: string,
    tabId: string,
    element: string,
    query: ElementHistoryQuery,
  ): Promise<ElementHistory | Problem>;
};

const recordsPerLook = 200;

export function createHistory(context: AppContext, holdersOf: HoldersOf): History {
  const { storage, rooms, now } = context;
  return {
    revert: createRevert(context, holdersOf),

    async ofElement({ actor }, documentId, tabId, element, query) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const named = await rooms.read(documentId, (reading) => {
        const tab = reading.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const found = findOne({ kind: 'ref', text: element }, { tab, selected: null, work: new Work() });
        if (!isProblem(found)) return { id: found.id, isThere: true };
        if (found.code === 'target_ambiguous') return found;
        return isElementId(element) ? { id: element, isThere: false } : problem('element_not_found');
      });
      if (isProblem(named)) return named;
      const history = await historyOf(documentId, tabId, named.id, query);
      const isNothing = !named.isThere && history.changes.length === 0 && query.before === undefined;
      return isNothing ? problem('element_not_found') : history;
    },
  };

  async function historyOf(
    documentId: string,
    tabId: string,
    elementId: string,
    { before, limit = limits.changesetListDefault }: ElementHistoryQuery,
  ): Promise<ElementHistory> {
    const since = keptSince(now());
    const changes: ElementChange[] = [];
    if (before === undefined) {
      // [Y1] Of the element's touches only the last one is kept: a changeset's is told by its record.
      const [last] = await touchesSince(storage.db, documentId, tabId, -1, [elementId]);
      if (last !== undefined && last.changesetId === null && last.at >= since) {
        const author = { name: last.name, color: last.color };
        changes.push({ rev: last.rev, at: last.at, author, changeset: null, agent: false, revertOf: null, results: [] });
      }
    }
    const from = before === undefined ? Number.MAX_SAFE_INTEGER : await changesetPosition(storage.db, documentId, before);
    const records: ChangesetDetail[] = [];
    for (let position = from; position !== null && records.length <= limit;) {
      const asked = { documentId, tabId, elementId, since, before: position, look: recordsPerLook };
      const { found, last } = await changesetsNaming(storage.db, asked);
      records.push(...found);
      position = last;
      if (position !== null) await turnOfTheLoop();
    }
    const page = records.slice(0, limit);
    return {
      element: elementId,
      changes: [...changes, ...page.map((record) => changeOf(record, elementId))],
      next: records.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }
}

function changeOf(record: ChangesetDetail, elementId: string): ElementChange {
  const { id, rev, createdAt, author, agent, summary, revertOf, results } = record;
  return {
    rev,
    at: createdAt,
    author: { ...author },
    changeset: id,
    agent,
    ...(summary !== null && { summary }),
    revertOf,
    results: results.filter((result) => result.id === elementId),
  };
}
