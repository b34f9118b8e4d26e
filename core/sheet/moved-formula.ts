/**
 * moved-formula: a formula as it reads in a copy of its cell: references go as far as the copy has gone.
 *
 * M1  A row or column that `$` stands before stays; the others are so many positions on, each on the sheet that it is on.
 * M2  What would lie beyond the sheet, and a cell that is gone, is `#REF!`. Whole columns and whole rows stay whole.
 */
import type { SheetAxis, SheetState } from '#schema/sheet.ts';

import type { Surroundings } from './formula-text.ts';
import { formulaTokens, type LineRef, type Reference, referenceText } from './reference.ts';

/** How many rows down and columns to the right; the other way below 0. */
export type Move = { readonly rows: number; readonly cols: number };

/** A stored formula with its `=`, and the same. */
export function movedFormula(text: string, by: Move, around: Surroundings): string {
  const tokens = formulaTokens(text.slice(1));
  let moved = '=';
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.ref === undefined) {
      moved += token?.value ?? '';
      continue;
    }
    const to = tokens[at + 1]?.value === ':' ? tokens[at + 2]?.ref : undefined;
    moved += movedReference(token.ref, to, by, around);
    if (to !== undefined) at += 2;
  }
  return moved;
}

function movedReference(from: Reference, to: Reference | undefined, by: Move, { sheet, sheets }: Surroundings): string {
  const target = from.sheet === null ? sheet : sheets.get(from.sheet);
  const first = target === undefined ? null : corner(from, by, target, Math.ceil);
  const second = target === undefined || to === undefined ? null : corner(to, by, target, Math.floor);
  if (first === null || (to !== undefined && second === null)) return '#REF!';
  return second === null ? referenceText(first) : `${referenceText(first)}:${referenceText(second)}`;
}

/** `round`: of a corner that was deleted, to what is left of its range. */
function corner(
  { sheet, row, col }: Reference,
  { rows, cols }: Move,
  target: SheetState,
  round: (rank: number) => number,
): Reference | null {
  const [down, across] = [lineAfter(row, rows, target.rows, round), lineAfter(col, cols, target.cols, round)];
  return down === undefined || across === undefined ? null : { sheet, row: down, col: across };
}

/** [M1] [M2] */
function lineAfter(line: LineRef | null, by: number, { ids, rank }: SheetAxis, round: (rank: number) => number) {
  if (line === null || line.fixed) return line;
  const at = rank.get(line.id);
  const id = at === undefined ? undefined : ids[round(at) + by];
  return id === undefined ? undefined : { id, fixed: false };
}
