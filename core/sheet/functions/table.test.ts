/**
 * table: tests every function in docs/sheets.md against values computed by hand, from the rules of its definition or the
 * published examples of spreadsheets.
 */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { result } from '../sheet.test-support.ts';
import { type Cases, functionInputs, functionTables } from './function-cases.test-support.ts';
import { functionGroups } from './function-list.ts';
import { GridIndices } from '../grid-index.ts';

const namesIn = (rows: Cases): Set<string> => new Set(rows.flatMap(([formula]) => [...formula.matchAll(/([A-Z][A-Z0-9.]*)\(/g)].map(([, name = '']) => name))); // prettier-ignore
const groups = functionGroups(new GridIndices());

for (const [group, rows] of Object.entries(functionTables)) {
  describe(group, () => {
    test.each(rows)('%s', (formula, expected) => {
      const found = result(`=${formula}`, functionInputs);
      if (typeof expected === 'object') {
        const digits = String(expected.near).split('.')[1]?.length ?? 0;
        expect(Math.abs(Number(found) - expected.near), `${String(found)} for ${expected.near}`).toBeLessThan(0.6 * 10 ** -digits);
      } else if (typeof expected === 'number') {
        expect(Math.abs(Number(found) - expected), `${String(found)} for ${expected}`).toBeLessThan(1e-12 * Math.max(1, Math.abs(expected)));
      } else expect(found).toBe(expected);
    }); // prettier-ignore
  });
}

describe('what the tables and the documentation list', () => {
  test('[SH23] every function has a row in the table of its group', () => {
    for (const [group, functions] of Object.entries(groups)) {
      const tested = namesIn(functionTables[group] ?? []);
      expect(functions.map(({ name }) => name).filter((name) => !tested.has(name)), group).toEqual([]); // prettier-ignore
    }
  });

  test('[SH23] docs/sheets.md lists all functions by group and in order', () => {
    const docs = readFileSync(new URL('../../../docs/sheets.md', import.meta.url), 'utf8');
    const listed = [...docs.matchAll(/^\| ([A-Z][^|]*) \| ([A-Z][^|]*) \|$/gm)].map(([, group = '', names = '']) => [group, names.split(' ')]); // prettier-ignore
    const there = Object.entries(groups).map(([group, functions]) => [group, functions.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))]); // prettier-ignore
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(there));
  });

  test('LET names parts of a formula', () => {
    expect(result('=LET(x,2,y,x*3,x+y)')).toBe(8);
    expect(result('=LET(x,1/0,IFERROR(x,"e"))')).toBe('e');
    expect(result('=LET(x,1,y)')).toBe('#NAME?');
  });
});
