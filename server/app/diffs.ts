/**
 * The difference between a tab and an earlier revision, from changesets, editors' batches and touches (SPEC.md).
 *
 * Changes are readCount in batches, and only the first state of each element is kept, so memory is that of one tab.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Changes, diffSince, diffText } from '#core/history/diff.ts';
import { Pasts } from '#core/history/past.ts';
import type { TabView } from '#core/tab/view.ts';
import type { ChangedBy, TabDiff } from '#schema/history.ts';
import { isElementId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Db } from '#storage/storage.ts';
import { changesAfter } from '#storage/tab-changes.ts';
import { tabRev } from '#storage/tabs.ts';
import { touchesSince } from '#storage/touches.ts';

import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';

/** A tab that is written between reading its changes and the tab itself is readCount again, at most this often. */
const maxTries = 20;
const changesPerRead = 50;

/** The difference between the tab at `since` and now. Errors: tab_not_found, revision_not_found, room_unavailable. */
export function tabDiff(context: AppContext, documentId: string, tabId: string, since: number): Promise<TabDiff | Problem> {
  return withChanges(context, { documentId, tabId, since }, (tab, changes, rev) => {
    const results = diffSince(tab, changes);
    return { tabId, since, rev, results, text: diffText(results, since, rev) };
  });
}

type TabSince = { readonly documentId: string; readonly tabId: string; readonly since: number };

/** Calls `use` with a tab, its changes after a revision, and its current revision. Errors: as above. */
export async function withChanges<T>(
  { storage, rooms, now }: AppContext,
  { documentId, tabId, since }: TabSince,
  use: (tab: TabView, changes: Changes, rev: number) => T,
): Promise<T | Problem> {
  const progress: DiffProgress = { documentId, tabId, since, upTo: since, pasts: new Pasts(), lastByEditor: new Map() };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { rev, oldestRev } = await tabRev(storage.db, documentId, tabId);
    // The reading distinguishes a missing tab from a missing revision.
    const isKept = since <= rev && since >= oldestRev;
    const changes = isKept ? await changesUpTo(storage.db, progress, rev, keptSince(now())) : null;
    const read = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      if (reading.rev(tabId) !== rev) return null;
      if (changes === null) return problem('revision_not_found');
      return { used: use(tab, changes, rev) };
    });
    if (isProblem(read)) return read;
    if (read !== null) return read.used;
  }
  return problem('room_unavailable', { detail: 'The tab is being written without a pause.', retryAfter: 1 });
}

type DiffProgress = {
  readonly documentId: string;
  readonly tabId: string;
  readonly since: number;
  /** Changes up to this revision are readCount. */
  upTo: number;
  readonly pasts: Pasts;
  /** The last editor of each element: the only record of elements that were removed with their tab. */
  readonly lastByEditor: Map<string, ChangedBy>;
};

/** Null if some of the changes are older than what is kept. */
async function changesUpTo(db: Db, progress: DiffProgress, rev: number, kept: number): Promise<Changes | null> {
  const { documentId, tabId, since, pasts, lastByEditor } = progress;
  for (let readCount = changesPerRead; readCount === changesPerRead;) {
    const changes = await changesAfter(db, { documentId, tabId, rev: progress.upTo, limit: changesPerRead });
    for (const change of changes) {
      if (change.at < kept) return null;
      progress.upTo = change.rev;
      if ('edits' in change) for (const { id, before } of change.edits) pasts.note({ id, was: before });
      else
        for (const { by, elements } of change.editors) {
          for (const element of elements) {
            pasts.note(element);
            lastByEditor.set(element.id, { rev: change.rev, at: change.at, author: by, changeset: null });
          }
        }
    }
    readCount = changes.length;
    if (readCount === changesPerRead) await nextTurn();
  }
  // Touches include pages; a diff lists elements only.
  const touches = (await touchesSince(db, documentId, tabId, since)).filter(({ elementId }) => isElementId(elementId));
  if (touches.some(({ at }) => at < kept)) return null;
  // If there are newer changes, the reading has another revision, and all of this is repeated.
  progress.upTo = Math.max(progress.upTo, rev);
  const touched = new Map(Array.from(lastByEditor, ([id, last]) => [id, { id, ...last }]));
  for (const { elementId: id, rev: at, name, color, changesetId, at: time } of touches)
    touched.set(id, { id, rev: at, at: time, author: { name, color }, changeset: changesetId });
  return { pasts, touchedElements: touched.values() };
}
