/** text-functions: functions of text. Characters are Unicode code points; no text is longer than 32,767. */
import { foldCase, numberIn, toBoolean, toText } from '../coerce.ts';
import { hasWildcard, wildcardAt } from '../criteria.ts';
import { formatNumber } from '../number-format.ts';
import { badNumber, badValue, gridOf, isSheetError, notAvailable, type Scalar, scalarOf, type Value } from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import { roundTo } from './math.ts';
import { type FormulaContext, type SheetFunction, single, whole } from './define.ts';

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text); // oxlint-disable-line no-control-regex

/** A slice counted in code points. */
function part(text: string, start: number, count: number): string {
  return isAscii(text)
    ? text.slice(start, start + count)
    : Array.from(text)
        .slice(start, start + count)
        .join('');
}
const lengthOf = (text: string): number => (isAscii(text) ? text.length : Array.from(text).length);

function joined(texts: readonly string[], between: string, work: FormulaWork): string {
  work.spend(texts.length);
  work.text(texts.reduce((length, text) => length + text.length, Math.max(0, texts.length - 1) * between.length));
  return texts.join(between);
}

/** Several separators are used in turn. */
function joinedInTurn(texts: readonly string[], separators: readonly string[], work: FormulaWork): string {
  const [between = ''] = separators;
  if (separators.length <= 1) return joined(texts, between, work);
  return joined(texts.flatMap((text, at) => (at === 0 ? [text] : [separators[(at - 1) % separators.length] ?? '', text])), '', work); // prettier-ignore
}

function textsOf(args: readonly Value[], work: FormulaWork): string[] | Scalar {
  const texts: string[] = [];
  for (const arg of args) {
    work.spend(gridOf(arg).cells.length * 8);
    for (const value of gridOf(arg).cells) {
      const text = toText(value);
      if (isSheetError(text)) return text;
      texts.push(text);
    }
  }
  return texts;
}

const concat = (name: string): SheetFunction =>
  whole(name, '*?(*)', (args, { work }) => {
    const texts = textsOf(args, work);
    return Array.isArray(texts) ? joined(texts, '', work) : texts;
  });

const textjoin = whole('TEXTJOIN', '*1*?(*)', ([between = null, skip = null, ...args], { work }) => {
  const separators = textsOf([between], work);
  const texts = textsOf(args, work);
  if (!Array.isArray(separators)) return separators;
  if (!Array.isArray(texts)) return texts;
  const isSkipped = toBoolean(scalarOf(skip));
  if (isSheetError(isSkipped)) return isSkipped;
  return joinedInTurn(isSkipped ? texts.filter((text) => text !== '') : texts, separators, work);
});

function substitute(text: string, old: string, by: string, nth: number | undefined, { work }: FormulaContext): Scalar {
  if (nth !== undefined && nth < 1) return badValue;
  if (old === '') return text;
  const pieces = text.split(old);
  if (nth === undefined) return joined(pieces, by, work);
  const at = Math.trunc(nth);
  if (pieces.length <= at) return text;
  work.text(text.length + by.length);
  return `${pieces.slice(0, at).join(old)}${by}${pieces.slice(at).join(old)}`;
}

function find(needle: string, text: string, start = 1): Scalar {
  const from = Math.trunc(start) - 1;
  if (from < 0 || from > text.length || from > lengthOf(text)) return badValue;
  const at = text.indexOf(needle, isAscii(text) ? from : part(text, 0, from).length);
  return at < 0 ? badValue : lengthOf(text.slice(0, at)) + 1;
}

/** Case-insensitive, with wildcards. */
function search(needle: string, text: string, start: number | undefined, { work }: FormulaContext): Scalar {
  const folded = foldCase(text);
  if (!hasWildcard(needle)) return find(foldCase(needle), folded, start);
  const characters = Array.from(folded);
  const from = Math.trunc(start ?? 1);
  if (from < 1 || from > characters.length + 1) return badValue;
  const begins = wildcardAt(needle, work);
  for (let at = from - 1; at <= characters.length; at += 1) if (begins(characters, at)) return at + 1;
  return badValue;
}

const proper = (text: string): string =>
  foldCase(text).replace(
    /\p{L}+/gu,
    (word) => `${Array.from(word)[0]?.toUpperCase() ?? ''}${Array.from(word).slice(1).join('')}`,
  );

