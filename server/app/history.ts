/** Reverts, and the history of an element: the changesets and editors that changed it (SPEC.md). */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe } from '#core/changeset/describe.ts';
import { wasOf } from '#core/history/past.ts';
import { findOne } from '#core/selectors/one.ts';
import { Work } from '#core/planning/work.ts';
import { TabDraft } from '#core/tab/tab-draft.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Result } from '#schema/changeset.ts';
import type { ElementHistoryQuery } from '#schema/calls.ts';
import type { Element } from '#schema/element.ts';
import type { ElementChange, ElementHistory } from '#schema/history.ts';
import { isElementId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import { type ChangesetOfElement, changesOfElement } from '#storage/tab-changes.ts';

import { createActivity, type ListActivity } from './activities.ts';
import { Blame } from './blame.ts';
import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import type { HoldersOf } from './held.ts';
import { authorizePast } from './moments.ts';
import { createRestore, type RestoreTab } from './restores.ts';
import { createRevert, type RevertChangeset } from './reverts.ts';

export type HistoryApi = {
  readonly revert: RevertChangeset;
  readonly restore: RestoreTab;
  readonly activity: ListActivity;
  /** `element`: a full id, a ref or a unique prefix. Errors: tab_not_found, element_not_found, target_ambiguous. */
  ofElement(
    call: Call,
    documentId: string,
    tabId: string,
    element: string,
    query: ElementHistoryQuery,
  ): Promise<ElementHistory | Problem>;
};

const changesPerRead = 200;

export function createHistory(context: AppContext, holdersOf: HoldersOf): HistoryApi {
  const { storage, rooms, now } = context;
  return {
    revert: createRevert(context, holdersOf),
    restore: createRestore(context, holdersOf),
    activity: createActivity(context),

    async ofElement(call, documentId, tabId, element, query) {
      const denied = await authorizePast(context, call, documentId);
      if (denied !== null) return denied;
      const current = await rooms.read(documentId, (reading) => {
        const tab = reading.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const found = findOne({ kind: 'ref', text: element }, { tab, selected: null, work: new Work() });
        if (isProblem(found) && (found.code === 'target_ambiguous' || !isElementId(element)))
          return found.code === 'target_ambiguous' ? found : problem('element_not_found');
        const now = isProblem(found) ? null : found;
        return { id: now?.id ?? element, now, rev: reading.rev(tabId), tab };
      });
      if (isProblem(current)) return current;
      const history = await historyOf(documentId, tabId, current, query);
      const isUnknown = current.now === null && history.changes.length === 0 && query.before === undefined;
      return isUnknown ? problem('element_not_found') : history;
    },
  };

  /** Goes back from the newest change: the state before a change is the state after the previous one. */
  async function historyOf(
    documentId: string,
    tabId: string,
    { id, now: present, rev, tab }: ElementAtRev,
    { before = Number.MAX_SAFE_INTEGER, limit = limits.changesetListDefault }: ElementHistoryQuery,
  ): Promise<ElementHistory> {
    const since = keptSince(now());
    const changes: ElementChange[] = [];
    const blame = before === Number.MAX_SAFE_INTEGER && present !== null ? new Blame(present) : null;
    let after: Element | null | undefined = present;
    for (let position: number | null = rev + 1; position !== null && (changes.length <= limit || blame?.isOpen === true);) {
      const search = { documentId, tabId, elementId: id, since, before: position, look: changesPerRead };
      const { found, last } = await changesOfElement(storage.db, search);
      for (const change of found) {
        const isShown = change.rev < before;
        if ('edits' in change) {
          const edit = change.edits.find((one) => one.id === id);
          if (edit === undefined) continue;
          const { id: changeset, author, agent } = change.changeset;
          blame?.note(edit.before, after, { rev: change.rev, at: change.at, author, changeset, agent });
          after = edit.before;
          if (isShown) changes.push(byChangeset(change, change.changeset, id));
          continue;
        }
        for (const { by, elements } of change.editors) {
          const edited = elements.find((one) => one.id === id);
          if (edited === undefined) continue;
          const was: Element | null | undefined = after === undefined ? undefined : wasOf(edited, after);
          blame?.note(was, after, { rev: change.rev, at: change.at, author: by, changeset: null, agent: false });
          const results = was === undefined || after === undefined ? [] : resultsOf(tab, { id, before: was, after });
          if (isShown) changes.push({ ...byEditor, rev: change.rev, at: change.at, author: by, results });
          after = was;
        }
      }
      position = last;
      if (position !== null) await nextTurn();
    }
    const page = changes.slice(0, limit);
    const fields = blame === null ? {} : { fields: blame.fields };
    return { element: id, changes: page, ...fields, next: changes.length > limit ? (page.at(-1)?.rev ?? null) : null };
  }
}

/** `now`: the element at revision `rev` of the tab, or null if it is deleted. */
type ElementAtRev = { readonly id: string; readonly now: Element | null; readonly rev: number; readonly tab: TabView };

const byEditor = { changeset: null, agent: false, revertOf: null };

function byChangeset(
  { rev, at }: { readonly rev: number; readonly at: number },
  { id: changeset, author, agent, summary, revertOf, results }: ChangesetOfElement,
  elementId: string,
): ElementChange {
  const own = results.filter((result) => result.id === elementId);
  return { rev, at, author, changeset, agent, ...(summary !== null && { summary }), revertOf, results: own };
}

/** The lines of one edit, with all other elements as they are now. */
function resultsOf(tab: TabView, edit: { id: string; before: Element | null; after: Element | null }): Result[] {
  if (edit.before === null && edit.after === null) return [];
  const [past, present] = [edit.before, edit.after].map((element) => {
    const draft = new TabDraft(tab);
    if (element !== null) draft.put(element);
    else if (tab.get(edit.id) !== undefined) draft.remove(edit.id);
    return draft;
  }) as [TabDraft, TabDraft];
  return describe(past, present, [edit], { named: new Set([edit.id]) }).slice(0, 1);
}
