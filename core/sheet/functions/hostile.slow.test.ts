/** hostile: calls every function with unreasonable arguments. Only values come back, texts are bounded, and so is the time. */
import { expect, test } from 'vitest';

import { seedOr } from '#test/harness/fuzz.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { evaluate } from '../evaluate.ts';
import { readFormula } from '../formula.ts';
import { clock, noReferences, plain, randomOf } from '../sheet.test-support.ts';
import { errorNames, isSheetError, type Scalar } from '../value.ts';
import { FormulaWork, longestText } from '../recalculation-budget.ts';

import type { SheetFunction } from './define.ts';
import { functionTable } from './function-list.ts';

const functions = [...functionTable().values()];
const table = functionTable();

const pool = [
  '0', '1', '-1', '0.5', '2', '3.7', '10', '100', '255', '1000', '10001', '45292', '1E9', '-1E9', '1E15', '9007199254740993', '1E300', '-1E300', '1E-300', '1.7E308', '4294967296',
  '""', '" "', '"x"', '"12"', '"1e400"', '"2024-02-30"', '"é🎉"', '"*"', '"~"', '">5"', '"<>"', '"[$-409]d"', '"0.0E+0"', '"1111111"', '"#,##0"', 'REPT("a",32767)', 'REPT("*a",8000)', 'REPT("9",300)',
  'TRUE', 'FALSE', '#N/A', '#DIV/0!', '#LIMIT!', '', '{1,2,3}', '{1;"x";TRUE}', '{0}', '{1E300,1E300}', '{-1,1}', 'SEQUENCE(100)', 'SEQUENCE(1,100)', 'SEQUENCE(300,300)', 'SEQUENCE(2,2)',
  'SEQUENCE(5000)*0', 'IF(SEQUENCE(50)>25,"b","a")', 'SEQUENCE(100000)', 'SEQUENCE(1,1000,1,-1)',
] as const; // prettier-ignore

/** As many arguments as the function takes, rarely more than six. */
function call(fn: SheetFunction, random: () => number): string {
  const count = fn.min + Math.floor(random() * (Math.min(fn.max, Math.max(6, fn.min)) - fn.min + 1));
  return `${fn.name}(${Array.from({ length: count }, () => pool[Math.floor(random() * pool.length)]).join(',')})`;
}

function evaluated(text: string): Scalar {
  const work = new FormulaWork();
  work.begin(Infinity);
  const formula = readFormula(text, table);
  return evaluate(formula, { ...clock, work, place: { row: 0, col: 0 }, ...noReferences, read: () => null });
}

const isValue = (value: Scalar): boolean =>
  isSheetError(value)
    ? (errorNames as readonly string[]).includes(value.e)
    : typeof value === 'string'
      ? value.length <= longestText
      : typeof value === 'number'
        ? Number.isFinite(value)
        : typeof value === 'boolean';

/** What takes longer is measured beside the reference. */
const suspectMs = 100;

function msOf(work: () => void): number {
  const started = threadMs();
  work();
  return threadMs() - started;
}

/** The best of three runs, as a multiple of what it takes to write 300,000 small objects as JSON at the same time. */
function timesReference(work: () => void): number {
  const reference = (): void => {
    for (let index = 0; index < 300_000; index += 1) JSON.stringify({ index, list: [index, String(index)] });
  };
  const [times, references] = [[Infinity], [Infinity]];
  for (let round = 0; round < 3; round += 1) {
    references.push(msOf(reference));
    times.push(msOf(work));
  }
  return Math.min(...times) / Math.min(...references);
}

test('[SH21] functions return a value quickly for arguments of any kind, number and size', () => {
  const seed = seedOr(5);
  const random = randomOf(seed);
  const slow: string[] = [];
  for (const fn of functions) {
    for (let round = 0; round < 10; round += 1) {
      const formula = call(fn, random);
      let value: Scalar = null;
      const run = (): void => void (value = evaluated(formula));
      const ms = msOf(run);
      expect(isValue(value), `seed ${seed}: ${formula} is ${String(plain(value))}`).toBe(true);
      if (ms > suspectMs && timesReference(run) > 16) slow.push(`${formula}: ${ms.toFixed(0)} ms`);
    }
  }
  expect(slow, `seed ${seed}`).toEqual([]);
}, 120_000);
