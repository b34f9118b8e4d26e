/**
 * Reads the bytes of a request body, up to a limit.
 *
 * A declared length over the limit is refused before a byte is read, an undeclared one as soon as it is exceeded. Compressed bodies are
 * refused, because their size says nothing about their content.
 */
import type { IncomingMessage } from 'node:http';

import type { ErrorCode } from '#schema/errors.ts';
import { problem, type Problem } from '#schema/problem.ts';

/** Thrown if the client closed the connection before its body was complete. There is no one to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Problems: `code` with `limit`, unsupported_media_type. Throws ClientGone. */
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
  // The call may have waited for room, and a destroyed request emits no more events.
  if (request.destroyed) throw new ClientGone(closedMessage);
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
        // Bytes of a declared length are copied in place, so that a body is never in memory twice. Node's parser allows no more of them.
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
      reject(new ClientGone(closedMessage));
    };
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('error', onGone);
    request.on('close', onGone);
  });
}

const closedMessage = 'the client closed the connection while sending its body';

/** True if the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
