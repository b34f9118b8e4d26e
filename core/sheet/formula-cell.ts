/** formula-cell: a cell with a formula, within a workbook. */
import type { Link } from './dependency-index.ts';
import type { Formula } from './formula.ts';
import type { GridPosition } from './live-sheet.ts';
import type { Scalar } from './value.ts';

export class FormulaCell {
  readonly sheet: string;
  /** `<row id>:<column id>`. */
  readonly key: string;
  /** As it is stored, with its `=`. */
  readonly text: string;
  formula: Formula | null = null;
  place: GridPosition | null = null;
  /** What its references mean now, in their order; null for what is gone. */
  named: (Link | null)[] = [];
  /** The entries of the index among those, each once. */
  links: Link[] = [];
  /** What it came to when it was calculated last. */
  value: Scalar;
  /** It is to be calculated: `value` may no longer hold. */
  isStale = false;
  /** Evaluating it took more than one turn when it was calculated last. */
  isLong = false;
  // What follows belongs to evaluation-order.ts.
  /** How many of its links hold formulas without a value. */
  waits = 0;
  waitsSince = 0;
  spreadSince = 0;

  constructor(at: { readonly sheet: string; readonly key: string; readonly text: string }, value: Scalar) {
    this.sheet = at.sheet;
    this.key = at.key;
    this.text = at.text;
    this.value = value;
  }
}
