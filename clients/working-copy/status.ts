/** status: what changed in the files and on the server since the pull. */
import { table } from '#clients/text/table.ts';
import { contentChanges, isUnchanged } from '#core/tab-text/content-changes.ts';
import type { TabContent } from '#core/tab-text/tab-content.ts';

import type { TabSides, WorkingCopy } from './working-copy.ts';

/** What one side did to a tab; null: nothing. */
type SideStatus =
  | 'new'
  | 'removed'
  | {
      readonly added: readonly string[];
      readonly changed: readonly string[];
      readonly removed: readonly string[];
      readonly reordered: boolean;
    };

export type TabStatus = {
  readonly file: string | null;
  readonly tab: string | null;
  readonly name: string;
  readonly here: SideStatus | null;
  readonly there: SideStatus | null;
};

/** The tabs that changed on a side, in the order of the working copy. */
export const statusOf = ({ tabs }: WorkingCopy): TabStatus[] =>
  tabs.map(tabStatus).filter(({ here, there }) => here !== null || there !== null);

function tabStatus({ file, tracked, base, ours, theirs }: TabSides): TabStatus {
  return {
    file: file === '' ? null : file,
    tab: theirs?.id ?? tracked?.id ?? null,
    name: theirs?.name ?? tracked?.name ?? ours?.read.name ?? file.replace(/\.atl$/, ''),
    here: tracked === null && ours === null ? null : sideStatus(base, ours?.read.content),
    there: tracked === null && theirs === null ? null : sideStatus(base, theirs?.content),
  };
}

function sideStatus(base: TabContent | null, side: TabContent | undefined): SideStatus | null {
  if (base === null) return side === undefined ? null : 'new';
  if (side === undefined) return 'removed';
  const changes = contentChanges(base, side);
  return isUnchanged(changes) ? null : changes;
}

export function statusText(statuses: readonly TabStatus[]): string {
  if (statuses.length === 0) return 'The files and the server are as they were pulled.';
  const rows = statuses.map(({ file, name, here, there }) => [file ?? `(${name})`, words('here', here), words('there', there)]);
  return table(rows);
}

function words(side: string, status: SideStatus | null): string {
  if (status === null) return '';
  if (typeof status === 'string') return `${side}: ${status}`;
  const { added, changed, removed, reordered } = status;
  const counts = [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ...(reordered ? ['reordered'] : []),
  ];
  return `${side}: ${counts.join(', ')}`;
}
