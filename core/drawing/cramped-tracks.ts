/** Whether two paths have a track in common in a gap that is too narrow for two. */
import type { ArrowPath } from './arrow-path.ts';
import type { SegmentCache } from './segment-cache.ts';
import { distinctGap, shareChannel } from './track-order.ts';
import type { TrackSegment } from './track-segment.ts';

/** Tracks that overlap for less look like a crossing. */
const leastRun = 8;

export const areCramped = (a: ArrowPath, b: ArrowPath, segments: SegmentCache): boolean =>
  ([0, 1] as const).some((axis) => segments.of(a, axis).some((s) => segments.of(b, axis).some((t) => lackRoom(s, t))));

function lackRoom(s: TrackSegment, t: TrackSegment): boolean {
  if (Math.abs(s.position - t.position) >= distinctGap || Math.min(s.end, t.end) - Math.max(s.start, t.start) <= leastRun)
    return false;
  return Math.max(s.tightHigh, t.tightHigh) - Math.min(s.tightLow, t.tightLow) < distinctGap && shareChannel(s, t);
}
