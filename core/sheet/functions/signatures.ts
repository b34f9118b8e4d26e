/**
 * signatures: the names of the arguments of each function, for people who write formulas.
 *
 * A line names functions and their arguments. Arguments in brackets are optional, and `…` means that more of the last ones
 * follow.
 */
const lines = `
SUM PRODUCT SUMSQ GCD LCM AVERAGE AVERAGEA MAX MIN MAXA MINA MEDIAN MODE MODE.SNGL GEOMEAN HARMEAN AVEDEV DEVSQ STDEV STDEV.S VAR VAR.S STDEVP STDEV.P VARP VAR.P STDEVA VARA SKEW KURT: number, …
COUNT COUNTA COUNTBLANK: value, …
SUMPRODUCT: range, …
SUBTOTAL: function number, range, …
SEQUENCE: rows, [columns], [start], [step]
MDETERM MINVERSE: range
MUNIT: rows
MMULT SUMX2MY2 SUMX2PY2 SUMXMY2: range, other range
ABS SIGN INT EXP SQRT SQRTPI LN LOG10 EVEN ODD FACT DEGREES RADIANS ISEVEN ISODD ROMAN FISHER FISHERINV GAUSS PHI ERFC: number
SIN COS TAN SEC CSC COT: angle in radians
ATAN ASIN ACOS SINH COSH TANH ASINH ACOSH ATANH: number
LOG: number, [base]
POWER: number, exponent
MOD QUOTIENT: number, divisor
ROUND ROUNDUP ROUNDDOWN TRUNC: number, [digits]
MROUND: number, multiple
CEILING FLOOR: number, [multiple]
CEILING.MATH FLOOR.MATH: number, [multiple], [away from zero]
COMBIN COMBINA PERMUT: of, chosen
PI RAND TRUE FALSE NA NOW TODAY:
ATAN2: x, y
RANDBETWEEN: least, most
LARGE SMALL: range, place
PERCENTILE PERCENTILE.INC PERCENTILE.EXC: range, share from 0 to 1
QUARTILE QUARTILE.INC QUARTILE.EXC: range, quarter
RANK RANK.EQ RANK.AVG: number, range, [ascending]
TRIMMEAN: range, share left out
PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC: range, number, [digits]
CORREL PEARSON COVAR COVARIANCE.P COVARIANCE.S: range, other range
RSQ SLOPE INTERCEPT STEYX: known y, known x
FORECAST FORECAST.LINEAR: x, known y, known x
FREQUENCY: range, classes
AGGREGATE: function number, options, range, …
LINEST LOGEST: known y, [known x], [with intercept], [statistics]
TREND GROWTH: known y, [known x], [new x], [with intercept]
COUNTIF: range, condition
COUNTIFS: range, condition, …
SUMIF AVERAGEIF: range, condition, [range of numbers]
SUMIFS AVERAGEIFS MINIFS MAXIFS: range of numbers, range, condition, …
IF: condition, [then], [else]
IFS: condition, value, …
SWITCH: value, case, result, …
CHOOSE: place, value, …
IFERROR: value, instead of an error
IFNA: value, instead of #N/A
AND OR XOR: condition, …
NOT: condition
ISBLANK ISERROR ISERR ISNA ISNUMBER ISTEXT ISNONTEXT ISLOGICAL N T TYPE: value
ERROR.TYPE: error
CONCAT CONCATENATE: text, …
TEXTJOIN: between, leave out empty ones, text, …
TEXTSPLIT: text, between columns, [between rows]
LEN UPPER LOWER PROPER TRIM CLEAN CODE UNICODE VALUE TIMEVALUE DATEVALUE: text
LEFT RIGHT: text, [characters]
MID: text, start, characters
REPLACE: text, start, characters, new text
SUBSTITUTE: text, old, new, [which]
FIND SEARCH: wanted, text, [start]
REPT: text, times
EXACT: text, other text
CHAR UNICHAR: number
NUMBERVALUE: text, [decimal sign], [group sign]
TEXT: value, format
FIXED: number, [digits], [without commas]
DOLLAR: number, [digits]
HYPERLINK: address, [text]
ARABIC: text
BASE: number, base, [digits]
DECIMAL: text, base
DEC2BIN DEC2HEX: number, [digits]
BIN2DEC HEX2DEC: text
TEXTBEFORE TEXTAFTER: text, mark, [which]
DATE: year, month, day
TIME: hour, minute, second
YEAR MONTH DAY HOUR MINUTE SECOND ISOWEEKNUM: date
WEEKDAY WEEKNUM: date, [first day of the week]
EDATE EOMONTH: date, months
DAYS: end, start
DAYS360: start, end, [method]
DATEDIF: start, end, unit
YEARFRAC: start, end, [basis]
NETWORKDAYS: start, end, [holidays]
NETWORKDAYS.INTL: start, end, [weekend], [holidays]
WORKDAY: start, days, [holidays]
WORKDAY.INTL: start, days, [weekend], [holidays]
VLOOKUP: wanted, table, column, [nearest]
HLOOKUP: wanted, table, row, [nearest]
MATCH: wanted, range, [how]
XLOOKUP: wanted, range, results, [if none], [how], [from which end]
XMATCH: wanted, range, [how], [from which end]
LOOKUP: wanted, range, [results]
INDEX: range, row, [column]
FILTER: list, conditions, [if none]
SORT: list, [by column], [order], [by columns]
SORTBY: list, by, [order], …
UNIQUE: list, [by columns], [once only]
VSTACK HSTACK: list, …
TAKE DROP: list, rows, [columns]
CHOOSEROWS: list, row, …
CHOOSECOLS: list, column, …
ROW COLUMN: [cell]
OFFSET: cell, rows, columns, [height], [width]
INDIRECT: address, [in A1 notation]
CELL: kind, cell
ISFORMULA FORMULATEXT ISREF: cell
ROWS COLUMNS TOROW TOCOL TRANSPOSE: range
ADDRESS: row, column, [which are fixed]
NPV: rate, payment, …
PMT: rate, periods, present value, [future value], [due at the start]
PV: rate, periods, payment, [future value], [due at the start]
FV: rate, periods, payment, [present value], [due at the start]
NPER: rate, payment, present value, [future value], [due at the start]
RATE: periods, payment, present value, [future value], [due at the start], [guess]
IPMT PPMT: rate, period, periods, present value, [future value], [due at the start]
CUMIPMT CUMPRINC: rate, periods, present value, first period, last period, due at the start
IRR: payments, [guess]
MIRR: payments, rate paid, rate earned
XIRR: payments, dates, [guess]
XNPV: rate, payments, dates
SLN: cost, salvage, life
SYD: cost, salvage, life, period
DB: cost, salvage, life, period, [months of the first year]
DDB: cost, salvage, life, period, [factor]
EFFECT NOMINAL: rate, periods a year
RRI: periods, present value, future value
PDURATION: rate, present value, future value
ISPMT: rate, period, periods, present value
FVSCHEDULE: present value, rates
DOLLARDE DOLLARFR: price, fraction
T.DIST: x, degrees of freedom, cumulative
T.DIST.2T T.DIST.RT CHISQ.DIST.RT CHIDIST: x, degrees of freedom
TDIST: x, degrees of freedom, tails
T.INV T.INV.2T TINV CHISQ.INV CHISQ.INV.RT CHIINV: probability, degrees of freedom
T.TEST TTEST: range, other range, tails, type
F.DIST.RT FDIST: x, degrees of freedom, other degrees of freedom
F.INV F.INV.RT FINV: probability, degrees of freedom, other degrees of freedom
F.TEST: range, other range
BINOM.INV CRITBINOM: trials, probability, alpha
NEGBINOM.DIST: failures, successes, probability, cumulative
HYPGEOM.DIST: successes, sample, successes of all, all, cumulative
GAMMA GAMMALN FACTDOUBLE ACOT: number
GAMMA.INV: probability, alpha, beta
BETA.INV: probability, alpha, beta, [least], [most]
CONVERT: number, from unit, to unit
NORMSDIST: x
NORMSINV: probability
LOGNORMDIST: x, mean, deviation
NORM.DIST LOGNORM.DIST NORMDIST: x, mean, deviation, cumulative
NORM.INV LOGNORM.INV NORMINV LOGINV: probability, mean, deviation
NORM.S.DIST: x, cumulative
NORM.S.INV: probability
BINOM.DIST BINOMDIST: successes, trials, probability, cumulative
POISSON.DIST POISSON: events, mean, cumulative
EXPON.DIST EXPONDIST: x, rate, cumulative
WEIBULL.DIST GAMMA.DIST WEIBULL GAMMADIST: x, alpha, beta, cumulative
CHISQ.DIST: x, degrees of freedom, cumulative
F.DIST: x, degrees of freedom, other degrees of freedom, cumulative
BETA.DIST: x, alpha, beta, cumulative, [least], [most]
CONFIDENCE.NORM CONFIDENCE.T CONFIDENCE: alpha, deviation, size
STANDARDIZE: x, mean, deviation
BITAND BITOR BITXOR: number, other number
DELTA GESTEP: number, [other number]
ERF: from, [to]
LET: name, value, …, result
`;

export type Signature = { readonly name: string; readonly args: readonly string[] };

/** By name in capitals, in alphabetical order. */
export const signatures = (): ReadonlyMap<string, Signature> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [names = '', words = ''] = line.split(':');
        const args = words.trim() === '' ? [] : words.split(',').map((arg) => arg.trim());
        return names.split(' ').map((name) => [name, { name, args }] as const);
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The index of the named argument for a position, where the last ones repeat. */
export function argumentAt({ args }: Signature, place: number): number {
  const more = args.indexOf('…');
  if (more === -1 || place < more) return place;
  const pairs = args.slice(0, more).filter((arg) => arg === 'condition' || arg === 'range' || arg === 'value' || arg === 'case' || arg === 'result').length; // prettier-ignore
  const period = pairs >= 2 ? 2 : 1;
  return more - period + ((place - more) % period);
}
