/** past-stops: the moments that a person steps through, from what people and agents did on a tab. */
import type { Activity } from '#schema/history.ts';

export type Stop = {
  readonly rev: number;
  readonly entry: Activity;
  /** The last stop of its entry: what it led to. */
  readonly isLast: boolean;
};

/** Of an entry with many revisions; they are spread over it evenly. */
const stopsPerEntry = 10;

/** `activity`: newest first. The stops are oldest first; of entries that overlap, each revision belongs to the one that ended first. */
export function stopsOf(activity: readonly Activity[]): Stop[] {
  const stops = new Map<number, Stop>();
  for (const entry of activity.toReversed()) {
    const count = Math.min(stopsPerEntry, entry.rev - entry.firstRev + 1);
    for (let step = 1; step <= count; step += 1) {
      const isLast = step === count;
      const rev = isLast ? entry.rev : entry.firstRev + Math.floor(((entry.rev - entry.firstRev + 1) * step) / count) - 1;
      if (isLast || !stops.has(rev)) stops.set(rev, { rev, entry, isLast });
    }
  }
  return [...stops.values()].toSorted((a, b) => a.rev - b.rev);
}

/** The index of the last stop at or before a revision; 0 if there is none. */
export const stopAt = (stops: readonly Stop[], rev: number): number =>
  Math.max(
    0,
    stops.findLastIndex((stop) => stop.rev <= rev),
  );
