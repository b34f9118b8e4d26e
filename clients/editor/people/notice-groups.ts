/**
 * notice-groups: the notices of changesets as they are shown to a person: one for all that one author did in a run.
 *
 * Notices with the same `group` on one tab, each within 10 seconds of the one before by `at`, are joined: their counts are
 * summed, the latest summary counts, and all changesets and elements are kept. A message that is delivered twice counts once.
 * After a notice is dismissed, later changesets begin a new one. Above `shownAtOnce` the oldest are dropped. A revert joins the
 * notice of the changeset it reverts, which can then no longer be undone.
 */
import type { Counts } from '#schema/changeset.ts';

import type { ChangesetNotice } from '../live/notices.ts';
import { peopleTexts } from '../strings/people.ts';

export type NoticeGroup = {
  readonly key: string;
  readonly tab: string;
  readonly group: string;
  readonly author: ChangesetNotice['author'];
  readonly agent: boolean;
  readonly counts: Counts;
  readonly summary: string | null;
  /** Newest first: the order in which they are undone. */
  readonly changesets: readonly string[];
  /** Those that were undone, and the person who undid the last one. */
  readonly takenBack: readonly string[];
  readonly takenBackBy: string | null;
  /** The changesets that reverted others of the group. */
  readonly reverts: readonly string[];
  /** Full ids of added and changed elements that can be outlined. */
  readonly elements: readonly string[];
  /** Milliseconds since the epoch, of the latest changeset, by the server's clock. */
  readonly at: number;
};

export const groupingMs = 10_000;
export const shownAtOnce = 3;

/** The groups after one more notice, the latest last. */
export function withNotice(groups: readonly NoticeGroup[], notice: ChangesetNotice): readonly NoticeGroup[] {
  if (groups.some(({ changesets, reverts }) => changesets.includes(notice.id) || reverts.includes(notice.id))) return groups;
  const reverted = groups.find(({ changesets }) => changesets.includes(notice.revertOf ?? ''));
  if (reverted !== undefined) return groups.map((group) => (group === reverted ? takeBack(group, notice) : group));
  const open = groups.findLast(({ group, tab }) => group === notice.group && tab === notice.tab);
  const isJoined = open !== undefined && Math.abs(notice.at - open.at) <= groupingMs;
  const joined = isJoined ? join(open, notice) : begin(notice);
  return [...groups.filter((group) => !isJoined || group !== open), joined].slice(-shownAtOnce);
}

export const withoutGroup = (groups: readonly NoticeGroup[], key: string): readonly NoticeGroup[] =>
  groups.filter((group) => group.key !== key);

function begin({ id, tab, group, author, agent, counts, summary, added, changed, at }: ChangesetNotice): NoticeGroup {
  const elements = [...added, ...changed];
  const untouched = { takenBack: [], takenBackBy: null, reverts: [] };
  return { key: id, tab, group, author, agent, counts, summary, changesets: [id], ...untouched, elements, at };
}

const takeBack = (group: NoticeGroup, { id, revertOf, author }: ChangesetNotice): NoticeGroup => ({
  ...group,
  takenBack: [...new Set([...group.takenBack, ...(revertOf === null ? [] : [revertOf])])],
  takenBackBy: author.name,
  reverts: [...group.reverts, id],
});

/** The changesets that can be undone, newest first. */
export const revertibleChangesets = ({ changesets, takenBack }: NoticeGroup): readonly string[] =>
  changesets.filter((id) => !takenBack.includes(id));

function join(group: NoticeGroup, { id, counts, summary, added, changed, removed, at }: ChangesetNotice): NoticeGroup {
  const elements = new Set([...group.elements, ...added, ...changed]);
  for (const gone of removed) elements.delete(gone);
  return {
    ...group,
    counts: {
      added: group.counts.added + counts.added,
      changed: group.counts.changed + counts.changed,
      removed: group.counts.removed + counts.removed,
    },
    summary: summary ?? group.summary,
    changesets: [id, ...group.changesets],
    elements: [...elements],
    at: Math.max(group.at, at),
  };
}

/** The text of the counts: `3 elements changed (1 added, 1 removed)`. What changes no element changes pages. */
export function countsText({ added, changed, removed }: Counts): string {
  const all = added + changed + removed;
  if (all === 0) return peopleTexts.pagesChanged;
  const parts = [added > 0 ? peopleTexts.added(added) : '', removed > 0 ? peopleTexts.removed(removed) : ''].filter(
    (part) => part !== '',
  );
  return peopleTexts.changed(all, parts.length, parts.join(', '));
}
