/**
 * office: a thousand formulas of ordinary workbooks have the values that LibreOffice gives them (results.tsv, written by record.ts).
 *
 * `exceptions` are the formulas for which LibreOffice differs from Excel, whose documentation decides.
 */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { bookOf, sheetOf, valueAt } from '#core/sheet/sheet.test-support.ts';

import { officeCells, officeFormulas } from './formulas.ts';

const recorded = new Map(
  readFileSync(new URL('results.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]),
);

const exceptions: readonly RegExp[] = [
  // LibreOffice takes booleans in cells for numbers.
  /^(?:SUM|AVERAGE|COUNT|MAX)\(H2:H25\)|^ISNUMBER\(H3\)/,
  // A number that is not in the list is #N/A, and a rank in percent is cut off after its digits, not rounded.
  /^RANK(?:\.\w+)?\((?:M\d,N2|N8,M2)/, /^PERCENTRANK/,
  // A pound is 453.59237 g.
  /"lbm"/,
]; // prettier-ignore

/** LibreOffice exports 15 digits, and booleans as numbers. */
function isAlike(ours: string | number | boolean | null, theirs: string): boolean {
  if (theirs.startsWith('"')) return ours === JSON.parse(theirs);
  if (theirs === '') return ours === '';
  const value = Number(ours);
  return (typeof ours === 'number' || typeof ours === 'boolean') && Math.abs(value - Number(theirs)) <= 1e-9 * Math.max(1, Math.abs(value));
} // prettier-ignore

test('[SH20] a thousand formulas of ordinary workbooks have the values of another spreadsheet', () => {
  const formulas = officeFormulas();
  expect([...recorded.keys()]).toEqual(formulas);
  const compared = formulas.filter((formula) => !exceptions.some((one) => one.test(formula)));
  expect(compared.length).toBeGreaterThanOrEqual(1_000);
  const own = Object.fromEntries(formulas.map((formula, at) => [`AE${at + 1}`, `=${formula}`]));
  const sheet = sheetOf({ ...officeCells, ...own }, { rows: formulas.length, cols: 32 });
  const book = bookOf(sheet);
  const differing = formulas.flatMap((formula, at) => {
    const [ours, theirs] = [valueAt(book, sheet, `AE${at + 1}`), recorded.get(formula) ?? ''];
    if (!compared.includes(formula) || isAlike(ours, theirs)) return [];
    return [`${formula}: ours ${String(ours)}, theirs ${theirs}`];
  });
  expect(differing).toEqual([]);
});
