/**
 * One write of the application: a transaction with its audit row and, under an Idempotency-Key, its stored answer (SPEC.md).
 */
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { CommitUnknown } from '#storage/failures.ts';
import { storedReply, type StoredReply, storeReply } from '#storage/idempotency.ts';
import type { Db } from '#storage/storage.ts';

import { audit, type AuditDetail } from './audit.ts';
import type { AppContext } from './context.ts';
import { seal, unseal } from '#server/access/seal.ts';

export type AuditSpec<T> = {
  /** For the audit log. */
  readonly action: string;
  /** The document and subject of the audit row, and the action if it depends on the outcome. */
  readonly about?: (value: T) => Partial<AuditDetail>;
  /** The answer contains a secret and is stored sealed. */
  readonly secret?: boolean;
  /** False if the call applied nothing, such as a dry run: it is neither audited nor stored. */
  readonly applied?: (value: T) => boolean;
};

type AnyCall = Call<Actor | null>;
export type WriteContext = Pick<AppContext, 'storage' | 'now'>;

/** Runs work in its own transaction. Errors: those of work, idempotency_key_reused. Throws as Storage.transact does. */
export async function commit<T>(
  context: WriteContext,
  call: AnyCall,
  auditSpec: AuditSpec<T>,
  work: (tx: Db) => Promise<T | Problem>,
): Promise<T | Problem> {
  const attempt = async (): Promise<T | Problem> =>
    context.storage.transact(async (tx) => {
      const earlier = earlierAnswer<T>(call, auditSpec, await replyTo(context, tx, call));
      const value = earlier === null ? await work(tx) : earlier.answer;
      if (isProblem(value)) throw new ProblemError(value);
      if (earlier === null && auditSpec.applied?.(value) !== false) await recordCall(context, tx, call, auditSpec, value);
      return value;
    });
  try {
    return await attempt();
  } catch (error) {
    const isConcurrent = error instanceof ProblemError && error.problem.code === 'idempotency_in_progress';
    if (call.key === null || !(isConcurrent || error instanceof CommitUnknown)) return refusalOf(error);
    // A second attempt is safe: what the other call or the first attempt has committed is found by its key.
    return attempt().catch((retryError: unknown) => {
      // If it fails too, the outcome of the first is still unknown, and no answer may say that nothing was applied.
      return refusalOf(retryError instanceof ProblemError || isConcurrent ? retryError : error);
    });
  }
}

function refusalOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

/** The answer that was stored under the key of a call; null if there is none. */
export function replyTo({ now }: WriteContext, tx: Db, { key }: AnyCall): Promise<StoredReply | null> {
  return key === null ? Promise.resolve(null) : storedReply(tx, key.scope, repliesSince(now()));
}

const repliesSince = (now: number): number => now - limits.idempotencyHours * 60 * 60 * 1000;

/** The answer of an earlier call with the same key. Null if there is none. Errors: idempotency_key_reused. */
export function earlierAnswer<T>(
  call: AnyCall,
  { secret }: AuditSpec<T>,
  stored: StoredReply | null,
): { readonly answer: T | Problem } | null {
  const { key } = call;
  if (key === null || stored === null) return null;
  if (stored.fingerprint !== key.fingerprint) return { answer: problem('idempotency_key_reused') };
  call.replayed = true;
  const isSealed = secret === true && typeof stored.answer === 'string';
  // Stored by the same method, so it has the same type.
  return { answer: (isSealed ? JSON.parse(unseal(key.seal, stored.answer)) : stored.answer) as T };
}

/**
 * Writes the audit row of an applied call and stores its answer, in the transaction of the call. `alongside` takes statements that
 * need not be awaited before the commit. Throws ProblemError (idempotency_in_progress), which rolls the transaction back, if another
 * call with the same key was faster.
 */
export async function recordCall<T>(
  { now }: Pick<WriteContext, 'now'>,
  tx: Db,
  call: AnyCall,
  auditSpec: AuditSpec<T>,
  value: T,
  alongside: (statement: Promise<unknown>) => unknown = (statement) => statement,
): Promise<void> {
  const { key } = call;
  const at = now();
  await alongside(audit(tx, call, { action: auditSpec.action, ...auditSpec.about?.(value) }, at));
  if (key === null) return;
  const answer = auditSpec.secret === true ? seal(key.seal, JSON.stringify(value)) : value;
  await alongside(storeFirst(tx, { scope: key.scope, fingerprint: key.fingerprint, answer, at }));
}

async function storeFirst(tx: Db, reply: StoredReply): Promise<void> {
  if (!(await storeReply(tx, reply, repliesSince(reply.at)))) throw new ProblemError(problem('idempotency_in_progress'));
}
