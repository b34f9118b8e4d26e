/** lookup: functions that find values in tables and lists. */
import { toBoolean, toNumber } from '../coerce.ts';
import { asPattern } from '../criteria.ts';
import {
  badRef,
  badValue,
  cellAt,
  gridOf,
  isGrid,
  isSheetError,
  notAvailable,
  type Scalar,
  scalarOf,
  type Value,
} from '../value.ts';
import { type FormulaContext, lift, type SheetFunction, direct } from './define.ts';
import { halve, line, list, type Lookups, matching, nearest, type LookupRange } from './search.ts';

export function lookupFunctions(lookups: Lookups): readonly SheetFunction[] {
  const exactly = (
    searched: LookupRange,
    lookupValue: Scalar,
    context: FormulaContext,
    from: 'first' | 'last' = 'first',
  ): number => {
    const pattern = typeof lookupValue === 'string' ? asPattern(lookupValue) : null;
    return pattern === null ? lookups.find(searched, lookupValue, context, from) : matching(searched, pattern, context, from);
  };
  const each = (value: Value, context: FormulaContext, fn: (scalar: Scalar) => Scalar): Value =>
    lift([value], context, 10, ([scalar = null]) => (isSheetError(scalar) ? scalar : fn(scalar)));

  const table = (name: string, axis: 'row' | 'col'): SheetFunction =>
    direct(name, '1*1?1', ([lookupValue = null, range = null, nth = null, sorted = true], context) => {
      const grid = gridOf(range);
      const number = toNumber(scalarOf(nth));
      const approximate = toBoolean(scalarOf(sorted));
      if (isSheetError(number)) return number;
      if (isSheetError(approximate)) return approximate;
      const at = Math.trunc(number) - 1;
      if (at < 0) return badValue;
      if (at >= (axis === 'col' ? grid.width : grid.height)) return badRef;
      const searched = lookups.first(grid, axis, context);
      context.work.spend(approximate ? 20 : 1);
      return each(lookupValue, context, (scalar) => {
        const found = approximate ? halve(searched, scalar, context) : exactly(searched, scalar, context);
        if (found < 0) return notAvailable;
        return (axis === 'col' ? cellAt(grid, found, at) : cellAt(grid, at, found)) ?? null;
      });
    });

  const match = direct('MATCH', '1*?1', ([lookupValue = null, range = null, kind = 1], context) => {
    const searched = list(range);
    const how = toNumber(scalarOf(kind));
    if (isSheetError(how)) return how;
    if (searched === null) return notAvailable;
    return each(lookupValue, context, (scalar) => {
      const found =
        how === 0
          ? exactly(searched, scalar, context)
          : how > 0
            ? halve(searched, scalar, context)
            : nearest(searched, scalar, 1, context);
      return found < 0 ? notAvailable : found + 1;
    });
  });

  /** Mode: exact 0, next smaller -1, next larger 1, wildcards 2. A direction of -1 starts from the last. */
  const modern = (searched: LookupRange, scalar: Scalar, mode: number, direction: number, context: FormulaContext): number => {
    const from = direction < 0 && (mode === 0 || mode === 2) ? 'last' : 'first';
    if (mode === 2) return exactly(searched, scalar, context, from);
    const found = lookups.find(searched, scalar, context, from);
    if (found >= 0 || mode === 0) return found;
    return nearest(searched, scalar, mode < 0 ? -1 : 1, context);
  };

  const xlookup = direct(
    'XLOOKUP',
    '1**?111',
    ([lookupValue = null, keys = null, range = null, missing, mode = 0, direction = 1], context) => {
      const searched = list(keys);
      const grid = gridOf(range);
      if (searched === null) return badValue;
      const isColumn = gridOf(keys).width === 1;
      if ((isColumn ? grid.height : grid.width) !== searched.length) return badValue;
      const [how, from] = [toNumber(scalarOf(mode)), toNumber(scalarOf(direction))];
      if (isSheetError(how) || isSheetError(from)) return badValue;
      const none = missing === undefined || missing === null ? notAvailable : scalarOf(missing);
      const at = (scalar: Scalar): number => modern(searched, scalar, how, from, context);
      if (isGrid(lookupValue) && lookupValue.cells.length > 1) {
        return each(lookupValue, context, (scalar) => {
          const found = at(scalar);
          return found < 0 ? none : ((isColumn ? cellAt(grid, found, 0) : cellAt(grid, 0, found)) ?? null);
        });
      }
      const one = scalarOf(lookupValue);
      if (isSheetError(one)) return one;
      const found = at(one);
      if (found < 0) return none;
      const cells = line(grid, isColumn ? 'row' : 'col', found);
      context.work.spend(cells.length);
      if (cells.length === 1) return cells[0] ?? null;
      return isColumn ? { height: 1, width: cells.length, cells } : { height: cells.length, width: 1, cells };
    },
  );

  const xmatch = direct('XMATCH', '1*?11', ([lookupValue = null, keys = null, mode = 0, direction = 1], context) => {
    const searched = list(keys);
    const [how, from] = [toNumber(scalarOf(mode)), toNumber(scalarOf(direction))];
    if (searched === null || isSheetError(how) || isSheetError(from)) return badValue;
    return each(lookupValue, context, (scalar) => {
      const found = modern(searched, scalar, how, from, context);
      return found < 0 ? notAvailable : found + 1;
    });
  });

  const lookup = direct('LOOKUP', '1*?*', ([lookupValue = null, keys = null, results], context) => {
    const grid = gridOf(keys);
    const isWide = grid.width > grid.height;
    const searched = list(keys) ?? lookups.first(grid, isWide ? 'row' : 'col', context);
    const resultList = results === undefined ? null : list(results);
    const last = isWide ? (at: number) => cellAt(grid, grid.height - 1, at) : (at: number) => cellAt(grid, at, grid.width - 1);
    return each(lookupValue, context, (scalar) => {
      const found = halve(searched, scalar, context);
      return found < 0 ? notAvailable : ((resultList === null ? last(found) : resultList[found]) ?? null);
    });
  });

  return [table('VLOOKUP', 'col'), table('HLOOKUP', 'row'), match, xlookup, xmatch, lookup];
}
