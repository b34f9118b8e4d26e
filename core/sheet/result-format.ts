/**
 * result-format: the number format of a formula's result, which a cell without a format of its own shows (SH53).
 *
 * Dates, times, percentages and amounts keep their format through references, sums, differences, choices, look-ups and rounding.
 * A difference of dates is a number of days, an amount divided by an amount a plain number, and a share of an amount an amount.
 */
import type { Expression } from './formula.ts';
import type { SheetFunction } from './functions/define.ts';
import { formatKind } from './number-format.ts';

/** The format of a reference's first number; `line`: in this column or row of it, from 0. */
export type FormatOf = (index: number, line?: { readonly axis: 'row' | 'col'; readonly at: number }) => string | undefined;

type Names = { readonly name: string; readonly format: string | undefined; readonly outer: Names | null };
type Source = { readonly formatOf: FormatOf; readonly names: Names | null };

/** Undefined for a plain number. */
export const resultFormat = (expression: Expression, formatOf: FormatOf): string | undefined =>
  formatIn(expression, { formatOf, names: null });

function formatIn(expression: Expression, source: Source): string | undefined {
  switch (expression.kind) {
    case 'value':
      return undefined;
    case 'address':
      return undefined;
    case 'references':
      return formatIn(expression.left, source) ?? formatIn(expression.right, source);
    case 'reference':
      return withKind(source.formatOf(expression.index));
    case 'name': {
      let at = source.names;
      while (at !== null && at.name !== expression.name) at = at.outer;
      return at?.format;
    }
    case 'unary':
      return expression.operator === '%' ? 'percent' : formatIn(expression.of, source);
    case 'binary':
      return ofOperators(expression, source);
    case 'call':
      return ofCall(expression.fn, expression.args, source);
    case 'let': {
      let { names } = source;
      for (const [name, init] of expression.names) names = { name, format: formatIn(init, { ...source, names }), outer: names };
      return formatIn(expression.body, { ...source, names });
    }
  }
}

/** The format if it shows a date, a time, a percentage or an amount. */
const withKind = (nf: string | undefined): string | undefined => (nf === undefined || formatKind(nf) === null ? undefined : nf);
const kindOf = (nf: string | undefined): ReturnType<typeof formatKind> => (nf === undefined ? null : formatKind(nf));

/** The tree of a long sum is deep on its left side, so it is traversed without recursion. */
function ofOperators(expression: Expression & { readonly kind: 'binary' }, source: Source): string | undefined {
  const spine = [expression];
  let first = expression.left;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let format = formatIn(first, source);
  for (const { operator, right } of spine.toReversed()) format = combined(operator, format, formatIn(right, source));
  return format;
}

function combined(operator: string, left: string | undefined, right: string | undefined): string | undefined {
  const [a, b] = [kindOf(left), kindOf(right)];
  const isDay = (kind: typeof a): boolean => kind === 'date' || kind === 'datetime';
  switch (operator) {
    case '+':
      return (a === 'date' && b === 'time') || (a === 'time' && b === 'date') ? 'datetime' : isDay(b) && !isDay(a) ? right : (left ?? right);
    case '-':
      return isDay(a) && isDay(b) ? undefined : a === 'date' && b === 'time' ? 'datetime' : (left ?? (isDay(b) || b === 'time' ? undefined : right));
    case '*':
      return a === 'currency' ? left : b === 'currency' ? right : a === 'percent' && b === 'percent' ? left : undefined;
    case '/':
      return a === 'currency' && b !== 'currency' ? left : a === 'percent' && b === null ? left : undefined;
    default:
      return undefined;
  }
} // prettier-ignore

type Argument = Expression | null;

function ofCall({ name }: SheetFunction, args: readonly Argument[], source: Source): string | undefined {
  const rule = rules.get(name);
  if (rule === undefined || typeof rule === 'string') return rule;
  return rule((index) => {
    const arg = args[index];
    return arg === undefined || arg === null ? undefined : formatIn(arg, source);
  }, args, source); // prettier-ignore
}

