/**
 * reference-operators: the operators between references: from one to another (`A1:INDEX(B:B,3)`), what both have (a space), and all
 * of both (`(A1,C3)`).
 */
import type { FormulaContext } from './functions/define.ts';
import type { ReferenceOperator } from './formula.ts';
import type { CellArea } from './reference-reader.ts';
import { badRef, badValue, type Grid, gridOf, isGrid, isSheetError, noCells, type Value } from './value.ts';

/** The area of a value that was read from cells; null for other values. */
export const areaOf = ({ sheet, at, height, width }: Grid): CellArea | null =>
  sheet === undefined || at === undefined
    ? null
    : { sheet, span: { top: at.row, left: at.col, bottom: at.row + height - 1, right: at.col + width - 1 } };

export function joinedReferences(operator: ReferenceOperator, left: Value, right: Value, context: FormulaContext): Value {
  if (isSheetError(left)) return left;
  if (isSheetError(right)) return right;
  if (operator === ',') return all(gridOf(left), gridOf(right), context);
  const [a, b] = [isGrid(left) ? areaOf(left) : null, isGrid(right) ? areaOf(right) : null];
  if (a === null || b === null) return badRef;
  if (a.sheet !== b.sheet) return badValue;
  const [low, high] = operator === ':' ? [Math.min, Math.max] : [Math.max, Math.min];
  const span = {
    top: low(a.span.top, b.span.top),
    left: low(a.span.left, b.span.left),
    bottom: high(a.span.bottom, b.span.bottom),
    right: high(a.span.right, b.span.right),
  };
  return span.top > span.bottom || span.left > span.right ? noCells : context.references.area({ sheet: a.sheet, span });
}

/** The cells of both, one below the other. */
function all(left: Grid, right: Grid, { work }: FormulaContext): Grid {
  const cells = [...left.cells, ...right.cells];
  work.spend(cells.length / 4);
  return { height: cells.length, width: 1, cells, isRange: true };
}
