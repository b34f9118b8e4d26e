import { expect, test } from 'vitest';

import { scaled, seedOr } from '#test/harness/fuzz.ts';

import { criteriaPool, randomScalar } from './random-sheet.test-support.ts';
import { readCriterion, testOf } from './criteria.ts';
import { evaluate } from './evaluate.ts';
import { readFormula } from './formula.ts';
import { functionTable } from './functions/function-list.ts';
import { type GridIndex, GridIndices } from './grid-index.ts';
import { mergeSort } from './merge-sort.ts';
import { clock, noReferences, plain, randomOf } from './sheet.test-support.ts';
import type { Grid, Scalar } from './value.ts';
import { FormulaWork, Parts, TurnOver } from './recalculation-budget.ts';

const seed = seedOr(20_270_103);

/** An index of the list, which the second search builds. */
function indexOf(cells: readonly Scalar[]): GridIndex {
  const indices = new GridIndices(1);
  indices.of(cells);
  return indices.of(cells) ?? expect.unreachable('there is no index');
}

test('[SH22] an index finds the cells that meet a criterion, for random pairs of lists and criteria', () => {
  const random = randomOf(seed);
  const work = new FormulaWork({ formulaWork: Infinity });
  work.begin(Infinity);
  for (let round = 0; round < scaled(500); round += 1) {
    const cells = Array.from({ length: 1 + Math.floor(random() * 40) }, () => randomScalar(random));
    const index = indexOf(cells);
    for (let count = 0; count < 200; count += 1) {
      const wanted = random() < 0.5 ? randomScalar(random) : criteriaPool(random);
      const criterion = readCriterion(wanted);
      const meets = testOf(criterion, work);
      const expected = cells.flatMap((cell, at) => (meets(cell) ? [at] : []));
      const found = index.find(criterion, work);
      if (found === null) continue;
      const told = `seed ${seed}: ${JSON.stringify([wanted, cells])}`;
      expect(Array.from(found.places()), told).toEqual(expected);
      expect(found.count, told).toBe(expected.length);
    }
  }
}, 60_000);

/** The formulas below; `A`, `B` and `C` represent ranges. */
const formulas = [
  'COUNTIF(A,c)', 'COUNTIF(B,c)', 'COUNTIFS(A,c,B,d)', 'COUNTIFS(A,c,B,d,C,c)', 'SUMIF(A,c)', 'SUMIF(A,c,B)', 'SUMIFS(B,A,c,C,d)', 'AVERAGEIF(A,c,B)', 'AVERAGEIFS(B,A,c,B,d)',
  'MAXIFS(B,A,c)', 'MINIFS(B,A,c,C,d)', 'RANK(c,A)', 'RANK.EQ(c,B,1)', 'RANK.AVG(d,A,0)', 'MATCH(c,A,0)', 'MATCH(d,C,0)', 'XMATCH(c,A,0,-1)', 'XMATCH(c,B)', 'XLOOKUP(c,A,B,"none",0,-1)',
  'XLOOKUP(d,A,B)', 'XLOOKUP(c,C,A,"none",2,-1)', 'VLOOKUP(c,D,2,FALSE)', 'HLOOKUP(d,E,2,FALSE)', 'VLOOKUP(c,D,3,FALSE)',
] as const; // prettier-ignore

test('[SH5] [SH22] functions have the same result and charge with indices, without, and in turns of any length', () => {
  const random = randomOf(seed + 1);
  const indices = [new GridIndices(1), new GridIndices(Infinity)] as const;
  const [indexed, plainTable] = indices.map((one) => functionTable(one));
  if (indexed === undefined || plainTable === undefined) expect.unreachable();
  for (let round = 0; round < scaled(100); round += 1) {
    const length = 1 + Math.floor(random() * 60);
    const column = (): Grid => ({ height: length, width: 1, isRange: true, cells: Array.from({ length }, () => randomScalar(random)) });
    const table = (height: number, width: number): Grid => ({ height, width, isRange: true, cells: Array.from({ length: height * width }, () => randomScalar(random)) });
    for (const form of formulas) {
      const ranges: Record<string, Grid> = { A: column(), B: column(), C: column(), D: table(length, 3), E: table(2, length) };
      for (let again = 0; again < 3; again += 1) {
        const arguments_ = [random() < 0.5 ? randomScalar(random) : criteriaPool(random), random() < 0.5 ? randomScalar(random) : criteriaPool(random)];
        const parts = new Map<string, Scalar | Grid>([['c', arguments_[0] ?? null], ['d', arguments_[1] ?? null], ...Object.entries(ranges)]);
        const names = [...new Set(form.match(/\b[A-Ecd]\b/g) ?? [])];
        // Each name is a reference of the formula.
        const ids = new Map(names.map((name, at) => [name, `[col_${String(at).padStart(16, '0')},row_0000000000000000]`]));
        const text = form.replaceAll(/\b[A-Ecd]\b/g, (name) => ids.get(name) ?? name);
        const values = (form.match(/\b[A-Ecd]\b/g) ?? []).map((name) => parts.get(name) ?? null);
        const run = (functions: ReturnType<typeof functionTable>, turn: number): readonly [unknown, number] => {
          const work = new FormulaWork({ formulaWork: Infinity, pieceWork: turn === Infinity ? 1_000 : 2 });
          const formula = readFormula(text, functions);
          const kept = new Parts();
          for (;;) {
            work.begin(turn, turn === Infinity ? null : kept);
            try {
              const value = evaluate(formula, { ...clock, work, place: { row: 0, col: 0 }, ...noReferences, read: (at) => values[at] ?? null });
              return [plain(value), work.charged];
            } catch (error) {
              if (!(error instanceof TurnOver)) throw error;
            }
          }
        };
        const expected = run(plainTable, Infinity);
        const told = `seed ${seed + 1}: ${form} ${JSON.stringify([...parts])}`;
        // The first search of a range uses no index, in however many turns.
        expect(run(indexed, random() < 0.7 ? 1 + random() * 20 : Infinity), told).toEqual(expected);
        expect(run(plainTable, 1 + random() * 20), told).toEqual(expected);
      }
    }
  }
}, 60_000); // prettier-ignore

test('the stepwise sort equals the sort of arrays', () => {
  const random = randomOf(seed + 2);
  for (const length of [0, 1, 2, 511, 512, 513, 1_024, 5_000]) {
    const items = Array.from({ length }, (_, at) => ({ key: Math.floor(random() * 50), at }));
    const compare = (a: { readonly key: number }, b: { readonly key: number }): number => a.key - b.key;
    const steps = mergeSort(items.slice(), compare, new FormulaWork(), random() < 0.5 ? 0 : 100);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toEqual(items.toSorted(compare));
  }
});