type Rule =
  | string
  | ((format: (index: number) => string | undefined, args: readonly Argument[], source: Source) => string | undefined);

const argument =
  (index: number, otherwise?: number): Rule =>
  (format, args) =>
    format(otherwise !== undefined && args[index] === undefined ? otherwise : index);

/** The first argument with a format, of all from one on. */
const anyFrom =
  (start: number, step = 1): Rule =>
  (format, args) => {
    for (let index = start; index < args.length; index += step) {
      const found = format(index);
      if (found !== undefined) return found;
    }
    return undefined;
  };

const product: Rule = (format, args) => args.map((_, index) => format(index)).reduce((a, b) => combined('*', a, b));

const amount: Rule = (format) => {
  const found = format(0);
  return kindOf(found) === 'currency' || kindOf(found) === 'percent' ? found : undefined;
};

const numberIn = (arg: Argument | undefined): number | null =>
  arg?.kind === 'value' && typeof arg.value === 'number' ? arg.value : null;

/** The format of the column or row that a look-up names by its number. */
const tableLine =
  (axis: 'row' | 'col'): Rule =>
  (_, [, table, nth], { formatOf }) => {
    const number = numberIn(nth);
    return table?.kind === 'reference' && number !== null
      ? withKind(formatOf(table.index, { axis, at: Math.trunc(number) - 1 }))
      : undefined;
  };

const index: Rule = (format, [range, , nth], { formatOf }) => {
  const number = numberIn(nth);
  return range?.kind === 'reference' && number !== null && number >= 1
    ? withKind(formatOf(range.index, { axis: 'col', at: Math.trunc(number) - 1 }))
    : format(0);
};

/** Not for counts. */
const aggregate =
  (first: number): Rule =>
  (format, [code]) => {
    const number = numberIn(code);
    return number === null || number % 100 === 2 || number % 100 === 3 ? undefined : format(first);
  };

const named = (names: string, rule: Rule): (readonly [string, Rule])[] => names.split(' ').map((name) => [name, rule]);

const rules: ReadonlyMap<string, Rule> = new Map([
  ...named('DATE TODAY EDATE EOMONTH WORKDAY WORKDAY.INTL DATEVALUE', 'date'),
  ...named('NOW', 'datetime'),
  ...named('TIME TIMEVALUE', 'hh:mm:ss'),
  ...named('PMT PV FV IPMT PPMT CUMIPMT CUMPRINC NPV XNPV SLN SYD DB DDB', 'currency'),
  ...named('IRR MIRR XIRR RATE', 'percent'),
  ...named('SUM AVERAGE AVERAGEA MAX MIN MAXA MINA MEDIAN MODE MODE.SNGL IFERROR IFNA HSTACK VSTACK', anyFrom(0)),
  ...named('CHOOSE IF', anyFrom(1)),
  ...named('IFS', anyFrom(1, 2)),
  ...named('SWITCH', anyFrom(2, 2)),
  ...named('XLOOKUP', anyFrom(2)),
  ...named('ABS ROUND ROUNDUP ROUNDDOWN TRUNC INT MOD MROUND CEILING CEILING.MATH FLOOR FLOOR.MATH N RANDBETWEEN', argument(0)),
  ...named('LARGE SMALL PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC TRIMMEAN', argument(0)),
  ...named('FILTER SORT SORTBY UNIQUE TAKE DROP CHOOSEROWS CHOOSECOLS TOROW TOCOL TRANSPOSE', argument(0)),
  ...named('SUMIFS AVERAGEIFS MINIFS MAXIFS', argument(0)),
  ...named('SUMIF AVERAGEIF', argument(2, 0)),
  ...named('LOOKUP', argument(2, 1)),
  ...named('FORECAST FORECAST.LINEAR', argument(1)),
  ...named('STDEV STDEV.S STDEV.P STDEVP STDEVA AVEDEV', amount),
  ...named('PRODUCT SUMPRODUCT', product),
  ...named('SUBTOTAL', aggregate(1)),
  ...named('VLOOKUP', tableLine('col')),
  ...named('HLOOKUP', tableLine('row')),
  ...named('INDEX', index),
]);
