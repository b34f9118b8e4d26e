/**
 * Reads a body in turns when it arrives in many small chunks (SPEC.md, HT34).
 *
 * Node parses all that a socket has received in one turn of the event loop, and passing a chunk on takes microseconds, however small it
 * is. After some chunks in a turn, the socket is therefore not read again before the next turn, and the chunks of what was read
 * already are passed on in one piece.
 */
import type { IncomingMessage } from 'node:http';

/** Chunks that are passed on one by one in a turn. */
const chunksPerTurn = 64;

/** Call before the body is read. */
export function paceChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket } = request;
  const push = request.push.bind(request);
  const read = request._read.bind(request);
  let chunks = 0;
  let held: Buffer[] = [];
  /** Whether the stream has room for more. */
  let isWanted = true;

  const passOn = (chunk: Buffer): boolean => {
    isWanted = push(chunk);
    return isWanted;
  };
  const release = (): void => {
    if (held.length === 0) return;
    const piece = Buffer.concat(held);
    held = [];
    passOn(piece);
  };
  const nextTurn = (): void => {
    const wasPaused = chunks > chunksPerTurn;
    chunks = 0;
    release();
    if (!wasPaused || !isWanted) return;
    // Node pauses a socket itself while answers wait to be sent.
    if (socket.writableNeedDrain) socket.once('drain', () => socket.resume());
    else socket.resume();
  };

  // Not in a subclass of IncomingMessage: Express gives requests another prototype.
  request.push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      release();
      return push(null);
    }
    chunks += 1;
    if (chunks === 1) setImmediate(nextTurn);
    if (chunks <= chunksPerTurn) return passOn(chunk);
    if (held.length === 0) socket.pause();
    held.push(chunk);
    return true;
  };
  // Reading resumes the socket. What is held is passed on without being asked for, and then the stream reads again.
  request._read = (size: number): void => {
    isWanted = true;
    if (held.length === 0) read(size);
  };
}
