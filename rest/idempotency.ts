/**
 * idempotency: from the Idempotency-Key header to the key under which the application keeps the answer.
 *
 * I1  The scope is credential, method, path and key; the fingerprint body and query: another body under one key is refused.
 * I2  A key counts for the credential that sent it: nobody reads an answer with a key that he guessed.
 * I3  The sealing key comes from credential and key together; what is stored tells neither.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';
import type { IdempotencyKey } from '#server/call.ts';

/** Null without the header. Errors: invalid_request. */
export function idempotencyKeyOf(
  request: IncomingMessage,
  credentials: CallCredentials,
  path: string,
  query: string,
  body: Buffer,
): IdempotencyKey | null | Problem {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  // Values of repeated headers are joined by a comma and a blank: printable, so one key like another.
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyCharacters || !/^[\x20-\x7e]+$/.test(key)) {
    const message = `is 1 to ${limits.idempotencyKeyCharacters} printable characters`;
    return problem('invalid_request', { errors: [{ in: 'header', pointer: '/Idempotency-Key', message }] });
  }
  const credential = credentials.bearer ?? credentials.session ?? credentials.guest;
  if (credential === undefined) return null;
  return {
    scope: hash('scope', credential, request.method ?? '', path, key).toString('hex'),
    fingerprint: hash('fingerprint', query, body).toString('hex'),
    seal: hash('seal', credential, key),
  };
}

/** Each part is preceded by its length, so that no two lists of parts are one text. */
function hash(...parts: readonly (string | Buffer)[]): Buffer {
  const sum = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    sum.update(`${bytes.length}:`).update(bytes);
  }
  return sum.digest();
}
