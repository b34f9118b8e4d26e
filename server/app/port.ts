/** The interfaces of tabs and changesets: the parts of the application that use rooms and the engine. */
import type { ChangesetListQuery, NewChangeset, NewTab, TabPatch, TabQuery, TabReplacement } from '#schema/calls.ts';
import type { ImportQuery } from '#schema/exchange-calls.ts';
import type { ChangesetAnswer, ChangesetRecord, ChangesetLint, Lint, Result, WrittenChangeset } from '#schema/changeset.ts';
import type { TabDiff } from '#schema/history.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
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
/** `view=json` returns a reading, `view=diff` a difference, `view=lint` findings, any other view a text. */
export type TabAnswer =
  | { readonly reading: TabReading }
  | { readonly diff: TabDiff }
  | { readonly lint: Lint }
  | { readonly text: string };

export interface Tabs {
  /** Errors: those of a changeset, too_large (tabs), access_denied (limited to tabs), theme_not_found. */
  create(call: Call, documentId: string, body: NewTab): Promise<NewTabAnswer | Problem>;
  /** Errors: tab_mode_refused, tab_locked, theme_not_found, too_large. */
  change(call: Call, documentId: string, tabId: string, patch: TabPatch): Promise<Tab | Problem>;
  /** Errors: last_tab, tab_locked. */
  remove(call: Call, documentId: string, tabId: string): Promise<null | Problem>;
  read(call: Call, documentId: string, tabId: string, query: TabQuery): Promise<TabAnswer | Problem>;
}

export type ChangesetList = { readonly changesets: readonly ChangesetRecord[]; readonly next: string | null };
export type ChangesetDetail = {
  readonly changeset: ChangesetRecord;
  readonly results: readonly Result[];
  readonly text: string;
};

/** `proposes`: the changeset is stored as a proposal. */
export type ChangesetOptions = { readonly dryRun: boolean; readonly proposes?: boolean; readonly pictured: boolean };
/** Of a write that was applied, tried out or proposed. */
export type WriteAnswer = ChangesetAnswer | ProposalAnswer;

export interface Changesets {
  /** `pictured` adds a picture to the answer. Refusals have `errors` and `rev`. */
  apply(
    call: Call,
    documentId: string,
    tabId: string,
    body: NewChangeset,
    options: ChangesetOptions,
  ): Promise<WriteAnswer | Problem>;
  /** Replaces the whole tab by the result of the operations, as one changeset. Refusals as for `apply`. */
  replace(
    call: Call,
    documentId: string,
    tabId: string,
    body: TabReplacement,
    options: ChangesetOptions,
  ): Promise<WriteAnswer | Problem>;
  /** Draws a text in another format. Refuses as `apply`, and unsupported_media_type. */
  import(call: Call, documentId: string, tabId: string, source: Uint8Array, query: ImportQuery): Promise<WriteAnswer | Problem>;
  list(call: Call, documentId: string, query: ChangesetListQuery): Promise<ChangesetList | Problem>;
  show(call: Call, documentId: string, changesetId: string): Promise<ChangesetDetail | Problem>;
}
