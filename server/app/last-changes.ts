/** The last change of each element of a tab between two revisions, as far as records are kept. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ChangedBy } from '#schema/history.ts';
import { changesAfter } from '#storage/tab-changes.ts';

import { keptSince } from './changeset-records.ts';
import type { AppContext } from './context.ts';

const changesPerRead = 50;

type Span = { readonly documentId: string; readonly tabId: string; readonly since: number; readonly until: number };

/** By element, in the order of the changes. */
export async function lastChanges(
  { storage, now }: AppContext,
  { documentId, tabId, since, until }: Span,
): Promise<Map<string, ChangedBy>> {
  const last = new Map<string, ChangedBy>();
  const kept = keptSince(now());
  const note = (id: string, change: ChangedBy): void => {
    last.delete(id);
    last.set(id, change);
  };
  for (let rev = since; rev < until;) {
    const changes = await changesAfter(storage.db, { documentId, tabId, rev, limit: changesPerRead });
    for (const change of changes) {
      rev = change.rev;
      if (change.rev > until || change.at < kept) continue;
      const { at } = change;
      if ('edits' in change)
        for (const { id } of change.edits) note(id, { rev, at, author: change.author, changeset: change.changeset });
      else
        for (const { by, elements } of change.editors)
          for (const { id } of elements) note(id, { rev, at, author: by, changeset: null });
    }
    if (changes.length < changesPerRead) break;
    await nextTurn();
  }
  return last;
}
