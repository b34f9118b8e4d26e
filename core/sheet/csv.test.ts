import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { isProblem } from '#schema/problem.ts';
import type { CellFormat, CellInput, SheetState, StoredCell } from '#schema/sheet.ts';

import { parseCsv, sheetCsv } from './csv.ts';
import { shownText } from './number-format.ts';
import { planFile } from './plan-cells.ts';
import { bookOf, colId, keyAt, plain, rowId, sheetOf } from './sheet.test-support.ts';

const rows = 8;
const cols = 3;
const empty = sheetOf({}, { rows, cols });
const formula = (s: string): CellInput => ({ s });

function finished<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

const csvOf = (sheet: SheetState): string => finished(sheetCsv(bookOf(sheet), sheet));

/** The sheet with its cells replaced by a file. */
function imported(sheet: SheetState, csv: string): SheetState {
  const changes = finished(planFile(sheet, parseCsv(csv), new Map([[sheet.id, sheet]])));
  if (isProblem(changes)) throw new Error(changes.code);
  const cells = new Map(sheet.cells);
  for (const [key, cell] of changes) {
    if (cell === null) cells.delete(key);
    else cells.set(key, cell);
  }
  return { ...sheet, cells };
}

/** The values of all cells, row by row. */
function valuesOf(sheet: SheetState): unknown[] {
  const book = bookOf(sheet);
  return sheet.rows.ids.flatMap((r) => sheet.cols.ids.map((c) => plain(book.value(sheet.id, `${r}:${c}`))));
}

const withCell = (cell: StoredCell, address = 'A1', sheet = empty): SheetState => ({
  ...sheet,
  cells: new Map(sheet.cells).set(keyAt(sheet, address), cell),
});
const fieldOf = (i: CellInput, f?: CellFormat): string =>
  csvOf(withCell({ i, ...(f !== undefined && { f }) })).replace(/\r\n$/, '');
const inputIn = (csv: string, f?: CellFormat): unknown =>
  imported(f === undefined ? empty : withCell({ f }), csv).cells.get(keyAt(empty, 'A1'));

const lookalikes = [
  '007', '+49301234', '1e5', '1E+15', '.5', '5.', '1.50', '-0', '0x10', 'NaN', 'Infinity', '4012888888881881', '0.30000000000000004', '9'.repeat(30),
  'TRUE', 'FALSE', 'true', '2024-03-15', '2024-03-15 12:30:00', '2024-02-30', '12:30', '3/15/2024', '50%', '$5.00', '1,234', '(5)', '#DIV/0!',
  '', "'", "''", "'=1", '-', '-x', '@me', ' 5', '5 ', '"', '""', 'a"b', '\r', '\n', 'a\r\nb', '\t', ',', ';', '\uFEFF', '\uFEFFa', '\u00a0', '😀',
]; // prettier-ignore
const formats = [
  'general',
  'integer',
  'decimal',
  'percent',
  'currency',
  'date',
  'datetime',
  'text',
  '0.0',
  '#,##0 "EUR"',
  ';;;',
  'mmm yyyy',
  'hh:mm',
  '[h]:mm',
  '"x"@',
];

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map(Number),
  fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 9 }))
    .map(([n, places]) => n / 10 ** places),
  fc
    .tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 86_399_999 }))
    .map(([day, ms]) => day + ms / 86_400_000),
  fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53, 1e15, 1e21, 1e22, 1e-9, 45366, 45366.5),
);
const anyText = fc.oneof(
  fc.constantFrom(...lookalikes),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-+eE/:% ,"\'\r\n\t=@aTRUE\uFEFF')), maxLength: 12 }),
  fc.string({ unit: 'grapheme' }),
);
const anyInput: fc.Arbitrary<CellInput> = fc.oneof(
  anyNumber.map((n) => ({ n })),
  // A formula is not a constant, so its text gets the apostrophe that preserves it.
  anyText.map((s) => ({ s: s.startsWith('=') ? `'${s}` : s })),
  fc.boolean().map((b) => ({ b })),
  anyNumber.map((n) => formula(`=${n < 0 ? '-' : ''}${Math.abs(n).toExponential().toUpperCase()}`)),
  anyText.filter((s) => s !== '').map((s) => formula(`="${s.replaceAll('"', '""')}"`)),
);
const anyCell = fc
  .tuple(anyInput, fc.option(fc.constantFrom(...formats), { nil: undefined }))
  .map(([i, nf]): StoredCell => ({ i, ...(nf !== undefined && { f: { nf } }) }));

