/**
 * failures: what storage throws when it is the storage that failed, not the statement.
 *
 * Every error of a driver that means one of these is turned into it (sqlite/sqlite-failure.ts, postgres/postgres-failure.ts);
 * others pass unchanged, since they are faults of ours. Nobody catches these to go on: one place turns them into Problems.
 */

/** Busy, timed out, or the connection was lost before COMMIT was sent: nothing of the transaction was applied. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** No space left where the database lies: nothing of the transaction was applied. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/**
 * The connection was lost, or the disk failed, while COMMIT was under way: applied or not, it is not known here.
 * To find out, lock the document's row in a new transaction and ask `hasWrite` (journal.ts) there.
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** A journal or snapshot that does not carry its checksum, or has a hole: the document must not be served from it. */
export class CorruptJournal extends Error {
  override readonly name = 'CorruptJournal';
  readonly documentId: string;

  constructor(documentId: string, detail: string) {
    super(`The journal of ${documentId} is corrupt: ${detail}.`);
    this.documentId = documentId;
  }
}

/** A promise of ours that a caller broke: a journal row that does not follow the last one. The transaction must roll back. */
export class JournalGap extends Error {
  override readonly name = 'JournalGap';
}

/** The database was written by a newer version of Atelier, or its migration failed; the message says which. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefused';
}
