/**
 * Reads and discards the rest of a body that was refused unread.
 *
 * Most clients send the whole body before they read the answer. If the connection closes in the meantime, all that they see is
 * "broken pipe" instead of the refusal. The body is therefore read for at most 5 seconds and 32 MiB, and while bytes arrive at least
 * every second. A client that waits for `100 Continue` sends no body, so there is nothing to discard.
 */
import type { IncomingMessage } from 'node:http';

const totalMs = 5_000;
const silenceMs = 1_000;
const bytesMax = 32 * 1024 * 1024;

/** Calls `done` once, when reading has ended. */
export function discardBody(request: IncomingMessage, done: () => void): void {
  if (request.headers.expect !== undefined) {
    done();
    return;
  }
  let bytes = 0;
  const end = (): void => {
    clearTimeout(totalTimer);
    clearTimeout(silenceTimer);
    for (const event of ['end', 'close', 'error']) request.off(event, end);
    request.off('data', onData);
    done();
  };
  const onData = (chunk: Buffer): void => {
    silenceTimer.refresh();
    bytes += chunk.length;
    if (bytes > bytesMax) end();
  };
  const totalTimer = setTimeout(end, totalMs);
  const silenceTimer = setTimeout(end, silenceMs);
  for (const event of ['end', 'close', 'error']) request.on(event, end);
  request.on('data', onData);
  request.resume();
}
