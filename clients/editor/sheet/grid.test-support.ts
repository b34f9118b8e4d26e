/** grid.test-support: open sheets from inputs by address, and writes as inputs by address. */
import { cellAddress } from '#core/sheet/address.ts';
import { shownFormula } from '#core/sheet/formula-text.ts';
import { bookOf } from '#core/sheet/sheet.test-support.ts';
import type { CellWrite, SheetState } from '#schema/sheet.ts';

import type { GridSpan } from './grid-selection.ts';
import { layoutOf, type SheetModel } from './use-sheet.ts';

export function openOf(sheet: SheetState, ...others: readonly SheetState[]): SheetModel {
  const workbook = bookOf(sheet, ...others);
  return { workbook, values: workbook, sheet, ...layoutOf(workbook, sheet), version: 0 };
}

export function spanAt(range: string): GridSpan {
  const [top, left, bottom = top, right = left] = [...range.matchAll(/([A-Z])(\d+)/g)].flatMap(([, letter = 'A', digits]) => [
    Number(digits) - 1,
    letter.charCodeAt(0) - 65,
  ]);
  return { top: top ?? 0, left: left ?? 0, bottom: bottom ?? 0, right: right ?? 0 };
}

/** The inputs of writes, by address; formulas in A1 notation. */
export const inputsOf = ({ sheet, workbook }: SheetModel, writes: readonly CellWrite[]): Record<string, unknown> =>
  Object.fromEntries(
    writes.map(({ r, c, i }) => {
      const address = cellAddress(sheet.rows.rank.get(r) ?? -1, sheet.cols.rank.get(c) ?? -1);
      if (i === undefined || i === null) return [address, null];
      if (!('s' in i)) return [address, 'n' in i ? i.n : i.b];
      return [address, i.s.startsWith('=') ? shownFormula(i.s, { sheet, sheets: workbook.sheets }) : i.s];
    }),
  );
