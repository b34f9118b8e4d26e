/** Seeds of histories that broke a promise, kept in a file, one on each line: a long run plays them first, and adds what it finds. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export function failingSeeds(file: string): number[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return [...new Set(lines.filter((line) => /^\d+$/.test(line)).map(Number))];
}

export function keepFailingSeed(file: string, seed: number): void {
  if (!failingSeeds(file).includes(seed)) appendFileSync(file, `${seed}\n`);
}
