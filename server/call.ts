/**
 * call: one request to the application: who asks, and under which idempotency key.
 *
 * Handlers pass it on unchanged; the transaction that applies a write stores the answer under the key, so that a
 * retry is answered and not applied again.
 */
import type { Actor } from '#server/access/actor.ts';

export type IdempotencyKey = {
  /** Hash of credential, method, path and the client's key. */
  readonly scope: string;
  /** Hash of the body and query: the same key with another one is refused. */
  readonly fingerprint: string;
};

export type Call<A extends Actor | null = Actor> = {
  readonly actor: A;
  readonly requestId: string;
  readonly key: IdempotencyKey | null;
  /** Set by the application when the answer is that of an earlier call. */
  replayed: boolean;
};
