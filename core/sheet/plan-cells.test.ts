import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import type { CellInput } from '#schema/sheet.ts';
import { isProblem } from '#schema/problem.ts';

import { planLayout } from './sheet-layout.ts';
import { planCells } from './plan-cells.ts';
import { colId, rowId, sheetOf } from './sheet.test-support.ts';

const sheet = sheetOf({ A1: 'title' });
const [r, c] = [rowId(0), colId(0)];

/** The content of the cell after this input, or the code of the refusal. */
function written(i: CellInput): unknown {
  const planning = planCells(sheet, [{ r, c, i }], new Map([[sheet.id, sheet]]));
  let step = planning.next();
  while (step.done !== true) step = planning.next();
  return isProblem(step.value) ? step.value.code : step.value.changes.get(`${r}:${c}`)?.i;
}

describe('a write of cells', () => {
  test('[SH41] NUL and lone surrogates are removed from texts', () => {
    expect(written({ s: 'a\u0000b\ud800c' })).toEqual({ s: 'ab\ufffdc' });
    expect(written({ s: '="\u0000"&B1' })).toEqual({ s: `=""&[${colId(1)},${rowId(0)}]` });
  });

  test('[SH42] texts and formulas have their maximum lengths in every script', () => {
    expect(written({ s: '😀'.repeat(limits.cellCharacters) })).toEqual({ s: '😀'.repeat(limits.cellCharacters) });
    expect(written({ s: '😀'.repeat(limits.cellCharacters + 1) })).toBe('invalid_value');
    expect(written({ s: `="${'x'.repeat(limits.cellCharacters * 2 - 2)}"` })).toBe('invalid_value');
    expect(written({ s: `="${'😀'.repeat(limits.cellCharacters + 1)}"` })).toBe('invalid_value');
    expect(written({ s: `=${'A1+'.repeat(8_000)}A1` })).toBe('invalid_value');
  });
});

describe('a write of filters', () => {
  const filter = (values: string[]) => planLayout(sheet, [{ k: 'filter', c, values }], { newId: () => '' });

  test('[SH43] the texts of a filter are well-formed, and bounded together', () => {
    expect(filter(['a\u0000\ud800'])).toMatchObject({ maps: { filters: new Map([[c, ['a\ufffd']]]) } });
    expect(filter(Array.from({ length: 1_000 }, () => 'x'.repeat(120)))).not.toHaveProperty('code');
    expect(filter(Array.from({ length: 1_000 }, () => '漢'.repeat(120)))).toMatchObject({ code: 'too_large' });
  });
});
