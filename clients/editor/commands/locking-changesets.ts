/** locking-changesets: the changesets that locked elements, from the history of the tab, the latest for each element. */
import type { Reply } from '#schema/api.ts';
import type { ChangesetRecord, Result } from '#schema/changeset.ts';

import { call } from '../api/call.ts';

/** The number of changesets that are searched; most locks are recent, and the summary says so. */
const lookedInto = 60;
const pagesMax = 5;

export async function lockingChangesets(documentId: string, tabId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids);
  const lockers = new Set<string>();
  let left = lookedInto;
  for (const { id } of (await recordsOf(documentId, tabId)).toSorted(
    (a, b) => Number(b.summary === 'Locked') - Number(a.summary === 'Locked'),
  )) {
    if (wanted.size === 0 || left === 0) break;
    left -= 1;
    const { results } = await call('GET /documents/:doc/changesets/:changeset', { params: { doc: documentId, changeset: id } });
    for (const result of results) {
      if (!locks(result) || !wanted.delete(result.id)) continue;
      lockers.add(id);
    }
  }
  return [...lockers];
}

const locks = ({ fields }: Result): boolean =>
  fields !== undefined && Object.hasOwn(fields, 'locked') && fields['locked']?.[1] === true;

async function recordsOf(documentId: string, tabId: string): Promise<ChangesetRecord[]> {
  const records: ChangesetRecord[] = [];
  let before: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { tab: tabId, limit: 100, before };
    const reply: Reply<'listChangesets'> = await call('GET /documents/:doc/changesets', { params: { doc: documentId }, query });
    const { changesets, next } = reply;
    records.push(...changesets);
    if (next === null) break;
    before = next;
  }
  return records;
}
