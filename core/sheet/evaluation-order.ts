/**
 * evaluation-order: finds the formulas that must be calculated, and those that are ready.
 *
 * When a cell changes, every formula that depends on it, directly or indirectly, is stale; `spread` finds them step by step. A
 * stale formula is ready when no range or cell to which it refers contains a stale formula. Ranges are counted instead of pairs
 * of formulas, so a range that a thousand formulas share costs each formula within it one step. If formulas themselves change
 * after counting has begun, it starts over.
 */
import type { DependencyIndex, Link } from './dependency-index.ts';
import type { FormulaCell } from './formula-cell.ts';
import type { GridPosition } from './live-sheet.ts';

/** Costs in units (recalculation-budget.ts). */
const cost = { formula: 15, link: 6, dependent: 1 };

export class EvaluationOrder {
  readonly #index: DependencyIndex;
  /** Called when the cached values of a link are out of date. */
  readonly #onChanged: (link: Link) => void;
  /** Called for a link that no formula uses any more. */
  readonly #onGone: (link: Link) => void;
  readonly #stale = new Set<FormulaCell>();
  /** Stale formulas whose dependents are not marked yet. */
  #frontier: FormulaCell[] = [];
  #ready: FormulaCell[] = [];
  /** Counts older than this are invalid. */
  #since = 1;
  /** Stale formulas that are counted. */
  #counted = 0;

  constructor(index: DependencyIndex, onChanged: (link: Link) => void, onGone: (link: Link) => void = onChanged) {
    this.#index = index;
    this.#onChanged = onChanged;
    this.#onGone = onGone;
  }

  get stale(): ReadonlySet<FormulaCell> {
    return this.#stale;
  }

  /** True if all dependents of changes are marked. */
  get isSpread(): boolean {
    return this.#frontier.length === 0;
  }

  /** Marks a formula as stale. */
  mark(cell: FormulaCell): void {
    this.dropFound(cell);
    if (cell.isStale) return;
    cell.isStale = true;
    this.#stale.add(cell);
    this.#frontier.push(cell);
  }

  /** Forgets what a formula found during its last calculation, as the next one may find something else. */
  dropFound(cell: FormulaCell): void {
    if (cell.found.length === 0) return;
    const waiting = cell.found.filter((link) => link.waitsSince === this.#since && link.waits > 0).length;
    this.#index.unlinkFound(cell, this.#onGone);
    if (waiting > 0 && this.#waits(cell, -waiting) === 0 && cell.isStale) this.#ready.push(cell);
  }

  /** Adds what a formula finds during its calculation; false if there are formulas without a value, for which it waits. */
  find(cell: FormulaCell, link: Link, formulasIn: () => Iterable<FormulaCell>): boolean {
    if (!cell.found.includes(link)) {
      cell.found.push(link);
      if (link.waitsSince !== this.#since) {
        link.waits = 0;
        for (const formula of formulasIn()) if (formula.isStale && formula.spreadSince === this.#since) link.waits += 1;
        link.waitsSince = this.#since;
      }
      if (link.waits > 0) this.#waits(cell, 1);
    }
    return link.waits === 0;
  }

  /** Marks the formulas that refer to a cell as stale. `found` is called for each. */
  touch(sheet: string, key: string, place: GridPosition, found: (cell: FormulaCell) => void): void {
    for (const link of this.#index.linksAt(sheet, key, place)) {
      this.#onChanged(link);
      for (const cell of link.cells) {
        found(cell);
        this.mark(cell);
      }
    }
  }

  /** Removes a formula. */
  forget(cell: FormulaCell): void {
    if (!cell.isStale) return;
    cell.isStale = false;
    this.#stale.delete(cell);
    if (cell.spreadSince === this.#since) this.restart();
  }

  /** Handles a formula whose references have changed. */
  relinked(cell: FormulaCell): void {
    if (this.#counted > 0) return this.restart();
    cell.waitsSince = 0;
  }

  /** Invalidates all counts. */
  restart(): void {
    this.#since += 1;
    this.#counted = 0;
    this.#ready = [];
    this.#frontier = [...this.#stale];
  }

  /** Marks the dependents of one formula; returns the units that this took. */
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

  /** The next ready formula; undefined if there is none. */
  next(): FormulaCell | undefined {
    for (let cell = this.#ready.pop(); cell !== undefined; cell = this.#ready.pop()) if (this.isReady(cell)) return cell;
    return undefined;
  }

  /** Returns a formula without a value to the queue. */
  again(cell: FormulaCell): void {
    this.#ready.push(cell);
  }

  /** Records that a formula has its value; returns the units that this took. */
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

  /** True if the formula can be calculated now. */
  isReady(cell: FormulaCell): boolean {
    return cell.isStale && cell.spreadSince === this.#since && this.#waits(cell, 0) === 0;
  }

  /** The ranges and single cells that contain a formula. */
  linksAt(cell: FormulaCell): readonly Link[] {
    return cell.place === null ? [] : this.#index.linksAt(cell.sheet, cell.key, cell.place);
  }

  /** Changes the number of links that a formula waits for. */
  #waits(cell: FormulaCell, more: number): number {
    if (cell.waitsSince !== this.#since) {
      cell.waitsSince = this.#since;
      cell.waits = 0;
    }
    cell.waits += more;
    return cell.waits;
  }
}
