/** rest-ms: how long the indexer rests after a document, so that writes and readers have the processors (SPEC.md, SE4). */

/** Times what the document took: a sixth of one processor at most. */
const quiet = { factor: 5, longestMs: 1_000 };
/** A thirtieth: while there is much to do, the index falls behind, and writes do not. */
const busy = { factor: 29, longestMs: 3_000 };
const busyShare = 0.6;

/** `tookMs`: the work on the document; `loopShare`: of the time since the one before, in which the event loop was busy (0 to 1). */
export function restMs(tookMs: number, loopShare: number): number {
  const { factor, longestMs } = loopShare > busyShare ? busy : quiet;
  return Math.min(longestMs, tookMs * factor);
}
