/**
 * diffs: what changed on a tab since a revision, from the changesets and the touches that are kept.
 *
 * D1  A revision above the tab's, and one whose history is no longer all there (30 days), is revision_not_found.
 * D2  Changes and tab are of one moment: when a write came between, they are read again.
 * D3  Records are read a batch at a time and only the first state of each element is held: memory is that of one tab.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

import { type Changes, diffSince, diffText } from '#core/history/diff.ts';
import type { Element } from '#schema/element.ts';
import type { TabDiff } from '#schema/history.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { editsAfter } from '#storage/changesets.ts';
import type { Db } from '#storage/storage.ts';
import { tabRev } from '#storage/tabs.ts';
import { touchesSince } from '#storage/touches.ts';

import { keptSince } from './changesets.ts';
import type { AppContext } from './context.ts';

/** Between two tries a write must have come: a tab that is written without a pause is read again so many times. */
const triesMax = 20;
const recordsPerBatch = 50;

/** The difference between the tab at `since` and now. Errors: tab_not_found, revision_not_found, room_unavailable. */
export async function tabDiff(
  { storage, rooms, now }: AppContext,
  documentId: string,
  tabId: string,
  since: number,
): Promise<TabDiff | Problem> {
  const known: Known = { documentId, tabId, since, upTo: since, found: new Map() };
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
  /** Records up to this revision are read. */
  upTo: number;
  readonly found: Map<string, Element | null>;
};

/** Null when a part of it is older than what is kept. */
async function changesUpTo(db: Db, known: Known, rev: number, kept: number): Promise<Changes | null> {
  const { documentId, tabId, since, found } = known;
  for (let batch = recordsPerBatch; batch === recordsPerBatch;) {
    const records = await editsAfter(db, { documentId, tabId, rev: known.upTo, limit: recordsPerBatch });
    for (const record of records) {
      if (record.createdAt < kept) return null;
      for (const { id, before } of record.edits) if (!found.has(id)) found.set(id, before);
      known.upTo = record.rev;
    }
    batch = records.length;
    if (batch === recordsPerBatch) await turnOfTheLoop();
  }
  const touches = await touchesSince(db, documentId, tabId, since);
  if (touches.some(({ at }) => at < kept)) return null;
  // What is newer than `rev` makes the reading another one, and all of this is done again.
  known.upTo = Math.max(known.upTo, rev);
  const touched = touches.map(({ elementId, rev: at, name, color, changesetId, at: time }) => ({
    id: elementId,
    rev: at,
    at: time,
    author: { name, color },
    changeset: changesetId,
  }));
  return { found, touched };
}
