import { expect, test } from 'vitest';

import { type Surroundings, shownFormula, storedFormula } from './formula-text.ts';
import { movedFormula } from './moved-formula.ts';
import { sheetOf } from './sheet.test-support.ts';

const other = sheetOf({}, { title: 'Rates', sheet: 1, rows: 5, cols: 3 });
const sheet = sheetOf({}, { rows: 10, cols: 5 });
const around: Surroundings = { sheet, sheets: new Map([sheet, other].map((one) => [one.id, one])) };
const moved = (text: string, rows: number, cols: number): string =>
  shownFormula(movedFormula(storedFormula(text, around), { rows, cols }, around), around);

test('[SH31] references in a copy move along, those fixed with $ stay', () => {
  expect(moved('=A1+$A1+A$1+$A$1', 2, 1)).toBe('=B3+$A3+B$1+$A$1');
  expect(moved('=SUM(A1:B2)*Rates!$B2&"A1"', 1, 1)).toBe('=SUM(B2:C3)*Rates!$B3&"A1"');
  expect(moved('=SUM($A$1:A1)', 3, 0)).toBe('=SUM($A$1:A4)');
  expect(moved('=C5', -4, -2)).toBe('=A1');
});

test('[SH32] a reference beyond its sheet is #REF!; whole lines stay whole', () => {
  expect(moved('=A1+B2', -1, 0)).toBe('=#REF!+B1');
  expect(moved('=SUM(A1:E2)', 0, 1)).toBe('=SUM(#REF!)');
  expect(moved('=Rates!A5+A5', 1, 0)).toBe('=#REF!+A6');
  expect(moved('=SUM(A:A)+SUM(1:1)', 2, 1)).toBe('=SUM(B:B)+SUM(3:3)');
});

test('[SH30] a deleted corner of a range counts as its former position', () => {
  const text = storedFormula('=SUM(A2:A4)', around);
  const [, gone = ''] = sheet.rows.ids;
  const ids = sheet.rows.ids.filter((id) => id !== gone);
  const rank = new Map([...ids.map((id, at) => [id, at] as const), [gone, 0.5] as const]);
  const after = { ...sheet, rows: { ...sheet.rows, ids, rank } };
  const then = { sheet: after, sheets: new Map([[after.id, after]]) };
  expect(shownFormula(movedFormula(text, { rows: 1, cols: 0 }, then), then)).toBe('=SUM(A3:A4)');
});
