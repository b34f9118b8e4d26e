/** Turns errors of node:sqlite into storage failures. Codes: https://www.sqlite.org/rescode.html */
import { CommitUnknown, StorageFull, StorageUnavailable } from '../failures.ts';

const busy = 5;
const locked = 6;
const noMemory = 7;
const readOnly = 8;
const interrupted = 9;
const ioError = 10;
const full = 13;
const cannotOpen = 14;
const protocol = 15;

const unavailable: ReadonlySet<number> = new Set([busy, locked, noMemory, readOnly, interrupted, ioError, cannotOpen, protocol]);

/**
 * The failure that an error means, or the error itself. After a disk error during COMMIT the transaction may still be in the WAL
 * when the database is reopened, so its outcome is unknown.
 */
export function sqliteFailure(error: unknown, during: 'statement' | 'commit'): unknown {
  const code = primaryCode(error);
  if (code === null) return error;
  if (code === full) return new StorageFull('The disk with the database is full.', { cause: error });
  if (code === ioError && during === 'commit') {
    return new CommitUnknown('The disk failed while a transaction was committed.', { cause: error });
  }
  return unavailable.has(code)
    ? new StorageUnavailable(`The database cannot be used: ${messageOf(error)}.`, { cause: error })
    : error;
}

/** True if `sqliteFailure` returned this for a lock of another connection. */
export const isBusy = (failure: unknown): boolean => failure instanceof StorageUnavailable && primaryCode(failure.cause) === busy;

/** SQLite's primary result code, without the extended bits; null if SQLite did not raise the error. */
function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ERR_INVALID_STATE') return cannotOpen;
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
