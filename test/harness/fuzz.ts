/**
 * fuzz: how many cases a random test tries, and from which seed.
 *
 * A test names the number of its full strength. FUZZ in the environment multiplies it: 0.05 unless it is set, so that a run while
 * working is quick; 1 in `npm run test:full`, 10 in `npm run test:thorough`.
 *
 * Each test has a seed of its own, so that a run which fails where the one before it passed says something about the change
 * between them. SEED=<number> takes another seed, and SEED=random, which is how `npm run test:thorough` runs, searches further.
 * A test that fails prints its seed.
 */
import process from 'node:process';

/** The strength of a run while working. */
export const quickStrength = 0.05;

/** 1 is full strength. */
export const strength = Number(process.env['FUZZ'] ?? quickStrength);

/** At full strength, long tests run too. */
export const isFull = strength >= 1;

/** The number of cases for a test with `full` cases at full strength; at least `fewest`, which prove little and cost little. */
export const scaled = (full: number, fewest = 10): number => Math.max(Math.ceil(full * strength), Math.min(full, fewest));

/** The seed to start from: `own`, unless SEED is set. */
export function seedOr(own: number): number {
  const setting = process.env['SEED'];
  if (setting === undefined || setting === '') return own;
  return setting === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(setting);
}

/** The parameters of a fast-check assertion that tries `full` cases at full strength, and never fewer than `fewest`. */
export const fuzz = (full = 100, fewest?: number): { numRuns: number; seed: number } => ({
  numRuns: scaled(full, fewest),
  seed: seedOr(1),
});

/** A timeout of `ms` at full strength, for tests that need more than the timeout of their project. */
export const fuzzTimeout = (ms: number): number => ms * Math.max(1, strength);
