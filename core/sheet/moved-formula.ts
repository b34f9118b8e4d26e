/**
 * moved-formula: adapts a formula to a copy of its cell: references move by the distance of the copy.
 *
 * A row or column after `$` stays; others move by as many positions, each on its own sheet. A target beyond the sheet and a
 * deleted cell are `#REF!`. Whole columns and rows stay whole.
 */
import type { SheetAxis, SheetState } from '#schema/sheet.ts';

import type { Surroundings } from './formula-text.ts';
import { formulaTokens, type LineRef, type Reference, referenceText } from './reference.ts';

/** Rows down and columns to the right; negative in the other direction. */
export type Move = { readonly rows: number; readonly cols: number };

/** From a stored formula with its `=` to another. */
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

/** `round`: the direction in which a deleted corner goes to what is left of its range. */
function corner(
  { sheet, row, col }: Reference,
  { rows, cols }: Move,
  target: SheetState,
  round: (rank: number) => number,
): Reference | null {
  const [down, across] = [lineAfter(row, rows, target.rows, round), lineAfter(col, cols, target.cols, round)];
  return down === undefined || across === undefined ? null : { sheet, row: down, col: across };
}

/** The line at the new position; null if it is beyond the sheet. */
function lineAfter(line: LineRef | null, by: number, { ids, rank }: SheetAxis, round: (rank: number) => number) {
  if (line === null || line.fixed) return line;
  const at = rank.get(line.id);
  const id = at === undefined ? undefined : ids[round(at) + by];
  return id === undefined ? undefined : { id, fixed: false };
}
