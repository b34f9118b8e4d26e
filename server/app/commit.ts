/**
 * commit: one write of the application: one transaction with its audit row and, under an Idempotency-Key, its answer.
 *
 * T1  A key that was answered before is answered the same again and nothing is done; `call.replayed` says so.
 * T2  A key that comes with another body or query is refused (idempotency_key_reused).
 * T3  Only answers of applied calls are kept, for `limits.idempotencyHours`; a refused call is judged anew.
 * T4  A Problem rolls everything back.
 * T5  Two calls with one key at the same time: one is applied, the other waits for it and gets its answer.
 * T6  A COMMIT of unknown outcome is asked for by its key; without one it is thrown, and the connection is dropped.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { CommitUnknown } from '#storage/failures.ts';
import { storedReply, storeReply } from '#storage/idempotency.ts';
import type { Db } from '#storage/storage.ts';

import { audit, type AuditDetail } from './audit.ts';
import type { AppContext } from './context.ts';
import { seal, unseal } from './seal.ts';

export type AuditSpec<T> = {
  /** For the audit log. */
  readonly action: string;
  /** What the audit row says it was about. */
  readonly about?: (value: T) => Omit<AuditDetail, 'action'>;
  /** The answer holds a secret: it is kept sealed. */
  readonly secret?: boolean;
  /** False for an answer of a call that applied nothing (a dry run): it is neither audited nor kept. */
  readonly applied?: (value: T) => boolean;
};

type AnyCall = Call<Actor | null>;
/** What a commit stands on. */
export type WriteContext = Pick<AppContext, 'storage' | 'now'>;

/** Runs work in a transaction of its own. Errors: those of work, idempotency_key_reused. Throws as Storage.transact. */
export async function commit<T>(
  context: WriteContext,
  call: AnyCall,
  written: AuditSpec<T>,
  work: (tx: Db) => Promise<T | Problem>,
): Promise<T | Problem> {
  const attempt = async (): Promise<T | Problem> =>
    context.storage.transact(async (tx) => {
      const value = await withIdempotency(context, tx, call, written, () => work(tx));
      if (isProblem(value)) throw new ProblemError(value);
      return value;
    });
  try {
    return await attempt();
  } catch (error) {
    const isRace = error instanceof ProblemError && error.problem.code === 'idempotency_in_progress';
    if (call.key === null || !(isRace || error instanceof CommitUnknown)) return refusalOf(error);
    // [T5] [T6] Trying again is safe: what the other call, or the first attempt, committed is found by its key.
    return attempt().catch((again: unknown) => {
      // When that fails too, the outcome of the first is still unknown: no answer may say that nothing was applied.
      return refusalOf(again instanceof ProblemError || isRace ? again : error);
    });
  }
}

function refusalOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

/**
 * [T1] [T2] [T3] The same within a transaction that the caller runs and rolls back for a Problem: a room's write.
 * Errors: also idempotency_in_progress, when a call with this key was faster. `alongside` takes what need not be waited for
 * before the commit.
 */
export async function withIdempotency<T>(
  context: WriteContext,
  tx: Db,
  call: AnyCall,
  written: AuditSpec<T>,
  work: () => Promise<T | Problem>,
  alongside: (statement: Promise<unknown>) => unknown = (statement) => statement,
): Promise<T | Problem> {
  const at = context.now();
  const since = at - limits.idempotencyHours * 60 * 60 * 1000;
  const { key } = call;
  if (key !== null) {
    const stored = await storedReply(tx, key.scope, since);
    if (stored !== null) {
      if (stored.fingerprint !== key.fingerprint) return problem('idempotency_key_reused');
      call.replayed = true;
      // An answer of ours, stored by the same method.
      return (
        typeof stored.answer === 'string' && written.secret === true ? JSON.parse(unseal(key.seal, stored.answer)) : stored.answer
      ) as T;
    }
  }
  const value = await work();
  if (isProblem(value) || written.applied?.(value) === false) return value;
  await alongside(audit(tx, call, { action: written.action, ...written.about?.(value) }, at));
  if (key !== null) {
    const answer = written.secret === true ? seal(key.seal, JSON.stringify(value)) : value;
    const stored = await storeReply(tx, { scope: key.scope, fingerprint: key.fingerprint, answer, at }, since);
    if (!stored) return problem('idempotency_in_progress');
  }
  return value;
}
