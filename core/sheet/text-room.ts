/** text-room: how many characters the values of all formulas may have together, and the formulas whose text does not fit (SH6). */
import { limits } from '#schema/limits.ts';

import type { FormulaCell } from './formula-cell.ts';
import type { Value } from './value.ts';

export class TextRoom {
  #characters = 0;
  #hasNewRoom = false;
  readonly #parked = new Set<FormulaCell>();

  hasRoomFor(before: Value, after: Value): boolean {
    const more = lengthOf(after) - lengthOf(before);
    return more <= 0 || this.#characters + more <= limits.formulaTextCharacters;
  }

  /** Counts a value in place of another. */
  replace(before: Value, after: Value): void {
    if (typeof before === 'string') this.#hasNewRoom = true;
    this.#characters += lengthOf(after) - lengthOf(before);
  }

  park(cell: FormulaCell): void {
    this.#parked.add(cell);
  }

  /** True if the formula was parked. */
  unpark(cell: FormulaCell): boolean {
    return this.#parked.delete(cell);
  }

  /** The formulas to try again: all that were parked, if texts have become shorter since the last call. */
  takeUnparked(): readonly FormulaCell[] {
    if (!this.#hasNewRoom || this.#parked.size === 0) return [];
    const cells = [...this.#parked];
    this.#parked.clear();
    this.#hasNewRoom = false;
    return cells;
  }
}

const lengthOf = (value: Value): number => (typeof value === 'string' ? value.length : 0);
