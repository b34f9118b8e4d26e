/**
 * discard-body: what a client still sends of a body that was refused unread.
 *
 * Most clients send the whole body before they read the answer. A connection that closes on them meanwhile is all that
 * they see: "broken pipe" in place of the refusal.
 * D1  What comes is read and thrown away until the body ends, for at most 5 seconds and 32 MiB, and while something comes
 *     at least every second. Then the connection closes.
 * D2  A client that waits for `100 Continue` was never asked for its body: there is nothing to wait for.
 */
import type { IncomingMessage } from 'node:http';

const wholeMs = 5_000;
const silentMs = 1_000;
const bytesMax = 32 * 1024 * 1024;

/** Calls `done`, once, when no more of the body is read. */
export function discardBody(request: IncomingMessage, done: () => void): void {
  if (request.headers.expect !== undefined) {
    done();
    return;
  }
  let bytes = 0;
  const end = (): void => {
    clearTimeout(whole);
    clearTimeout(silent);
    for (const event of ['end', 'close', 'error']) request.off(event, end);
    request.off('data', onData);
    done();
  };
  const onData = (chunk: Buffer): void => {
    silent.refresh();
    bytes += chunk.length;
    if (bytes > bytesMax) end();
  };
  const whole = setTimeout(end, wholeMs);
  const silent = setTimeout(end, silentMs);
  for (const event of ['end', 'close', 'error']) request.on(event, end);
  request.on('data', onData);
  request.resume();
}
