/** The probabilities of what befalls the disk of an embedded installation and the thread that syncs it. */
import type { SeededRandom } from '#test/harness/random.ts';

export type DiskChances = {
  /** That a sync takes its time. */
  readonly syncWaits: number;
  /** That a sync fails. */
  readonly syncFails: number;
  /** That the thread which syncs dies, before or after it has. */
  readonly threadDies: number;
  /** That a statement or a COMMIT meets a full disk. */
  readonly full: number;
  /** That a statement or a COMMIT meets an error of the disk. */
  readonly fails: number;
  /** That the machine loses its power when a node dies. */
  readonly powerFails: number;
  /** Per step: that pages are copied from the log to the database. */
  readonly checkpoint: number;
};

export const soundDisk: DiskChances = {
  syncWaits: 0,
  syncFails: 0,
  threadDies: 0,
  full: 0,
  fails: 0,
  powerFails: 0,
  checkpoint: 0,
};

export const diskChances = (random: SeededRandom): DiskChances => ({
  syncWaits: random.pick([0, 0.2, 0.7]),
  syncFails: random.pick([0, 0, 0.01, 0.05]),
  threadDies: random.pick([0, 0, 0.02]),
  full: random.pick([0, 0, 0.01, 0.1]),
  fails: random.pick([0, 0, 0.003, 0.02]),
  powerFails: random.pick([0, 0.5, 1]),
  checkpoint: random.pick([0, 0, 0.4]),
});

/** A disk without faults, and a thread that dies often. */
export const threadChances = (random: SeededRandom): DiskChances => ({
  ...soundDisk,
  syncWaits: random.pick([0, 0.2, 0.7]),
  threadDies: random.pick([0.01, 0.05, 0.2]),
  powerFails: random.pick([0, 0.5, 1]),
});
