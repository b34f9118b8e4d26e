/**
 * evaluation-order: which formulas have to be calculated, and which of them can be now.
 *
 * EO1  When a cell changes, every formula that depends on it, directly or not, is stale; `spread` finds them step by step.
 * EO2  A stale formula is ready when no range or cell that it names holds a stale formula. Ranges are counted, not pairs of
 *      formulas: a range that a thousand formulas name costs each formula within it one step.
 * EO3  Values may change at any time, and only what depends on them becomes stale. Where formulas themselves change while others
 *      are counted already, the counting starts over.
 */
import type { DependencyIndex, Link } from './dependency-index.ts';
import type { FormulaCell } from './formula-cell.ts';
import type { GridPosition } from './live-sheet.ts';

/** What things cost: units, see recalculation-budget.ts. */
const cost = { formula: 15, link: 6, dependent: 1 };

export class EvaluationOrder {
  readonly #index: DependencyIndex;
  /** The values that were read from a link are out of date. */
  readonly #onChanged: (link: Link) => void;
  readonly #stale = new Set<FormulaCell>();
  /** Stale formulas whose dependents are not marked yet. */
  #frontier: FormulaCell[] = [];
  #ready: FormulaCell[] = [];
  /** Counts that are older than this are void. */
  #since = 1;
  /** Stale formulas that are counted. */
  #counted = 0;

  constructor(index: DependencyIndex, onChanged: (link: Link) => void) {
    this.#index = index;
    this.#onChanged = onChanged;
  }

  get stale(): ReadonlySet<FormulaCell> {
    return this.#stale;
  }

  /** All that depends on what changed is marked. */
  get isSpread(): boolean {
    return this.#frontier.length === 0;
  }

  /** The formula needs to be calculated. */
  mark(cell: FormulaCell): void {
    if (cell.isStale) return;
    cell.isStale = true;
    this.#stale.add(cell);
    this.#frontier.push(cell);
  }

  /** [EO1] What names a cell needs to be calculated. `found` is called for each such formula. */
  touch(sheet: string, key: string, place: GridPosition, found: (cell: FormulaCell) => void): void {
    for (const link of this.#index.linksAt(sheet, key, place)) {
      this.#onChanged(link);
      for (const cell of link.cells) {
        found(cell);
        this.mark(cell);
      }
    }
  }

  /** The formula is gone. */
  forget(cell: FormulaCell): void {
    if (!cell.isStale) return;
    cell.isStale = false;
    this.#stale.delete(cell);
    if (cell.spreadSince === this.#since) this.restart();
  }

  /** [EO3] A formula names other cells than it did. */
  relinked(cell: FormulaCell): void {
    if (this.#counted > 0) return this.restart();
    cell.waitsSince = 0;
  }

  /** [EO3] */
  restart(): void {
    this.#since += 1;
    this.#counted = 0;
    this.#ready = [];
    this.#frontier = [...this.#stale];
  }

  /** [EO1] Marks the dependents of one formula; answers the units that it took. */
  spread(): number {
    const cell = this.#frontier.pop();
    if (cell === undefined || !cell.isStale || cell.spreadSince === this.#since) return 1;
    cell.spreadSince = this.#since;
    this.#counted += 1;
    let units = cost.formula;
    for (const link of this.linksAt(cell)) {
      units += cost.link;
      this.#onChanged(link);
      if (link.waitsSince !== this.#since) {
        link.waits = 0;
        link.waitsSince = this.#since;
      }
      link.waits += 1;
      if (link.waits > 1) continue;
      units += link.cells.size * cost.dependent;
      for (const dependent of link.cells) {
        this.#waits(dependent, 1);
        this.mark(dependent);
      }
    }
    if (this.#waits(cell, 0) === 0) this.#ready.push(cell);
    return units;
  }

  /** [EO2] Undefined when none is ready. */
  next(): FormulaCell | undefined {
    for (let cell = this.#ready.pop(); cell !== undefined; cell = this.#ready.pop()) if (this.isReady(cell)) return cell;
    return undefined;
  }

  /** The formula is tried again, without having got a value. */
  again(cell: FormulaCell): void {
    this.#ready.push(cell);
  }

  /** The formula has its value; answers the units that this took. */
  settle(cell: FormulaCell): number {
    cell.isStale = false;
    this.#stale.delete(cell);
    if (cell.spreadSince !== this.#since) return 1;
    cell.spreadSince = 0;
    this.#counted -= 1;
    let units = 1;
    for (const link of this.linksAt(cell)) {
      units += cost.link;
      if (link.waitsSince !== this.#since) continue;
      link.waits -= 1;
      if (link.waits > 0) continue;
      units += link.cells.size * cost.dependent;
      for (const dependent of link.cells) if (this.#waits(dependent, -1) === 0 && dependent.isStale) this.#ready.push(dependent);
    }
    return units;
  }

  /** [EO2] */
  isReady(cell: FormulaCell): boolean {
    return cell.isStale && cell.spreadSince === this.#since && this.#waits(cell, 0) === 0;
  }

  /** The ranges and single cells that a formula is in. */
  linksAt(cell: FormulaCell): readonly Link[] {
    return cell.place === null ? [] : this.#index.linksAt(cell.sheet, cell.key, cell.place);
  }

  /** Adds to how many links a formula waits for. */
  #waits(cell: FormulaCell, more: number): number {
    if (cell.waitsSince !== this.#since) {
      cell.waitsSince = this.#since;
      cell.waits = 0;
    }
    cell.waits += more;
    return cell.waits;
  }
}
