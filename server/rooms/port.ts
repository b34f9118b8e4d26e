/**
 * port: what the application asks of the rooms, the loaded documents of this node.
 *
 * RP1  A write runs under the document's row lock in one transaction; a Problem that it returns rolls all of it back.
 * RP2  A write sees every acknowledged write of every node, and pending edits of this node's editors are in the journal before it.
 * RP3  Nobody sees a write before it is committed; live documents, events and `afterCommit` follow it.
 * RP4  A read is as fresh as any acknowledged write.
 * Access, idempotency and audit are the caller's: server/app/commit.ts wraps these calls with them.
 */
import type * as Y from 'yjs';

import type { LintChange, LintedPlan } from '#core/lint/lint-change.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Lint } from '#schema/changeset.ts';
import type { Thread } from '#schema/comment.ts';
import type { Board, Card, Catalogue, Item, ItemType } from '#schema/board.ts';
import type { Problem } from '#schema/problem.ts';
import type { TabSettings } from '#schema/tab.ts';
import type { Call } from '#server/call.ts';
import type { Db } from '#storage/storage.ts';

/** How much lies on a tab: `elements` are boxes. */
export type TabCounts = { readonly elements: number; readonly arrows: number };

/** A document under its row lock. `doc` is the shadow: read it, change it through `edit` only. */
export type RoomWrite = {
  readonly tx: Db;
  readonly doc: Y.Doc;
  /** The journal position that this write gets when it changes anything. */
  readonly position: number;
  /** Settings of all tabs in tab order, before this write's edits. */
  tabs(): readonly TabSettings[];
  /** The tab as it is now; undefined when the document has no such tab. Kept up by every edit. */
  tab(tabId: string): TabView | undefined;
  counts(tabId: string): TabCounts;
  /** The lint of a draft over the tab that differs from it in these elements, at the cost of those; undefined as `tab`. */
  lint(tabId: string, draft: TabView, changed: Iterable<string>): Lint | undefined;
  /** What a plan for the tab does to its lint, at the cost of what it changes; undefined as `tab`. */
  lintChange(tabId: string, plan: LintedPlan): LintChange | undefined;
  /** As RoomReading's, at the moment of asking. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread>;
  /** The sheets of the document as they are at the moment of asking; values of formulas may be pending. */
  workbook(): Workbook;
  /** Comments of the whole document, on cards and on what is gone too. */
  comments(): number;
  /** Cards, card types and boards, before or after this write's edits: as they are when asked. */
  readonly board: BoardReading;
  edit(change: (doc: Y.Doc) => void): void;
  /**
   * Statements of this write whose answer nothing waits for: all of them are done before the commit, and one that fails
   * fails the write. Sent together they cost one journey to the database.
   */
  alongside(statement: Promise<unknown>): void;
  /** An outbox event of this document, in the same transaction. */
  event(type: string, data: object, tabId?: string): void;
  /** Editors of this document, on every node, hear it as a stateless message, after the change itself. */
  notify(notice: object): void;
  afterCommit(fn: () => void): void;
};

/** Plain values of a document's plan. */
export type BoardReading = {
  readonly catalogue: Catalogue;
  /** By their id. */
  readonly types: ReadonlyMap<string, ItemType>;
  readonly cards: ReadonlyMap<string, Card>;
  /** Undefined when there is no such card. */
  item(id: string): Item | undefined;
  /** Oldest first. */
  readonly items: readonly Item[];
  readonly boards: readonly Board[];
  readonly statuses: readonly { readonly status: string; readonly name: string }[];
};

/** Plain values of a document at one moment. */
export type RoomReading = {
  readonly documentId: string;
  readonly name: string;
  /** In tab order. */
  readonly tabs: readonly TabSettings[];
  /** Undefined when the document has no such tab. */
  tab(tabId: string): TabView | undefined;
  /** As RoomWrite's. */
  lint(tabId: string, draft: TabView, changed: Iterable<string>): Lint | undefined;
  lintChange(tabId: string, plan: LintedPlan): LintChange | undefined;
  /** How many elements `lint` would look at for the tab as it is. */
  lintWork(tabId: string): number;
  /** 0 for a tab that was never written. */
  rev(tabId: string): number;
  counts(tabId: string): TabCounts;
  /** The definition of a custom theme that a tab was set to; null when the document has none of this id. */
  theme(themeId: string): unknown;
  /** The ids of all images that elements of the document name. */
  images(): ReadonlySet<string>;
  /** The comment threads that hang on something of a tab, by its id; also on what the tab's reader skips. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread>;
  readonly board: BoardReading;
  readonly itemsRev: number;
  readonly itemTypesRev: number;
  /** As RoomWrite's. */
  workbook(): Workbook;
  /** Ids of all sheets, at no more cost than that. */
  sheetIds(): readonly string[];
};

export interface Rooms {
  /** Errors: document_not_found when there is no such document or it is in the trash; room_unavailable. */
  write<T>(call: Call, documentId: string, work: (room: RoomWrite) => Promise<T | Problem>): Promise<T | Problem>;
  /** Errors: document_not_found, room_unavailable. */
  read<T>(documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem>;
  /** The first state of a new document, journalled in the caller's transaction; its row is there already. */
  create(tx: Db, documentId: string, init: (doc: Y.Doc) => void, at: number): Promise<void>;
  /** The same from a whole state. */
  createFrom(tx: Db, documentId: string, state: Uint8Array, at: number): Promise<void>;
  /** The document is loaded, and nothing of its sheets, as they were when it was used last, is left to calculate. */
  isCalculated(documentId: string): boolean;
  /** Resolves when nothing of the document's sheets is left to calculate, which goes on in the background, or after so long. */
  calculated(documentId: string, waitMs: number): Promise<void>;
  /** Somebody was answered that values of these sheets are pending: a `sheet` event tells when they are calculated. */
  announceValues(documentId: string, sheetIds: readonly string[]): void;
  /** Access changed: closes or downgrades the sockets it concerns, on all nodes, within 5 s. Called after the commit. */
  accessChanged(documentId: string): void;
}
