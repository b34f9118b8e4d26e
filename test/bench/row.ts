/** row: one figure of ours beside its baseline, taken in the same run, and the goal that it is held against. */

export type BenchUnit = 'ms' | 'µs' | 'per s' | 'MB' | 'exponent' | 'pairs' | 'drawings' | 'per arrow' | 'px' | 'x';

export type BenchRow = {
  readonly what: string;
  readonly unit: BenchUnit;
  readonly ours: number;
  /** What the same machine does with the bare parts, in the same unit; null where nothing comparable exists. */
  readonly baseline: { readonly name: string; readonly value: number } | null;
  /** In words, and whether it is reached; null: a figure for information. */
  readonly goal: { readonly words: string; readonly met: boolean } | null;
};

/** How much work a run does. */
export type BenchEffort = {
  /** Rounds in which ours and the baseline take turns. */
  readonly rounds: number;
  /** Part of the full amount within a round, from 0 to 1. */
  readonly share: number;
};

export type Bench = {
  readonly name: string;
  /** What it measures, in a few words. */
  readonly title: string;
  readonly run: (effort: BenchEffort) => Promise<BenchRow[]>;
};

/** Ours by the baseline's; null without one. */
export const ratioOf = ({ ours, baseline }: BenchRow): number | null => (baseline === null ? null : ours / baseline.value);

/** A whole number of things to do in a round, at least `least`. */
export const times = ({ share }: BenchEffort, full: number, least = 1): number => Math.max(least, Math.round(full * share));
