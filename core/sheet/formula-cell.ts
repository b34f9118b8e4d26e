/** formula-cell: a cell with a formula in a workbook. */
import type { Link } from './dependency-index.ts';
import type { Formula } from './formula.ts';
import type { GridPosition } from './live-sheet.ts';
import type { Scalar } from './value.ts';

export class FormulaCell {
  readonly sheet: string;
  /** `<row id>:<column id>`. */
  readonly key: string;
  /** The stored formula, with its `=`. */
  readonly text: string;
  formula: Formula | null = null;
  place: GridPosition | null = null;
  /** The current targets of its references, in order; null for deleted ones. */
  named: (Link | null)[] = [];
  /** The distinct index entries among those. */
  links: Link[] = [];
  /** Those that it found during its calculation, as by OFFSET and INDIRECT. */
  found: Link[] = [];
  /** Its last calculated value. */
  value: Scalar;
  /** The number format of that value, for a cell without one. */
  format: string | undefined;
  /** It must be calculated, as `value` may be out of date. */
  isStale = false;
  /** Its last evaluation took more than one turn. */
  isLong = false;
  // The fields below belong to evaluation-order.ts.
  /** The number of its links that contain formulas without a value. */
  waits = 0;
  waitsSince = 0;
  spreadSince = 0;

  constructor(at: { readonly sheet: string; readonly key: string; readonly text: string }, value: Scalar, format?: string) {
    this.sheet = at.sheet;
    this.key = at.key;
    this.text = at.text;
    this.value = value;
    this.format = format;
  }
}
