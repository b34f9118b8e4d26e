/** when-idle: does something when the page has nothing else to do. Answers what stops it from being done. */
export function whenIdle(work: () => void): () => void {
  // Safari has learnt it late.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(asked);
}
