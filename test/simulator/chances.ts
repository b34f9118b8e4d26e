/**
 * The size of one history and the probabilities of its faults. Most histories have some kinds of faults and not others, which finds more than all at once.
 */
import type { SeededRandom } from '#test/harness/random.ts';

import type { StorageChances } from './node-storage.ts';

export type Chances = {
  readonly nodes: number;
  readonly editors: number;
  readonly agents: number;
  readonly steps: number;
  readonly storage: StorageChances;
  /** That a message between an editor and its node is delayed. */
  readonly lineWaits: number;
  readonly lineCut: number;
  /** For notifications between nodes. */
  readonly ringLost: number;
  readonly ringTwice: number;
  readonly ringWaits: number;
  /** Per step. */
  readonly crash: number;
  readonly compaction: number;
  readonly tuning: {
    readonly flushMs: number;
    readonly idleMs: number;
    readonly compactRows: number;
    readonly keepTailRows: number;
  };
};

/** Rows kept before a snapshot, as many as on a real node: a COMMIT of unknown outcome is looked up among them. */
const keptByNodes = 100;

export const chancesOf = (random: SeededRandom): Chances => {
  const keepTailRows = random.pick([0, 2, keptByNodes]);
  return {
    nodes: random.integer(1, 3),
    editors: random.integer(1, 3),
    agents: random.integer(1, 2),
    steps: random.integer(40, 160),
    storage: {
      waits: random.pick([0, 0.05, 0.2, 0.5]),
      statementFails: random.pick([0, 0, 0.003, 0.02]),
      transactionFails: random.pick([0, 0, 0.05, 0.2]),
      mayBeUnknown: keepTailRows >= keptByNodes,
    },
    lineWaits: random.pick([0, 0.1, 0.5]),
    lineCut: random.pick([0, 0.02, 0.06]),
    ringLost: random.pick([0, 0, 0.3, 1]),
    ringTwice: random.pick([0, 0.3]),
    ringWaits: random.pick([0, 0.5, 1]),
    crash: random.pick([0, 0.01, 0.04]),
    compaction: random.pick([0, 0.02, 0.1]),
    tuning: {
      flushMs: random.pick([1, 20]),
      idleMs: random.pick([50, 60_000]),
      compactRows: random.pick([3, 10, 500]),
      keepTailRows,
    },
  };
};
