/**
 * One request to the application: its actor and its idempotency key. The transaction that applies a write stores the answer under the key,
 * so a repeated request gets the stored answer and is not applied again.
 */
import type { Actor } from '#server/access/actor.ts';

export type IdempotencyKey = {
  /** Hash of credential, method, path and the client's key. */
  readonly scope: string;
  /** Hash of the body and query: the same key with a different fingerprint is refused. */
  readonly fingerprint: string;
  /** 32 bytes that only a caller with the credential and the key can derive; stored answers with secrets are encrypted with them. */
  readonly seal: Uint8Array;
};

export type Call<A extends Actor | null = Actor> = {
  readonly actor: A;
  readonly requestId: string;
  /** Scheme and host of the request; without it, links in answers use the public URL. */
  readonly origin?: string;
  readonly key: IdempotencyKey | null;
  /** Set by the application if the answer is that of an earlier call. */
  replayed: boolean;
};
