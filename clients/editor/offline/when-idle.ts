/** when-idle: runs something when the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari supports it only since recently.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
