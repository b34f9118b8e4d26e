/**
 * conditional: counts, sums and averages of cells that meet conditions.
 *
 * Conditions on a range are answered from its index (grid-index.ts) if possible, and the others are tested on the remaining
 * cells. Result and charge are the same as for testing every cell.
 */
import { type Criterion, readCriterion, testOf } from '../criteria.ts';
import type { Found, GridIndices } from '../grid-index.ts';
import { badValue, divZero, finite, type Grid, gridOf, isSheetError, type Scalar, scalarOf, type Value } from '../value.ts';
import type { FormulaWork, Steps } from '../recalculation-budget.ts';
import { direct, type Form, type SheetFunction } from './define.ts';

type Condition = { readonly cells: readonly Scalar[]; readonly criterion: Criterion };

/**
 * Units (recalculation-budget.ts). A formula is charged for conditions, cells and matches; testing and folding a cell cost the
 * others.
 */
const cost = { condition: 20, cell: 0.02, match: 0.05, tested: 0.3, folded: 0.15 };

/** The conditions if all ranges have the size of the first; null otherwise. */
function conditionsOf(pairs: readonly Value[]): Condition[] | null {
  const first = gridOf(pairs[0] ?? null);
  const conditions: Condition[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const grid = gridOf(pairs[index] ?? null);
    if (grid.height !== first.height || grid.width !== first.width) return null;
    conditions.push({ cells: grid.cells, criterion: readCriterion(scalarOf(pairs[index + 1] ?? null)) });
  }
  return conditions;
}

/** The cells that meet all conditions. */
function meeting(conditions: readonly Condition[], indices: GridIndices, work: FormulaWork): Found {
  work.charge(conditions.reduce((units, { cells }) => units + cost.condition + cells.length * cost.cell, 0));
  const rangeIndices = work.decide(() => conditions.map(({ cells }) => indices.of(cells)));
  let best: { readonly condition: Condition; readonly found: Found } | null = null;
  for (const [at, condition] of conditions.entries()) {
    const found = rangeIndices[at]?.find(condition.criterion, work) ?? null;
    if (found !== null && (best === null || found.count < best.found.count)) best = { condition, found };
  }
  const rest = conditions.filter((condition) => condition !== best?.condition);
  const met = best !== null && rest.length === 0 ? best.found : tested(rest, best?.found.places() ?? null, work);
  work.charge(met.count * cost.match);
  return met;
}

/** Cells that meet all conditions. `among`: their candidates, in reading order; null for all. */
function tested(conditions: readonly Condition[], among: ArrayLike<number> | null, work: FormulaWork): Found {
  // Wildcards are charged for the text that they examine, so they come last, on the cells that all other conditions leave.
  const isLike = ({ criterion }: Condition): boolean => criterion.kind === 'like';
  let places = among;
  for (const { cells, criterion } of [...conditions.filter((one) => !isLike(one)), ...conditions.filter(isLike)]) {
    if (places?.length === 0) break;
    const test = testOf(criterion, work);
    const before = places;
    places = work.loop(() => passing(cells, before, test, work));
  }
  const met = places ?? [];
  return { count: met.length, places: () => met };
}

function* passing(
  cells: readonly Scalar[],
  places: ArrayLike<number> | null,
  test: (value: Scalar) => boolean,
  work: FormulaWork,
): Steps<readonly number[]> {
  const met: number[] = [];
  let [units, before] = [0, work.done];
  const count = places?.length ?? cells.length;
  for (let index = 0; index < count; index += 1) {
    const at = places === null ? index : (places[index] ?? 0);
    if (test(cells[at] ?? null)) met.push(at);
    units += cost.tested;
    if (units + work.done - before < work.piece) continue;
    yield units;
    [units, before] = [0, work.done];
  }
  return met;
}

type Fold = (numbers: number[]) => Scalar;

function fold(grid: Grid, places: ArrayLike<number>, fn: Fold, work: FormulaWork): Scalar {
  const numbers: number[] = [];
  work.count(places.length * cost.folded);
  for (let index = 0; index < places.length; index += 1) {
    const value = grid.cells[places[index] ?? 0];
    if (typeof value === 'number') numbers.push(value);
    else if (isSheetError(value)) return value;
  }
  return fn(numbers);
}

const sum: Fold = (numbers) => finite(numbers.reduce((total, number) => total + number, 0));
const average: Fold = (numbers) => (numbers.length === 0 ? divZero : finite(Number(sum(numbers)) / numbers.length));
const least: Fold = (numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
const most: Fold = (numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0);

export function conditionalFunctions(indices: GridIndices): readonly SheetFunction[] {
  const folded = (taken: Grid, pairs: readonly Value[], fn: Fold, work: FormulaWork): Scalar => {
    const conditions = conditionsOf(pairs);
    const firstRange = gridOf(pairs[0] ?? null);
    if (conditions === null || firstRange.width !== taken.width || firstRange.height !== taken.height) return badValue;
    return fold(taken, meeting(conditions, indices, work).places(), fn, work);
  };

  const byOne = (name: string, fn: Fold): SheetFunction =>
    direct(name, '*1?*', ([range = null, condition = null, summed = range], { work }) =>
      folded(gridOf(summed), [range, condition], fn, work),
    );

  const byMany = (name: string, fn: Fold): SheetFunction =>
    direct(name, '**1?(*1)', ([summed = null, ...pairs], { work }) =>
      pairs.length % 2 === 0 ? folded(gridOf(summed), pairs, fn, work) : badValue,
    );

  const count = (name: string, form: Form): SheetFunction =>
    direct(name, form, (pairs, { work }) => {
      const conditions = pairs.length % 2 === 0 ? conditionsOf(pairs) : null;
      return conditions === null ? badValue : meeting(conditions, indices, work).count;
    });

  return [
    count('COUNTIF', '*1'), count('COUNTIFS', '*1?(*1)'), byOne('SUMIF', sum), byMany('SUMIFS', sum),
    byOne('AVERAGEIF', average), byMany('AVERAGEIFS', average), byMany('MINIFS', least), byMany('MAXIFS', most),
  ]; // prettier-ignore
}
