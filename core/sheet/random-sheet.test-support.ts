/** random-sheet.test-support: values and criteria on which functions that search cells could differ. */
import { badNumber, divZero, notAvailable, type Scalar } from './value.ts';

const texts = [
  '', 'a', 'A', 'apple', 'Apple', 'APPLE', 'b', 'banana', 'ß', 'SS', 'İ', 'i̇', 'I', 'x*', '*', '?', '~*', 'a?', 'TRUE', 'false', '5', ' 5', '5.0', '05', '$5', '5%', '0.05', '-5', '1e3', '1,000', '2024-01-05', '12:30', '1/2', '=', '<', '>5',
] as const; // prettier-ignore
const numbers = [
  0, -0, 1, 2, 3, 5, -5, 0.05, 0.1, 0.2, 0.1 + 0.2, 0.3, 1_000, 45_296, 0.5, 1 / 3, 0.333333333333333, 1e15, 1e15 + 2, 999_999_999_999_999.5, 1_234_567_890_123_456.5, 1_234_567_890_123_460, 1_234_567_890_123_458, 1e-300, 5e-324, -1e308,
] as const; // prettier-ignore

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

export function randomScalar(random: () => number): Scalar {
  const kind = random();
  if (kind < 0.35) return pick(numbers, random);
  if (kind < 0.5) return Math.floor(random() * 8);
  if (kind < 0.8) return pick(texts, random);
  if (kind < 0.87) return random() < 0.5;
  return kind < 0.95 ? null : pick([divZero, notAvailable, badNumber], random);
}

/** Criteria with and without comparisons and wildcards. */
export function criteriaPool(random: () => number): string {
  const operator = pick(['', '', '=', '<>', '<', '<=', '>', '>='], random);
  const operand = random() < 0.5 ? pick(texts, random) : String(pick(numbers, random));
  const wild = random() < 0.15 ? pick(['*', '?', 'a*', '*p*', '~*', '??', '*a'], random) : operand;
  return `${operator}${random() < 0.1 ? '' : wild}`;
}
