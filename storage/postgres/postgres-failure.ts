/** Turns errors of pg into storage failures. Codes: appendix A of PostgreSQL's manual. */
import pg from 'pg';

import { CommitUnknown, StorageFull, StorageUnavailable } from '../failures.ts';

/** SQLSTATEs, or classes of them, that mean that nothing was applied and a retry may succeed. */
const unavailable: readonly string[] = [
  '08', // connection exceptions
  '25006', // read-only: a standby
  '25P03', // idle in transaction for too long
  '25P04', // transaction timeout
  '40', // rolled back: deadlock, serialization
  '53', // out of memory, too many connections, …
  '55P03', // lock timeout
  '57', // canceled, statement timeout, shutting down, starting up
  '58', // system errors
];

const diskFull = '53100';

/** Errors without a SQLSTATE for a connection that was lost or does not answer: Node's codes and pg's messages. */
const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
const lostMessages = [
  'Connection terminated',
  'timeout exceeded',
  'timeout expired',
  'Query read timeout',
  'not queryable',
  'ended by the other party',
];

/** True if the connection cannot be used again. */
export function connectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity === 'FATAL' || error.severity === 'PANIC' || (error.code?.startsWith('08') ?? false);
  }
  if (!(error instanceof Error)) return false;
  if ('code' in error && lostCodes.has(error.code)) return true;
  return lostMessages.some((message) => error.message.includes(message));
}

/** True if the statement was refused because an earlier one of its transaction had failed. */
export const isOfAborted = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02';

/**
 * The failure that an error means, or the error itself. A COMMIT that was answered with an error was not applied. The outcome of one
 * that was cut off is unknown, even if the last message was that the server is shutting down.
 */
export function postgresFailure(error: unknown, during: 'statement' | 'commit'): unknown {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  const isLost = connectionLost(error);
  if (during === 'commit' && (isLost || code.startsWith('57'))) {
    return new CommitUnknown('The connection was lost while a transaction was committed.', { cause: error });
  }
  if (code === diskFull) return new StorageFull('The disk of the database is full.', { cause: error });
  if (isLost || unavailable.some((prefix) => code.startsWith(prefix) && code !== '')) {
    return new StorageUnavailable(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return error;
}
