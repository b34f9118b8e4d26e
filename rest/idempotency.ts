/**
 * Derives the key under which the application stores an answer from the Idempotency-Key header.
 *
 * The scope hashes credential, method, path and key; the fingerprint hashes body and query, so that another body under the same key is
 * refused. A key is bound to its credential: guessing it gives no access to an answer. What is stored reveals neither of them.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';
import type { IdempotencyKey } from '#server/call.ts';

/** Null without the header. Problems: invalid_request. */
export function idempotencyKeyOf(
  request: IncomingMessage,
  credentials: CallCredentials,
  actor: Actor | null,
  path: string,
  query: string,
  body: Buffer,
): IdempotencyKey | null | Problem {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  // Node joins repeated headers with a comma and a space, which are printable: the result is an ordinary key.
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyCharacters || !/^[\x20-\x7e]+$/.test(key)) {
    const message = `is 1 to ${limits.idempotencyKeyCharacters} printable characters`;
    return problem('invalid_request', { errors: [{ in: 'header', pointer: '/Idempotency-Key', message }] });
  }
  // The access tokens of a grant change: a repeated call may come with another one.
  const grant = actor?.kind === 'agent' && actor.isGrant === true ? `grant ${actor.tokenId}` : undefined;
  const credential = grant ?? credentials.bearer ?? credentials.session ?? credentials.guest;
  if (credential === undefined) return null;
  return {
    scope: hash('scope', credential, request.method ?? '', path, key).toString('hex'),
    fingerprint: hash('fingerprint', query, body).toString('hex'),
    seal: hash('seal', credential, key),
  };
}

/** Hashes each part with its length, so that different lists of parts have different hashes. */
function hash(...parts: readonly (string | Buffer)[]): Buffer {
  const sum = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    sum.update(`${bytes.length}:`).update(bytes);
  }
  return sum.digest();
}
