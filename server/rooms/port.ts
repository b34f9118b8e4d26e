/**
 * What the application uses of the rooms, the loaded documents of this node (SPEC.md).
 *
 * Access, idempotency and audit are the caller's task: server/app/document-write.ts wraps writes with them.
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

import type { TabUse } from './shadow.ts';

/** The number of boxes (`elements`) and arrows of a tab. */
export type TabCounts = { readonly elements: number; readonly arrows: number };

/** A document under its row lock. `doc` is the shadow: it may be read, and changed through `edit` only. */
export type RoomWrite = {
  readonly tx: Db;
  readonly doc: Y.Doc;
  /** The journal position that this write gets if it changes anything. */
  readonly position: number;
  /** Settings of all tabs in tab order, before this write's edits. */
  tabs(): readonly TabSettings[];
  /** The current tab, updated by every edit; undefined if the document has no such tab. */
  tab(tabId: string): TabView | undefined;
  counts(tabId: string): TabCounts;
  /** The effect of a plan for an existing tab on its lint. The cost is that of the changes. */
  lintChange(tabId: string, plan: LintedPlan): LintChange;
  /** As RoomReading's, at the time of the call. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread>;
  /** The sheets of the document at the time of the call; values of formulas may be pending. */
  workbook(): Workbook;
  /** Cards, card types and boards at the time of the call, with this write's edits so far. */
  readonly board: BoardReading;
  edit(change: (doc: Y.Doc) => void): void;
  /**
   * Takes statements of this write whose results are not needed. All of them finish before the commit, and a failure of one
   * fails the write. Sent together they cost one round trip to the database.
   */
  alongside(statement: Promise<unknown>): void;
  /** An outbox event of this document, in the same transaction. */
  event(type: string, data: object, tabId?: string): void;
  /** Sends a stateless message to the editors of this document, on every node, after the change itself. */
  notify(notice: object): void;
  afterCommit(fn: () => void): void;
};

/** Plain values of a document's boards. */
export type BoardReading = {
  readonly catalogue: Catalogue;
  /** By id. */
  readonly types: ReadonlyMap<string, ItemType>;
  readonly cards: ReadonlyMap<string, Card>;
  /** Undefined if there is no such card. */
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
  /** Undefined if the document has no such tab. */
  tab(tabId: string): TabView | undefined;
  /** Undefined if the document has no such tab. */
  lint(tabId: string): Lint | undefined;
  /** As RoomWrite's. */
  lintChange(tabId: string, plan: LintedPlan): LintChange;
  /** How many elements `lint` would check for the current tab. */
  lintWork(tabId: string): number;
  /** 0 for a tab that was never changed. */
  rev(tabId: string): number;
  counts(tabId: string): TabCounts;
  /** The definition of a custom theme; null if the document has none with this id. */
  theme(themeId: string): unknown;
  /** The ids of all images that elements of the document refer to. */
  images(): ReadonlySet<string>;
  /** The comment threads of a tab by the id of their element, including elements that the tab's reader skips. */
  threadsOn(tabId: string): ReadonlyMap<string, Thread>;
  /** The comment threads of elements that are on no tab, by their id. */
  threadsOfRemoved(): ReadonlyMap<string, Thread>;
  readonly board: BoardReading;
  readonly itemsRev: number;
  readonly itemTypesRev: number;
  /** As RoomWrite's. */
  workbook(): Workbook;
  /** Ids of all sheets, without reading their cells. */
  sheetIds(): readonly string[];
};

/** A document at an earlier position of its journal, within the call. It has no revisions of cards and card types. */
export type PastReading = Omit<RoomReading, 'itemsRev' | 'itemTypesRev'> & {
  readonly seq: number;
  /** When the last write before the moment took place (ms). */
  readonly at: number;
  /** Reads a large tab in several turns of the event loop, before it is used. */
  prepare(tabId: string): Promise<void>;
};

export type WriteWork<T, R> = {
  /** Its statements are sent right behind the lock, and cost no round trip of their own. It may be called twice. */
  readonly read: (tx: Db) => Promise<R>;
  /** Gets what was read under the lock. */
  readonly work: (room: RoomWrite, rows: R) => Promise<T | Problem>;
  /** `work` may be called again if its transaction fails: the write then shares one with others that wait for the document. */
  readonly isRepeatable?: boolean;
};

export interface Rooms {
  /** Errors: document_not_found (also in the trash), room_unavailable. */
  write<T>(call: Call, documentId: string, work: (room: RoomWrite) => Promise<T | Problem>): Promise<T | Problem>;
  /** The same for a write that first reads from the database. */
  writeAfterRead<T, R>(call: Call, documentId: string, work: WriteWork<T, R>): Promise<T | Problem>;
  /** Errors: document_not_found, room_unavailable. */
  read<T>(documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem>;
  /** The document at a position of its journal. Errors: revision_not_found if it is not kept, room_unavailable. */
  past<T>(documentId: string, seq: number, use: (past: PastReading) => Promise<T | Problem>): Promise<T | Problem>;
  /**
   * Reads a tab that this node has not read yet, in several turns of the event loop, which the next call for it would block at once. Does
   * nothing if it cannot: the call says why.
   */
  prepareTab(documentId: string, tabId: string, use: TabUse): Promise<void>;
  /** True if `prepareTab` has nothing to do. */
  isPrepared(documentId: string, tabId: string, use: TabUse): boolean;
  /** Journals the first state of a new document, whose row exists, in the caller's transaction. */
  create(tx: Db, documentId: string, init: (doc: Y.Doc) => void, at: number): Promise<void>;
  /** The same from an encoded state. */
  createFrom(tx: Db, documentId: string, state: Uint8Array, at: number): Promise<void>;
  /** True if the document is loaded and no formula of it is pending. */
  isCalculated(documentId: string): boolean;
  /** Resolves when no formula of the document is pending, or after `waitMs`. Evaluation continues in the background. */
  calculated(documentId: string, waitMs: number): Promise<void>;
  /** Requests a `sheet` event for each of these sheets once its pending values are evaluated. */
  announceValues(documentId: string, sheetIds: readonly string[]): void;
  /** Called after the commit of a change of access: closes or downgrades the sockets it concerns, on all nodes, within 5 s. */
  accessChanged(documentId: string): void;
}
