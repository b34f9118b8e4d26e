/**
 * failure: the one place that turns failures of storage and rooms into what a caller is told.
 *
 * F1  Where nothing was applied, a Problem says so (room_unavailable, storage_full).
 * F2  Where it is not known whether something was applied, nothing is answered: the connection is dropped.
 * F3  Everything else is a fault of ours: internal_error, with the request id that is in the log.
 */
import { problem, type Problem, ProblemError } from '#schema/problem.ts';
import { Busy } from '#server/rooms/mutex.ts';
import { CommitUnknown, StorageFull, StorageUnavailable } from '#storage/failures.ts';

export type Failure = {
  readonly answer: Problem | 'drop';
  /** True when somebody has to look at it. */ readonly isFault: boolean;
};

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError) return { answer: error.problem, isFault: false };
  if (error instanceof StorageUnavailable || error instanceof Busy)
    return { answer: problem('room_unavailable'), isFault: false };
  if (error instanceof StorageFull) return { answer: problem('storage_full'), isFault: false };
  if (error instanceof CommitUnknown) return { answer: 'drop', isFault: true };
  return { answer: problem('internal_error'), isFault: true };
}
