/** aggregate: AGGREGATE, and FREQUENCY. */
import { toNumber } from '../coerce.ts';
import { badValue, gridOf, isGrid, isSheetError, scalarOf, type Value } from '../value.ts';
import { numbersOf, type SheetFunction, whole } from './define.ts';
import { subtotalOf } from './math.ts';

/** How many numbers are at most each of the classes, and above the one before; the last are those above all. */
export const frequency = whole('FREQUENCY', '**', ([data = null, classes = null], { work }) => {
  const [numbers, bounds] = [numbersOf([data]), numbersOf([classes])];
  if (!Array.isArray(numbers)) return numbers;
  if (!Array.isArray(bounds)) return bounds;
  const order = [...bounds].sort((a, b) => a - b);
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  work.spend(numbers.length * (1 + Math.log2(1 + bounds.length)) + bounds.length * 5);
  for (const number of numbers) {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((order[middle] ?? 0) >= number) high = middle;
      else low = middle + 1;
    }
    counts[low] = (counts[low] ?? 0) + 1;
  }
  const places = new Map<number, number[]>();
  for (const [at, bound] of order.entries()) places.set(bound, [...(places.get(bound) ?? []), at]);
  // In the order in which the classes are given.
  const cells: number[] = bounds.map((bound) => counts[places.get(bound)?.shift() ?? 0] ?? 0);
  cells.push(counts[bounds.length] ?? 0);
  return { height: cells.length, width: 1, cells };
});

const ordered: ReadonlyMap<number, string> = new Map([[12, 'MEDIAN'], [13, 'MODE.SNGL'], [14, 'LARGE'], [15, 'SMALL'], [16, 'PERCENTILE.INC'], [17, 'QUARTILE.INC'], [18, 'PERCENTILE.EXC'], [19, 'QUARTILE.EXC']]); // prettier-ignore

/** The codes of SUBTOTAL, and those of functions by order. Options 2, 3, 6 and 7 leave out errors; hidden rows count. */
export const aggregateOf = (functions: readonly SheetFunction[]): SheetFunction => {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  return whole('AGGREGATE', '11*?*(*)', ([code = null, option = null, first = null, ...rest], context) => {
    const [kind, options] = [toNumber(scalarOf(code)), toNumber(scalarOf(option))];
    if (isSheetError(kind)) return kind;
    if (isSheetError(options)) return options;
    const [number, choice] = [Math.trunc(kind), Math.trunc(options)];
    if (choice < 0 || choice > 7) return badValue;
    const without = (value: Value): Value => {
      if (!isGrid(value) || ![2, 3, 6, 7].includes(choice)) return value;
      const cells = value.cells.filter((cell) => !isSheetError(cell));
      return { height: cells.length, width: 1, cells, ...(value.isRange === true && { isRange: true }) };
    };
    const fn = byName.get(ordered.get(number) ?? '');
    if (fn === undefined) {
      const total = number >= 1 && number <= 11 ? subtotalOf.get(number) : undefined;
      if (total === undefined) return badValue;
      const ranges = [first, ...rest].map(without);
      const numbers = numbersOf(ranges);
      if (!Array.isArray(numbers)) return numbers;
      return total(numbers, ranges.reduce<number>((count, range) => count + gridOf(range).cells.filter((cell) => cell !== null).length, 0)); // prettier-ignore
    }
    const [k = null] = rest;
    if (number >= 14 && rest.length === 0) return badValue;
    const list = without(first);
    return fn.call(number < 14 ? [() => list] : [() => list, () => k], context);
  });
};
