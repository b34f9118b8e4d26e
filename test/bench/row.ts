/** One figure of ours next to its baseline, taken in the same run, and the goal that it is compared with. */

export type BenchUnit =
  | 'ms'
  | 'µs'
  | 'per s'
  | 'MB'
  | 'exponent'
  | 'pairs'
  | 'drawings'
  | 'per arrow'
  | 'pages'
  | 'commits'
  | 'trips'
  | 'px'
  | 'x';

export type BenchRow = {
  readonly what: string;
  readonly unit: BenchUnit;
  readonly ours: number;
  /** The figure of the bare parts on the same machine, in the same unit; null if there is nothing comparable. */
  readonly baseline: { readonly name: string; readonly value: number } | null;
  /** In words, and whether it is reached; null for a figure without a goal. */
  readonly goal: { readonly words: string; readonly met: boolean } | null;
};

/** How much work a run does. */
export type BenchEffort = {
  /** Rounds in which ours and the baseline take turns. */
  readonly rounds: number;
  /** The share of the full amount within a round, from 0 to 1. */
  readonly share: number;
};

export type Bench = {
  readonly name: string;
  /** What it measures, in a few words. */
  readonly title: string;
  readonly run: (effort: BenchEffort) => Promise<BenchRow[]>;
};

/** Ours divided by the baseline; null without one. */
export const ratioOf = ({ ours, baseline }: BenchRow): number | null => (baseline === null ? null : ours / baseline.value);

/** The number of repetitions in a round, at least `least`. */
export const times = ({ share }: BenchEffort, full: number, least = 1): number => Math.max(least, Math.round(full * share));
