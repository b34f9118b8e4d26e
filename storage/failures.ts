/**
 * The errors that storage throws when the storage failed rather than the statement.
 *
 * Drivers' errors of these kinds are turned into them (sqlite/sqlite-failure.ts, postgres/postgres-failure.ts); other errors are bugs
 * of ours and pass unchanged. Callers do not catch these to continue: one place turns them into problems.
 */
/** Busy, timed out, or the connection was lost before COMMIT was sent: nothing of the transaction was applied. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** No space left on the database's disk: nothing of the transaction was applied. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/**
 * The connection was lost, or the disk failed, during COMMIT: the outcome is unknown. To find out, lock the document's row in a
 * new transaction and call `hasWrite` (journal.ts) there.
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** A journal or snapshot has a wrong checksum or a missing row: the document must not be served from it. */
export class CorruptJournal extends Error {
  override readonly name = 'CorruptJournal';
  readonly documentId: string;

  constructor(documentId: string, detail: string) {
    super(`The journal of ${documentId} is corrupt: ${detail}.`);
    this.documentId = documentId;
  }
}

/** A bug of the caller: the journal row does not follow the last one. The transaction must roll back. */
export class JournalGap extends Error {
  override readonly name = 'JournalGap';
}

/** The database cannot be used, for the reason in the message: for example, a newer version of Atelier wrote it. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefused';
}
