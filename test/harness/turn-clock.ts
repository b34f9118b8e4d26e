/**
 * Measures the turns of a process's event loop. A node loads it before its own modules (turns.ts).
 *
 * A timer of a millisecond reads the CPU time of the thread, so the difference between two readings is at most one turn and a millisecond.
 * Waiting does not count, nor do other threads and processes. SIGUSR2 writes the longest turn to the file, and starts again.
 */
import { renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

import { threadMs } from './thread-ms.ts';

const { TURNS_FILE } = process.env;

if (isMainThread && TURNS_FILE !== undefined) {
  let [last, longest, total] = [threadMs(), 0, 0];
  const read = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    total += now - last;
    last = now;
  };
  setInterval(read, 1).unref();
  process.on('SIGUSR2', () => {
    read();
    writeFileSync(`${TURNS_FILE}.new`, JSON.stringify({ longest, total }));
    renameSync(`${TURNS_FILE}.new`, TURNS_FILE);
    [longest, total] = [0, 0];
    last = threadMs();
  });
}
