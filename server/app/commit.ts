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
import { seal, unseal } from './seal.ts';

export type AuditSpec<T> = {
  /** For the audit log. */
  readonly action: string;
  /** The document and subject of the audit row. */
  readonly about?: (value: T) => Omit<AuditDetail, 'action'>;
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
      const value = await withIdempotency(context, tx, call, auditSpec, () => work(tx));
      if (isProblem(value)) throw new ProblemError(value);
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

type IdempotencyOptions = {
  /** What `replyTo` returned, if it was called within this transaction already. */
  readonly stored?: StoredReply | null;
  /** Takes statements that need not be awaited before the commit. */
  readonly alongside?: (statement: Promise<unknown>) => unknown;
};

/**
 * The same within a transaction of the caller, who rolls it back for a Problem: a room's write. Errors: also
 * idempotency_in_progress if another call with this key was faster.
 */
export async function withIdempotency<T>(
  context: WriteContext,
  tx: Db,
  call: AnyCall,
  auditSpec: AuditSpec<T>,
  work: () => Promise<T | Problem>,
  { stored: known, alongside = (statement) => statement }: IdempotencyOptions = {},
): Promise<T | Problem> {
  const { key } = call;
  if (key !== null) {
    const stored = known === undefined ? await replyTo(context, tx, call) : known;
    if (stored !== null) {
      if (stored.fingerprint !== key.fingerprint) return problem('idempotency_key_reused');
      call.replayed = true;
      // Stored by the same method, so it has the same type.
      return (
        typeof stored.answer === 'string' && auditSpec.secret === true
          ? JSON.parse(unseal(key.seal, stored.answer))
          : stored.answer
      ) as T;
    }
  }
  const value = await work();
  if (isProblem(value) || auditSpec.applied?.(value) === false) return value;
  const at = context.now();
  await alongside(audit(tx, call, { action: auditSpec.action, ...auditSpec.about?.(value) }, at));
  if (key !== null) {
    const answer = auditSpec.secret === true ? seal(key.seal, JSON.stringify(value)) : value;
    await alongside(storeFirst(tx, { scope: key.scope, fingerprint: key.fingerprint, answer, at }));
  }
  return value;
}

/** Throws ProblemError, which rolls the transaction back, if another call with the same key was faster. */
async function storeFirst(tx: Db, reply: StoredReply): Promise<void> {
  if (!(await storeReply(tx, reply, repliesSince(reply.at)))) throw new ProblemError(problem('idempotency_in_progress'));
}
