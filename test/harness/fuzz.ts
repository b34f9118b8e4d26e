/**
 * fuzz: how many cases a random test tries, and from which seed.
 *
 * A test names the number of its full strength. FUZZ in the environment multiplies it: 0.1 unless it is set, so that a run while
 * working is quick; 1 in `npm run test:all`, more in `npm run test:thorough`. SEED repeats a run: a failing test prints its seed.
 */
import process from 'node:process';

/** 1 is full strength. */
export const strength = Number(process.env['FUZZ'] ?? 0.1);

/** How many cases to try of `full`: not fewer than `fewest`, which prove little and cost little. */
export const scaled = (full: number, fewest = 10): number => Math.max(Math.ceil(full * strength), Math.min(full, fewest));

/** The parameters of a fast-check assertion that tries `full` cases at full strength, and never fewer than `fewest`. */
export function fuzz(full = 100, fewest?: number): { numRuns: number; seed?: number } {
  const seed = process.env['SEED'];
  return { numRuns: scaled(full, fewest), ...(seed !== undefined && { seed: Number(seed) }) };
}

/** A time-out of so many milliseconds at full strength, for tests that need more than their project gives. */
export const fuzzTimeout = (ms: number): number => ms * Math.max(1, strength);
