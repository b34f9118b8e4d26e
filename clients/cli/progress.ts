/**
 * progress: a sign of life while a command waits.
 *
 * G1  It is for terminals alone, on stderr, after a second, and is gone when the wait is over.
 */
import type { Io } from './io.ts';

const afterMs = 1_000;
const eraseLine = '\r\u001b[K';

/** [G1] `text` says what is waited for. Ends as the work does. */
export async function showWaiting<T>({ stderr }: Io, text: string, work: Promise<T>): Promise<T> {
  if (stderr.isTTY !== true) return work;
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    stderr.write(`${text} …`);
  }, afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (isShown) stderr.write(eraseLine);
  }
}
