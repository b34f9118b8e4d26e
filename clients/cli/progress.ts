/** Shows a waiting command on a terminal. */
import type { Io } from './io.ts';

const afterMs = 1_000;
const eraseLine = '\r\u001b[K';

/** Shows `text` after a second and erases it at the end. Settles as `work` does. */
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
