/**
 * Reproducible random choices: every test prints its seed (./fuzz.ts says how to choose another). The choices are the same in every run with
 * a seed; the timing of real processes is not.
 */
import process from 'node:process';

import { seedOr } from './fuzz.ts';

/** The seed of this run, printed. */
export function seedOf(test: string): number {
  const seed = seedOr(1);
  process.stdout.write(`${test}: SEED=${seed}\n`);
  return seed;
}

/** mulberry32, by Tommy Ettinger (public domain). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** In [min, max]. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An independent stream, for something that runs concurrently. */
  fork(): SeededRandom {
    return new SeededRandom(this.integer(0, 2 ** 32 - 1));
  }
}
