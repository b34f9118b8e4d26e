/**
 * port: the methods of the application that stand on rooms and the engine: tabs and changesets.
 *
 * server/app/tabs.ts and server/app/changesets.ts implement them; rest/ and the tool server call them. Every method
 * authorizes by itself, inside its transaction when it writes, and answers a Problem instead of throwing one.
 */
import type { ChangesetListQuery, NewChangeset, NewTab, TabPatch, TabQuery, TabReplacement } from '#schema/calls.ts';
import type { ChangesetAnswer, ChangesetRecord, ChangesetLint, Result, WrittenChangeset } from '#schema/changeset.ts';
import type { TabDiff } from '#schema/history.ts';
import type { Problem } from '#schema/problem.ts';
import type { Tab, TabReading } from '#schema/tab.ts';
import type { Call } from '#server/call.ts';

export type NewTabAnswer = {
  readonly tab: Tab;
  /** Null without operations. */
  readonly changeset: WrittenChangeset | null;
  readonly results: readonly Result[];
  readonly lint: ChangesetLint;
  readonly text: string;
};
/** `view=json` answers a reading, `view=diff` a difference, every other view a text without a final line break's meaning. */
export type TabAnswer = { readonly reading: TabReading } | { readonly diff: TabDiff } | { readonly text: string };

export interface Tabs {
  /** Refuses as a changeset does; too_large (tabs), access_denied (limited to tabs), theme_not_found. */
  create(call: Call, documentId: string, body: NewTab): Promise<NewTabAnswer | Problem>;
  /** Refuses tab_mode_refused, tab_locked, theme_not_found, too_large. */
  change(call: Call, documentId: string, tabId: string, patch: TabPatch): Promise<Tab | Problem>;
  /** Null when done. Refuses last_tab, tab_locked. */
  remove(call: Call, documentId: string, tabId: string): Promise<null | Problem>;
  read(call: Call, documentId: string, tabId: string, query: TabQuery): Promise<TabAnswer | Problem>;
}

export type ChangesetList = { readonly changesets: readonly ChangesetRecord[]; readonly next: string | null };
export type ChangesetDetail = {
  readonly changeset: ChangesetRecord;
  readonly results: readonly Result[];
  readonly text: string;
};

export interface Changesets {
  /** `dryRun` needs the same access as the write; `pictured` adds a picture. Refusals carry `errors` and `rev`. */
  apply(
    call: Call,
    documentId: string,
    tabId: string,
    body: NewChangeset,
    options: { readonly dryRun: boolean; readonly pictured: boolean },
  ): Promise<ChangesetAnswer | Problem>;
  /** The tab ends up with just what the operations make: one changeset. Refusals as of `apply`. */
  replace(call: Call, documentId: string, tabId: string, body: TabReplacement): Promise<ChangesetAnswer | Problem>;
  list(call: Call, documentId: string, query: ChangesetListQuery): Promise<ChangesetList | Problem>;
  show(call: Call, documentId: string, changesetId: string): Promise<ChangesetDetail | Problem>;
}