describe('csv', () => {
  test('[SH62] a written sheet is read with the same values, in place and as a new sheet', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(rows - 1), fc.nat(cols - 1), anyCell), { maxLength: 12 }), (placed) => {
        const cells = new Map(placed.map(([row, col, cell]) => [`${rowId(row)}:${colId(col)}`, cell]));
        const sheet = { ...empty, cells };
        const csv = csvOf(sheet);
        const values = valuesOf(sheet).map((value) => (value === 0 ? 0 : value));
        expect(valuesOf(imported(sheet, csv)), csv).toEqual(values);
        expect(valuesOf(imported(empty, csv)), csv).toEqual(values);
        // Nothing changes: what is read is written in the same way.
        expect(csvOf(imported(empty, csv))).toBe(csv);
      }),
      fuzz(2_000),
    );
  });

  test('[SH60] numbers are written with all their digits, whatever their format', () => {
    const numbers = [4006381333931, 0.1 + 0.2, 1 / 3, 2 ** 53, 1e22, 1.5e-10, -1234.5678, 0];
    const written = ['4006381333931', '0.30000000000000004', '0.3333333333333333', '9.007199254740992E+15', '1E+22', '1.5E-10', '-1234.5678', '0']; // prettier-ignore
    for (const nf of [undefined, 'integer', 'decimal', 'percent', 'currency', 'text', '0', ';;;', 'hh:mm', '[h]:mm'])
      expect(
        numbers.map((n) => fieldOf({ n }, nf === undefined ? nf : { nf })),
        nf,
      ).toEqual(written);
    expect(fieldOf({ s: 'seen' }, { nf: ';;;' })).toBe('seen');
    expect(fieldOf({ b: true }, { nf: '0.0' })).toBe('TRUE');
  });

  test('[SH63] dates are written in ISO 8601 form, with their time if they have one', () => {
    const days = [45366, 45366.5, 45366 + 45_296 / 86_400, 45366 + 45_296.007 / 86_400, 60, 0.5, -5, 1e7];
    const written = ['2024-03-15', '2024-03-15 12:00:00', '2024-03-15 12:34:56', '2024-03-15 12:34:56.007', '60', '0.5', '-5', '10000000']; // prettier-ignore
    for (const nf of ['date', 'datetime', 'mmm yyyy', 'dddd, d "of" mmmm'])
      expect(
        days.map((n) => fieldOf({ n }, { nf })),
        nf,
      ).toEqual(written);
  });

  test('[SH63] a date that is read is a number; a cell without a format shows it as a date', () => {
    expect(inputIn('2024-03-15')).toEqual({ i: { n: 45366 }, f: { nf: 'date' } });
    expect(inputIn('2024-03-15T12:00')).toEqual({ i: { n: 45366.5 }, f: { nf: 'datetime' } });
    expect(inputIn('2024-03-15', { nf: 'mmm yyyy', b: true })).toEqual({ i: { n: 45366 }, f: { nf: 'mmm yyyy', b: true } });
    expect(inputIn('2024-03-15', { b: true })).toEqual({ i: { n: 45366 }, f: { nf: 'date', b: true } });
    expect(inputIn('2024-03-15', { nf: 'currency' })).toEqual({ i: { s: '2024-03-15' }, f: { nf: 'currency' } });
    for (const text of ['2024-02-30', '2024-13-01', '2024-03-15 24:00:00', '1900-02-28', '2024-3-15', '12:30'])
      expect(inputIn(text), text).toEqual({ i: { s: text } });
    expect(inputIn('"2024-03-15"')).toEqual({ i: { s: '2024-03-15' } });
    expect(fieldOf({ s: '2024-03-15' })).toBe('"2024-03-15"');
  });

  test('[SH64] percentages, amounts and grouped numbers are numbers, and a cell without a format shows them as they were written', () => {
    const amounts = [
      ['50%', 0.5, '0%', '50%'], ['12.5%', 0.125, '0.0%', '12.5%'], ['0.07%', 0.0007, 'percent', '0.07%'], ['-3%', -0.03, '0%', '-3%'],
      ['$5.00', 5, 'currency', '$5.00'], ['-$1,234.50', -1234.5, 'currency', '-$1,234.50'], ['$5', 5, '$#,##0', '$5'], ['€9.90', 9.9, '"€"#,##0.00', '€9.90'], ['9.90 €', 9.9, '#,##0.00 "€"', '9.90 €'],
      ['1,234', 1234, 'integer', '1,234'], ['1,234,567.25', 1234567.25, 'decimal', '1,234,567.25'], ['1,234.5', 1234.5, '#,##0.0', '1,234.5'],
    ] as const; // prettier-ignore
    for (const [text, n, nf, seen] of amounts) {
      expect(inputIn(`"${text}"`), text).toEqual({ i: { n }, f: { nf } });
      expect(inputIn(`"${text}"`, { nf: '0.000' }), text).toEqual({ i: { n }, f: { nf: '0.000' } });
      expect(shownText(n, nf)).toBe(seen);
    }
    for (const text of [
      '007%',
      '1,23',
      '12,34,567',
      '0,123',
      '$',
      '%',
      '5%5',
      '$5%',
      '--5%',
      '1234567890123456%',
      '€5€',
      '(5)',
      '1.2.3%',
    ])
      expect(inputIn(`"${text}"`), text).toEqual({ i: { s: text } });
  });

  test('[SH65] the separator and the decimal sign are found', () => {
    const read = (csv: string): unknown[][] => {
      const sheet = imported(empty, csv);
      return empty.rows.ids.map((r) => empty.cols.ids.map((c) => {
        const input = sheet.cells.get(`${r}:${c}`)?.i;
        return input === undefined ? null : Object.values(input)[0];
      }).filter((value) => value !== null)).filter((row) => row.length > 0);
    }; // prettier-ignore
    expect(read('Apfel;3;1,50\nBirne;10;2,25\n')).toEqual([['Apfel', 3, 1.5], ['Birne', 10, 2.25]]);
    expect(read('Brot;1,50\nSalz;0,75')).toEqual([['Brot', 1.5], ['Salz', 0.75]]);
    expect(read('Bericht\n\nName;Umsatz\nA;1.234,50\nB;12 €\nC;1.234')).toEqual([['Bericht'], ['Name', 'Umsatz'], ['A', 1234.5], ['B', 12], ['C', 1234]]);
    expect(read('sep=;\n1,5;2')).toEqual([[1.5, 2]]);
    expect(read('sep=|\r\na|b,c')).toEqual([['a', 'b,c']]);
    expect(read('a\tb\n1.5\t2,5')).toEqual([['a', 'b'], [1.5, '2,5']]);
    expect(read('a\tb\n1,5\t2')).toEqual([['a', 'b'], [1.5, 2]]);
    expect(read('id;price\n1;2.50\n2;1,234')).toEqual([['id', 'price'], [1, 2.5], [2, 1234]]);
    expect(read('version;n\n1.2.3;4,5\n')).toEqual([['version', 'n'], ['1.2.3', 4.5]]);
    expect(read('id,note\n1,a;b\n2,c;d')).toEqual([['id', 'note'], [1, 'a;b'], [2, 'c;d']]);
    expect(read('a;b,1\nc;d,2')).toEqual([['a;b', 1], ['c;d', 2]]);
    expect(read('1,2,3\n4,5,6')).toEqual([[1, 2, 3], [4, 5, 6]]);
    expect(read('"x;y","1,5"\nz,2')).toEqual([['x;y', '1,5'], ['z', 2]]);
    expect(read('only;one')).toEqual([['only', 'one']]);
    expect(read('only one')).toEqual([['only one']]);
  }); // prettier-ignore

  test('[SH65] numbers and texts are the same with any separator and decimal sign', () => {
    const field = fc.oneof(
      fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 3 })).map(([n, places]) => n / 10 ** places),
      fc.string({ unit: fc.constantFrom(...Array.from('abc ;,\t"xyz')), minLength: 1, maxLength: 6 }).filter((text) => text.trim() === text && !/^['"]/.test(text)),
    ); // prettier-ignore
    const table = fc.array(fc.tuple(field, field, field), { minLength: 2, maxLength: rows });
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('.', ','), fc.boolean(), (values, separator, point, isNamed) => {
        // A comma cannot separate both fields and decimals, and in other files 1.5 proves points.
        const sign = separator === ',' ? '.' : point;
        const written = (value: number | string): string =>
          typeof value === 'number' ? String(value).replace('.', sign) : /[";,\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
        const proof = separator === ',' ? '0.5' : `0${sign}5`;
        const lines = [[proof, 'x', 'y'], ...values.map((row) => row.map(written))].slice(0, rows);
        const csv = `${isNamed ? `sep=${separator}\n` : ''}${lines.map((line) => line.join(separator)).join('\n')}`;
        const read = valuesOf(imported(empty, csv)).slice(0, lines.length * cols);
        const expected = [0.5, 'x', 'y', ...values.flat()].slice(0, lines.length * cols);
        expect(read, csv).toEqual(expected.map((value) => (value === 0 ? 0 : value)));
      }),
      fuzz(1_000),
    );
  }); // prettier-ignore

  test('[SH61] no field loses a digit or a leading zero by being read as a number', () => {
    const numbers = ['5', '-5', '+5', '.5', '1.50', '1e+5', '1E-300', '9.007199254740993e+15', '0.30000000000000004', '0', '0.5', '-0.5', '"12"']; // prettier-ignore
    for (const text of numbers) expect(inputIn(text), text).toEqual({ i: { n: Number(text.replaceAll('"', '')) } });
    for (const text of [
      '007',
      '-01',
      '00.5',
      '4012888888881881',
      '0.12345678901234567890',
      '1e999',
      '1e-999',
      '1 234',
      '0x10',
      '1e5',
      '12E4',
      '3e08',
    ])
      expect(inputIn(text), text).toEqual({ i: { s: text } });
    expect(inputIn('-0')).toEqual({ i: { n: 0 } });
  });

  test('[SH60] a text that would be read as something else gets an apostrophe, or quotes for a date; other texts are unchanged', () => {
    const texts = {
      '1.50': "'1.50",
      '1E+05': "'1E+05",
      '50%': "'50%",
      '1,234': `"'1,234"`,
      'a;b': '"a;b"',
      'sep=;': '"sep=;"',
      '1e5': '1e5',
      TRUE: "'TRUE",
      "'x": "''x",
      '=1': "'=1",
      '': "'",
      '007': '007',
      true: 'true',
      ' 5': ' 5',
    };
    for (const [text, field] of Object.entries(texts))
      expect(fieldOf({ s: /^[=']/.test(text) ? `'${text}` : text }), text).toBe(field);
    expect(fieldOf(formula('=""'))).toBe('');
  });
});
