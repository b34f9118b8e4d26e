/**
 * read-body: the bytes of a request body, read with a limit.
 *
 * R1  A declared length over the limit is refused before a byte is read; an undeclared one as soon as it is passed.
 * R2  A compressed body is refused: its size says nothing about what comes out of it.
 * R3  Of a refused body nothing more is kept: the connection closes after the answer (discard-body.ts).
 * R4  A body of a declared length is put together in its place as it comes: it is never in memory twice.
 */
import type { IncomingMessage } from 'node:http';

import type { ErrorCode } from '#schema/errors.ts';
import { problem, type Problem } from '#schema/problem.ts';

/** Thrown when the client went away before its body was whole: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Errors: `code` with `limit`, unsupported_media_type. Throws ClientGone. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  code: ErrorCode = 'body_too_large',
): Promise<Buffer | Problem> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return problem('unsupported_media_type', { allowed: 'a body without Content-Encoding' });
  }
  const tooLarge = problem(code, { limit });
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return tooLarge;
  // It may have waited for its turn: nothing more would be heard of it.
  if (request.destroyed) throw new ClientGone(gone);
  return new Promise((resolve, reject) => {
    const whole = Buffer.allocUnsafeSlow(declared);
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('error', onGone);
      request.off('close', onGone);
    };
    const onData = (chunk: Buffer): void => {
      const at = size;
      size += chunk.length;
      if (size <= limit) {
        // [R4] The parser of HTTP lets no more through than was declared.
        if (declared > 0) chunk.copy(whole, at);
        else chunks.push(chunk);
        return;
      }
      done();
      request.pause();
      resolve(tooLarge);
    };
    const onEnd = (): void => {
      done();
      resolve(declared > 0 ? whole.subarray(0, size) : Buffer.concat(chunks, size));
    };
    const onGone = (): void => {
      done();
      reject(new ClientGone(gone));
    };
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('error', onGone);
    request.on('close', onGone);
  });
}

const gone = 'the client closed the connection while it sent its body';

/** True when the request says that a body follows. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
