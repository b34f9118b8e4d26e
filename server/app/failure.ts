/** The one place that turns failures of storage and rooms into answers (SPEC.md). */
import { problem, type Problem, ProblemError } from '#schema/problem.ts';
import { Busy } from '#server/rooms/mutex.ts';
import { CommitUnknown, StorageFull, StorageUnavailable } from '#storage/failures.ts';

export type Failure = {
  readonly answer: Problem | 'drop';
  /** True if an operator has to look at it. */ readonly isFault: boolean;
};

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError) return { answer: error.problem, isFault: false };
  if (error instanceof StorageUnavailable || error instanceof Busy)
    return { answer: problem('room_unavailable'), isFault: false };
  if (error instanceof StorageFull) return { answer: problem('storage_full'), isFault: false };
  if (error instanceof CommitUnknown) return { answer: 'drop', isFault: true };
  return { answer: problem('internal_error'), isFault: true };
}
