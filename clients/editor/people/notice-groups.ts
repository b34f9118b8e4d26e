/**
 * notice-groups: what editors are told of changesets, as a person is shown it: one notice for what one author did in a run.
 *
 * N1  Notices with the same `group` on one tab, each within 10 seconds of the one before by `at`, are one: the counts are
 *     summed, the latest summary that is not null counts, all their changesets and elements are kept.
 * N2  A changeset that is told twice (a message delivered again) counts once.
 * N3  A notice that is dismissed is gone; what its author does after that begins a new one.
 * N4  The oldest are let go beyond `shownAtOnce`.
 * N5  A revert of something that is shown joins it, whoever made it: that changeset is no more to be taken back.
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
  /** Newest first: the order in which they are taken back. */
  readonly changesets: readonly string[];
  /** Those of them that were taken back, and who did the last of it. */
  readonly takenBack: readonly string[];
  readonly takenBackBy: string | null;
  /** The changesets that took something of it back. */
  readonly reverts: readonly string[];
  /** Full ids of what was added or changed and is there to be outlined. */
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

/** [N5] */
const takeBack = (group: NoticeGroup, { id, revertOf, author }: ChangesetNotice): NoticeGroup => ({
  ...group,
  takenBack: [...new Set([...group.takenBack, ...(revertOf === null ? [] : [revertOf])])],
  takenBackBy: author.name,
  reverts: [...group.reverts, id],
});

/** What is still to be taken back, newest first. */
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

/** What a notice says of its counts: `3 elements changed (1 added, 1 removed)`. */
export function countsText({ added, changed, removed }: Counts): string {
  const all = added + changed + removed;
  const parts = [added > 0 ? peopleTexts.added(added) : '', removed > 0 ? peopleTexts.removed(removed) : ''].filter(
    (part) => part !== '',
  );
  return peopleTexts.changed(all, parts.length, parts.join(', '));
}
