/** result-format: what cells with formulas show that have no format of their own (SH53). */
import { describe, expect, test } from 'vitest';

import type { SheetState } from '#schema/sheet.ts';

import { textAt } from './describe-sheet.ts';
import { bookOf, clock, type Inputs, keyAt, settle, sheetOf } from './sheet.test-support.ts';
import { Workbook } from './workbook.ts';

const withFormats = (sheet: SheetState, formats: Readonly<Record<string, string>>): SheetState => {
  const cells = new Map(sheet.cells);
  for (const [address, nf] of Object.entries(formats)) {
    const key = keyAt(sheet, address);
    cells.set(key, { ...cells.get(key), f: { nf } });
  }
  return { ...sheet, cells };
};

const inputs: Inputs = {
  A1: 45_366, A2: 45_373.5, A3: 45_366, B1: 0.25, B2: 0.5, C1: 'Price', C2: 19.5, C3: 0.5, D1: 10, D2: 4, E1: 0.5, E2: 0.75, F1: 12, F2: 3,
}; // prettier-ignore
const formats = {
  A1: 'date', A2: 'datetime', A3: 'dd.mm.yyyy', B1: 'percent', B2: '0%', C2: 'currency', C3: 'currency', E1: 'hh:mm', E2: 'hh:mm', F1: '#,##0.00 "EUR"', F2: 'integer',
}; // prettier-ignore

/** What H20 shows. */
function shown(formula: string, own?: string): string {
  const sheet = withFormats(sheetOf({ ...inputs, H20: formula }), { ...formats, ...(own !== undefined && { H20: own }) });
  return textAt(bookOf(sheet), sheet, keyAt(sheet, 'H20'));
}

describe('[SH53] a formula without a format shows its result in the format that it has', () => {
  test.each([
    ['=DATE(2026,3,31)', '2026-03-31'], ['=TODAY()', '2026-11-20'], ['=NOW()', '2026-11-20 12:00:00'], ['=TIME(14,30,0)', '14:30:00'], ['=TODAY()+7', '2026-11-27'], ['=EDATE(A1,1)', '2024-04-15'],
    ['=50%', '50.00%'], ['=10%+5%', '15.00%'], ['=1+B1', '125.00%'], ['=-B1', '-25.00%'], ['=B1*B2', '12.50%'], ['=B2', '50%'], ['=D1*B1', '2.5'], ['=AVERAGE(B1:B2)', '37.50%'],
    ['=A1', '2024-03-15'], ['=A1+1', '2024-03-16'], ['=1+A1', '2024-03-16'], ['=A2-A1', '7.5'], ['=A1-1', '2024-03-14'], ['=MAX(A1:A2)', '2024-03-22'], ['=A3+1', '16.03.2024'], ['=YEAR(A1)', '2024'],
    ['=A1+E1', '2024-03-15 12:00:00'], ['=E2-E1', '06:00'], ['=(E2-E1)*24', '6'], ['=MOD(E1-E2,1)', '18:00'], ['=WORKDAY(A1,1)', '2024-03-18'], ['=NETWORKDAYS(A1,A2)', '6'],
    ['=SUM(C1:C3)', '$20.00'], ['=C2*2', '$39.00'], ['=2*C2', '$39.00'], ['=C2/C3', '39'], ['=C2/2', '$9.75'], ['=C2*(1+B1)', '$24.38'], ['=C2+C3', '$20.00'], ['=SUMPRODUCT(C2:C3,D1:D2)', '$197.00'], ['=F1*2', '24.00 EUR'],
    ['=IF(D1>5,C2,"none")', '$19.50'], ['=IFERROR(C2/0,C3)', '$0.50'], ['=INDEX(A1:C3,2,3)', '$19.50'], ['=INDEX(C2:C3,2)', '$0.50'], ['=VLOOKUP(45366,A1:C3,2,FALSE)', '25.00%'], ['=XLOOKUP(0.5,C2:C3,A1:A2)', '2024-03-22'],
    ['=ROUND(C2,0)', '$20.00'], ['=SUMIF(D1:D2,">5",C2:C3)', '$19.50'], ['=LARGE(C1:C3,1)', '$19.50'], ['=LET(price,C2,price*2)', '$39.00'], ['=SUBTOTAL(9,C2:C3)', '$20.00'], ['=SUBTOTAL(2,C2:C3)', '2'],
    ['=PMT(0.01,12,1000)', '-$88.85'], ['=IRR({-100,110})', '10.00%'], ['=COUNT(C1:C3)', '2'], ['=C2&""', '19.5'], ['=C2>C3', 'TRUE'], ['=F2/2', '1.5'], ['=D1/D2', '2.5'], ['=C2^2', '380.25'], ['=STDEV(C2:C3)', '$13.44'],
  ] as const)('%s', (formula, expected) => expect(shown(formula)).toBe(expected)); // prettier-ignore

  test('unless the cell has a format of its own', () => {
    expect([shown('=TODAY()', 'general'), shown('=C2*2', '0.0'), shown('=50%', 'integer')]).toEqual(['46346', '39.0', '1']);
  });
});

test('[SH53] formats follow a chain of formulas, and its changes', () => {
  const chain: Record<string, string | number> = { A1: 5 };
  for (let row = 2; row <= 3_000; row += 1) chain[`A${row}`] = `=A${row - 1}+1`;
  const state = sheetOf(chain, { rows: 3_000, cols: 1 });
  const book = new Workbook();
  book.put(state);
  settle(book);
  const last = keyAt(state, 'A3000');
  expect(textAt(book, state, last)).toBe('3004');
  const dated = withFormats(state, { A1: 'date' });
  book.takeChanged();
  book.change(dated, [keyAt(state, 'A1')]);
  while (!book.advance(clock, 1_000));
  expect(textAt(book, dated, last)).toBe('1908-03-22');
  // Its value is the same, but not what it shows.
  expect(book.takeChanged().get(state.id)?.has(last)).toBe(true);
});

test('[SH53] a sum of thousands of terms has a format', () => {
  expect(shown(`=C2${'+1'.repeat(3_000)}`)).toBe('$3,019.50');
});
