/**
 * The size of one history and the probabilities of its faults. Most histories have some kinds of faults and not others, which finds more than all at once.
 */
import type { SeededRandom } from '#test/harness/random.ts';

import { type DiskChances, diskChances, threadChances } from './disk/disk-chances.ts';
import { type PostgresChances, postgresChances } from './postgres/connection-faults.ts';

/** `thread`: embedded, and the only fault of its disk is that the thread which syncs it dies. */
export const storageKinds = ['postgres', 'embedded', 'thread'] as const;
export type StorageKind = (typeof storageKinds)[number];

export type Chances = {
  readonly storage:
    | { readonly kind: 'postgres'; readonly postgres: PostgresChances }
    | { readonly kind: 'embedded' | 'thread'; readonly disk: DiskChances };
  readonly nodes: number;
  readonly editors: number;
  readonly agents: number;
  readonly steps: number;
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

/** `kind`: the one that was chosen for all histories; null: any. */
export const chancesOf = (random: SeededRandom, kind: StorageKind | null): Chances => {
  const keepTailRows = random.pick([0, 2, keptByNodes]);
  const storage = storageChances(random, kind ?? random.pick(['postgres', 'embedded']), keepTailRows >= keptByNodes);
  return {
    storage,
    nodes: storage.kind === 'postgres' ? random.integer(1, 3) : 1,
    editors: random.integer(1, 3),
    agents: random.integer(1, 2),
    steps: random.integer(40, 160),
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

const storageChances = (random: SeededRandom, kind: StorageKind, mayBeUnknown: boolean): Chances['storage'] =>
  kind === 'postgres'
    ? { kind, postgres: postgresChances(random, mayBeUnknown) }
    : { kind, disk: kind === 'thread' ? threadChances(random) : diskChances(random) };
