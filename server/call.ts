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
  /** 32 bytes that only the holder of the credential and the key can derive: answers with secrets are stored sealed under it. */
  readonly seal: Uint8Array;
};

export type Call<A extends Actor | null = Actor> = {
  readonly actor: A;
  readonly requestId: string;
  /** Scheme and host by which the caller reached this server; without it, links in answers use the public address. */
  readonly origin?: string;
  readonly key: IdempotencyKey | null;
  /** Set by the application when the answer is that of an earlier call. */
  replayed: boolean;
};
