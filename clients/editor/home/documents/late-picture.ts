/**
 * late-picture: a picture that the server was too busy to draw at once, requested again when the server says.
 *
 * An `<img>` does not tell why it failed, so the picture is fetched here, and the answer decides.
 */

const attempts = 5;
const [defaultWaitMs, longestWaitMs] = [1_000, 60_000];
const tooBusy = [429, 503];

/** Null if there is no picture: it is too large, the server cannot be reached, or it stays busy. */
export async function latePicture(address: string, signal: AbortSignal): Promise<Blob | null> {
  let waitMs = defaultWaitMs;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await pause(waitMs, signal);
    if (signal.aborted) return null;
    try {
      const response = await fetch(address, { signal });
      if (response.ok) return await response.blob();
      if (!tooBusy.includes(response.status)) return null;
      waitMs = waitOf(response);
    } catch {
      return null;
    }
  }
  return null;
}

/** `Retry-After` is a number of seconds here, never a date. */
function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? Math.min(seconds * 1_000, longestWaitMs) : defaultWaitMs;
}

/** Ends early when it is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
