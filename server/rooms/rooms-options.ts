/** What the rooms of a node depend on, and the sizes and times that tests and operators may change. */
import { limits } from '#schema/limits.ts';
import type { Storage } from '#storage/storage.ts';

import { memoryForDocuments } from './memory-budget.ts';

export type RoomsOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /**
   * Called after every commit that advanced the journal, or (`seq` null) only emitted an event, to notify the other nodes. Not
   * awaited; must not throw.
   */
  readonly notifyNodes: (documentId: string, seq: number | null) => void;
  /** Called if the journal cannot take the edits of a room: the document was deleted, or too many edits wait. Its editors must leave. */
  readonly onStranded: (documentId: string, reason: 'gone' | 'behind') => void;
  readonly onAccessChanged: (documentId: string) => void;
  /** Called if a document is no longer served because the database is older than this node has seen. */
  readonly onRegressed?: () => void;
  readonly tuning?: Partial<RoomsTuning>;
};

export type RoomsTuning = typeof defaultTuning;

/** Times in milliseconds, sizes in bytes. */
export const defaultTuning = {
  flushMs: 20,
  idleMs: 60_000,
  maxShadows: 256,
  compactRows: 500,
  compactBytes: 4 * 1024 * 1024,
  /** The snapshot of a larger document is made in a thread; of one with a shadow, if it is four times as large. */
  compactApartBytes: 512 * 1024,
  keepTailRows: 100,
  /** Moments are read from snapshots that are this far apart, in bytes of updates, or the size of the snapshot if that is more. */
  pastSnapshotBytes: 256 * 1024,
  /** A room with more unstored edits than this disconnects its editors. */
  maxPendingBytes: 32 * 1024 * 1024,
  documentBytes: limits.documentBytes,
  /** Writes that wait share a transaction until it has taken this long: on SQLite all documents wait for it. */
  sharedMs: { sqlite: 25, postgres: 100 },
  /** For all loaded documents together; beyond it, no other document is loaded. */
  memoryBytes: memoryForDocuments(),
};