function base(number: number, radix: number, least = 0): Scalar {
  if (number < 0 || number >= 2 ** 53 || radix < 2 || radix > 36 || least < 0 || least > 255) return badNumber;
  return Math.trunc(number).toString(Math.trunc(radix)).toUpperCase().padStart(Math.trunc(least), '0');
}

function decimal(text: string, radix: number): Scalar {
  const digits = foldCase(text.trim());
  if (radix < 2 || radix > 36 || digits.length > 255) return badNumber;
  let value = 0;
  for (const digit of digits) {
    const worth = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(digit);
    if (worth < 0 || worth >= radix) return badNumber;
    value = value * Math.trunc(radix) + worth;
  }
  return value;
}

function roman(number: number): Scalar {
  let rest = Math.trunc(number);
  if (rest < 0 || rest > 3999) return badValue;
  let text = '';
  for (const [letters, worth] of romans) for (; rest >= worth; rest -= worth) text += letters;
  return text;
}
/** Letters in any order, as those before a greater one count negative. */
function arabic(text: string): Scalar {
  const [, sign = '', letters = ''] = /^\s*(-?)([MDCLXVI]*)\s*$/i.exec(text) ?? [];
  if (letters.length > 255 || (letters === '' && text.trim() !== '')) return badValue;
  const worth = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 } as const;
  const values = Array.from(letters.toUpperCase(), (letter) => worth[letter as keyof typeof worth]);
  const total = values.reduce<number>((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return sign === '-' ? -total : total;
}
const romans = [['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90], ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1]] as const; // prettier-ignore

function fixed(value: number, digits = 2, plain = false): string {
  const places = Math.max(0, Math.min(30, Math.trunc(digits)));
  const text = Math.abs(roundTo(value, digits)).toFixed(places);
  const [whole = '', fraction] = text.split('.');
  const grouped = plain ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${value < 0 && Number(text) !== 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

function around(text: string, mark: string, nth: number, side: 'before' | 'after'): Scalar {
  const count = Math.trunc(nth);
  if (count === 0 || mark === '') return badValue;
  const pieces = text.split(mark);
  const cut = count > 0 ? count : pieces.length + count;
  if (cut < 1 || cut >= pieces.length) return notAvailable;
  return (side === 'before' ? pieces.slice(0, cut) : pieces.slice(cut)).join(mark);
}

const split = whole('TEXTSPLIT', '1*?*', ([text = null, columns = null, rows = null], { work }) => {
  const read = textsOf([text], work);
  const [across, down] = [textsOf([columns], work), textsOf([rows], work)];
  if (!Array.isArray(read)) return read;
  if (!Array.isArray(across) || !Array.isArray(down)) return badValue;
  const cut = (piece: string, marks: readonly string[]): string[] => {
    let pieces = [piece];
    for (const mark of marks.filter((one) => one !== '')) {
      work.spend(10 + pieces.length * 2 + piece.length / 8);
      pieces = pieces.flatMap((one) => one.split(mark));
    }
    return pieces;
  };
  const lines = cut(read[0] ?? '', down).map((line) => cut(line, across));
  const width = Math.max(...lines.map((line) => line.length));
  work.spend(lines.length * width);
  return { height: lines.length, width, cells: lines.flatMap((line) => Array.from({ length: width }, (_, index): Scalar => line[index] ?? notAvailable)) };
}); // prettier-ignore

export const textFunctions: readonly SheetFunction[] = [
  concat('CONCAT'), concat('CONCATENATE'), textjoin, split,
  single('LEN', 't', lengthOf), single('UPPER', 't', (text) => text.toUpperCase()), single('LOWER', 't', (text) => text.toLowerCase()),
  single('PROPER', 't', proper), single('TRIM', 't', (text) => text.replace(/ +/g, ' ').replace(/^ | $/g, '')),
  single('CLEAN', 't', (text) => text.replace(/[\0-\x1f]/g, '')), // oxlint-disable-line no-control-regex
  single('LEFT', 't?n', (text, count = 1) => (count < 0 ? badValue : part(text, 0, Math.trunc(count)))),
  single('RIGHT', 't?n', (text, count = 1) => (count < 0 ? badValue : part(text, Math.max(0, lengthOf(text) - Math.trunc(count)), Infinity))),
  single('MID', 'tnn', (text, start, count) => (start < 1 || count < 0 ? badValue : part(text, Math.trunc(start) - 1, Math.trunc(count)))),
  single('REPLACE', 'tnnt', (text, start, count, by, { work }) => {
    if (start < 1 || count < 0) return badValue;
    work.text(text.length + by.length);
    const at = Math.trunc(start) - 1;
    return `${part(text, 0, at)}${by}${part(text, at + Math.trunc(count), Infinity)}`;
  }),
  single('SUBSTITUTE', 'ttt?n', substitute), single('FIND', 'tt?n', find), single('SEARCH', 'tt?n', search),
  single('REPT', 'tn', (text, count, { work }) => {
    if (count < 0) return badValue;
    work.text(text.length * Math.trunc(count));
    return text.repeat(Math.trunc(count));
  }),
  single('EXACT', 'tt', (a, b) => a === b),
  single('CHAR', 'n', (code) => (code < 1 || code > 255 ? badValue : String.fromCharCode(Math.trunc(code)))),
  single('CODE', 't', (text) => text.codePointAt(0) ?? badValue), single('UNICODE', 't', (text) => text.codePointAt(0) ?? badValue),
  single('UNICHAR', 'n', (code) => (code < 1 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? badValue : String.fromCodePoint(Math.trunc(code)))),
  single('VALUE', 'a', (value) => (typeof value === 'number' ? value : typeof value === 'string' ? (numberIn(value) ?? badValue) : value === null ? 0 : badValue)),
  single('NUMBERVALUE', 't?tt', (text, point = '.', group = ',') => {
    if (point === '') return badValue;
    const plain = text.replaceAll(' ', '').replaceAll(group === '' ? ' ' : (group[0] ?? ' '), '').replaceAll(point[0] ?? '.', '.');
    return plain === '' ? 0 : (numberIn(plain) ?? badValue);
  }),
  single('TEXT', 'at', (value, format, { work }) => {
    const text = typeof value === 'string' ? (numberIn(value) ?? value) : value;
    if (isSheetError(text)) return text;
    work.spend(60);
    work.countOnce(format, 500);
    const formatted = formatNumber(text, format);
    if (formatted === null) return badValue;
    work.text(formatted.length);
    return formatted;
  }),
  single('FIXED', 'n?nb', fixed), single('DOLLAR', 'n?n', (value, digits = 2) => {
    const text = fixed(Math.abs(value), digits);
    return value < 0 ? `($${text})` : `$${text}`;
  }),
  single('HYPERLINK', 't?a', (address, text = null) => text ?? address), single('ARABIC', 't', arabic),
  single('BASE', 'nn?n', base), single('DECIMAL', 'tn', decimal), single('ROMAN', 'n', roman),
  single('DEC2BIN', 'n?n', (value, least) => twos(value, 2, least)), single('DEC2HEX', 'n?n', (value, least) => twos(value, 16, least)),
  single('BIN2DEC', 't', (text) => fromTwos(text, 2)), single('HEX2DEC', 't', (text) => fromTwos(text, 16)),
  single('TEXTBEFORE', 'tt?n', (text, mark, nth = 1) => around(text, mark, nth, 'before')),
  single('TEXTAFTER', 'tt?n', (text, mark, nth = 1) => around(text, mark, nth, 'after')),
]; // prettier-ignore

/** Two's complement with ten digits. */
function twos(value: number, radix: 2 | 16, least = 0): Scalar {
  const half = radix === 2 ? 512 : 2 ** 39;
  const number = Math.trunc(value);
  if (number < -half || number >= half) return badNumber;
  const digits = (number < 0 ? number + half * 2 : number).toString(radix).toUpperCase();
  return least !== 0 && (least < 1 || least > 10 || (number >= 0 && digits.length > least))
    ? badNumber
    : digits.padStart(number < 0 ? 0 : least, '0');
}

function fromTwos(text: string, radix: 2 | 16): Scalar {
  if (text.length > 10) return badNumber;
  const value = decimal(text === '' ? '0' : text, radix);
  const half = radix === 2 ? 512 : 2 ** 39;
  return typeof value === 'number' && value >= half ? value - half * 2 : value;
}
