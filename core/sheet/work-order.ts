/**
 * work-order: which of the formulas that wait for a value comes next.
 *
 * O1  A formula is ready when no formula that waits is named by it any more.
 * O2  When none is ready and some wait, `cut` frees those that stand on circles, and no others.
 */
import type { FormulaCell } from './dependency-index.ts';

export class WorkOrder {
  /** How many waiting formulas each one names, once for each way in which it does. */
  readonly #waits = new Map<FormulaCell, number>();
  readonly #dependents = new Map<FormulaCell, readonly FormulaCell[]>();
  #ready: FormulaCell[] = [];

  /** Enters a formula that waits, with those that name it. */
  add(cell: FormulaCell, dependents: readonly FormulaCell[]): void {
    this.#waits.set(cell, this.#waits.get(cell) ?? 0);
    this.#dependents.set(cell, dependents);
    for (const dependent of dependents) this.#waits.set(dependent, (this.#waits.get(dependent) ?? 0) + 1);
  }

  /** All are entered. */
  begin(): void {
    for (const [cell, count] of this.#waits) if (count === 0) this.#ready.push(cell);
  }

  /** [O1] Undefined when none is ready. */
  next(): FormulaCell | undefined {
    return this.#ready.pop();
  }

  /** The formula has its value. */
  done(cell: FormulaCell): void {
    this.#waits.delete(cell);
    for (const dependent of this.#dependents.get(cell) ?? []) {
      const left = this.#waits.get(dependent);
      if (left === undefined) continue;
      this.#waits.set(dependent, left - 1);
      if (left === 1) this.#ready.push(dependent);
    }
  }

  /** [O2] Strongly connected components (Tarjan 1972), with a stack of its own. Yields units of work. */
  *cut(): Generator<number, readonly FormulaCell[]> {
    const seen = new Map<FormulaCell, Visit>();
    const circles: FormulaCell[] = [];
    const open: Visit[] = [];
    for (const root of this.#waits.keys()) {
      if (seen.has(root)) continue;
      const path = [this.#enter(root, seen, open)];
      for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
        const next = visit.dependents[visit.at];
        visit.at += 1;
        yield 10;
        if (next !== undefined) {
          const known = seen.get(next);
          if (known === undefined && this.#waits.has(next)) path.push(this.#enter(next, seen, open));
          else if (known?.isOpen === true) visit.low = Math.min(visit.low, known.number);
          continue;
        }
        path.pop();
        const below = path.at(-1);
        if (below !== undefined) below.low = Math.min(below.low, visit.low);
        if (visit.low === visit.number) for (const cell of circleFrom(visit, open)) circles.push(cell);
      }
    }
    // None of them gets ready by another one's being done.
    for (const cell of circles) this.#waits.delete(cell);
    return circles;
  }

  #enter(cell: FormulaCell, seen: Map<FormulaCell, Visit>, open: Visit[]): Visit {
    const dependents = this.#dependents.get(cell) ?? [];
    const visit = { cell, dependents, at: 0, number: seen.size, low: seen.size, isOpen: true };
    seen.set(cell, visit);
    open.push(visit);
    return visit;
  }
}

type Visit = {
  readonly cell: FormulaCell;
  readonly dependents: readonly FormulaCell[];
  at: number;
  readonly number: number;
  low: number;
  isOpen: boolean;
};

/** The component that a visit closes, when it is a circle: a formula alone is one when it names itself. */
function circleFrom(last: Visit, open: Visit[]): FormulaCell[] {
  const cells: FormulaCell[] = [];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    visit.isOpen = false;
    cells.push(visit.cell);
    if (visit === last) break;
  }
  return cells.length > 1 || last.dependents.includes(last.cell) ? cells : [];
}
