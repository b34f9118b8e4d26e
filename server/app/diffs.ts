/**
 * diffs: what changed on a tab since a revision, from the changesets, the editors' batches and the touches that are kept.
 *
 * D1  A revision above the tab's, and one whose history is no longer all there (30 days), is revision_not_found.
 * D2  Changes and tab are of one moment: when a write came between, they are read again.
 * D3  Changes are read some at a time and only the first state of each element is held: memory is that of one tab.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { type Changes, diffSince, diffText } from '#core/history/diff.ts';
import { Pasts } from '#core/history/past.ts';
import type { ChangedBy, TabDiff } from '#schema/history.ts';
import { isElementId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Db } from '#storage/storage.ts';
import { changesAfter } from '#storage/tab-changes.ts';
import { tabRev } from '#storage/tabs.ts';
import { touchesSince } from '#storage/touches.ts';

import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';

/** Between two tries a write must have come: a tab that is written without a pause is read again so many times. */
const triesMax = 20;
const changesPerRead = 50;

/** The difference between the tab at `since` and now. Errors: tab_not_found, revision_not_found, room_unavailable. */
export async function tabDiff(
  { storage, rooms, now }: AppContext,
  documentId: string,
  tabId: string,
  since: number,
): Promise<TabDiff | Problem> {
  const known: Known = { documentId, tabId, since, upTo: since, pasts: new Pasts(), lastByEditor: new Map() };
  for (let tries = 0; tries < triesMax; tries += 1) {
    const { rev, oldestRev } = await tabRev(storage.db, documentId, tabId);
    // [D1] A tab that is not there is told from a revision that is not by the reading.
    const isKept = since <= rev && since >= oldestRev;
    const changes = isKept ? await changesUpTo(storage.db, known, rev, keptSince(now())) : null;
    const diff = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      if (reading.rev(tabId) !== rev) return null;
      if (changes === null) return problem('revision_not_found');
      const results = diffSince(tab, changes);
      return { tabId, since, rev, results, text: diffText(results, since, rev) };
    });
    if (isProblem(diff) || diff !== null) return diff;
  }
  return problem('room_unavailable', { detail: 'The tab is being written without a pause.', retryAfter: 1 });
}

type Known = {
  readonly documentId: string;
  readonly tabId: string;
  readonly since: number;
  /** Changes up to this revision are read. */
  upTo: number;
  readonly pasts: Pasts;
  /** Of what went with a removed tab nothing else is noted. */
  readonly lastByEditor: Map<string, ChangedBy>;
};

/** Null when a part of it is older than what is kept. */
async function changesUpTo(db: Db, known: Known, rev: number, kept: number): Promise<Changes | null> {
  const { documentId, tabId, since, pasts, lastByEditor } = known;
  for (let read = changesPerRead; read === changesPerRead;) {
    const changes = await changesAfter(db, { documentId, tabId, rev: known.upTo, limit: changesPerRead });
    for (const change of changes) {
      if (change.at < kept) return null;
      known.upTo = change.rev;
      if ('edits' in change) for (const { id, before } of change.edits) pasts.note({ id, was: before });
      else
        for (const { by, elements } of change.editors) {
          for (const element of elements) {
            pasts.note(element);
            lastByEditor.set(element.id, { rev: change.rev, at: change.at, author: by, changeset: null });
          }
        }
    }
    read = changes.length;
    if (read === changesPerRead) await turnOfTheLoop();
  }
  // A diff tells of elements; pages are noted too.
  const touches = (await touchesSince(db, documentId, tabId, since)).filter(({ elementId }) => isElementId(elementId));
  if (touches.some(({ at }) => at < kept)) return null;
  // What is newer than `rev` makes the reading another one, and all of this is done again.
  known.upTo = Math.max(known.upTo, rev);
  const touched = new Map(Array.from(lastByEditor, ([id, last]) => [id, { id, ...last }]));
  for (const { elementId: id, rev: at, name, color, changesetId, at: time } of touches)
    touched.set(id, { id, rev: at, at: time, author: { name, color }, changeset: changesetId });
  return { pasts, touchedElements: touched.values() };
}
