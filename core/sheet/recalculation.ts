/**
 * recalculation: the formulas of a workbook: what they name, which of them wait for a value, and working those out.
 *
 * The workbook's rules B1, B2, B4 and B5 are kept here. Generators yield the units of work that they made.
 */
import { limits } from '#schema/limits.ts';
import { cellKey } from '#schema/sheet.ts';

import { DependencyIndex, type FormulaCell, type Link } from './dependency-index.ts';
import { evaluate } from './evaluate.ts';
import { readFormula } from './formula.ts';
import { functionTable } from './functions/function-list.ts';
import type { LiveSheet, GridPosition } from './live-sheet.ts';
import type { Reference } from './reference.ts';
import { rangeOn } from './span.ts';
import { badRef, circular, isSheetError, limitError, type Scalar, type Value } from './value.ts';
import { FormulaWork } from './recalculation-budget.ts';
import { WorkOrder } from './work-order.ts';

/** `now` in ms. */
export type Clock = { readonly now: number; readonly random: () => number };

/** What things cost beside the work that formulas count: units, see work.ts. */
const cost = { touched: 15, dependent: 4, evaluated: 40 };

export class Recalculation {
  readonly #sheets: ReadonlyMap<string, LiveSheet>;
  readonly #functions = functionTable();
  readonly #index = new DependencyIndex();
  /** Formulas whose value may no longer hold. */
  readonly #stale = new Set<FormulaCell>();
  readonly #volatile = new Set<FormulaCell>();
  #characters = 0;
  #work = new FormulaWork(0);
  /** Formulas whose value is another than it was, since `takeChanged`. */
  #changedCells = new Set<FormulaCell>();

  constructor(sheets: ReadonlyMap<string, LiveSheet>) {
    this.#sheets = sheets;
  }

  get isDone(): boolean {
    return this.#stale.size === 0;
  }

  get hasVolatile(): boolean {
    return this.#volatile.size > 0;
  }

  /** A new formula, which waits for its value. */
  add(cell: FormulaCell): void {
    if (typeof cell.value === 'string') this.#characters += cell.value.length;
    this.#stale.add(cell);
  }

  /** The formula needs a value anew. */
  wait(cell: FormulaCell): void {
    this.#stale.add(cell);
  }

  waitVolatile(): void {
    for (const cell of this.#volatile) this.#stale.add(cell);
  }

  /** What names a cell needs values anew. */
  touch(sheetId: string, key: string, place: GridPosition): void {
    this.#index.touch(sheetId, key, place, (dependent) => this.#stale.add(dependent));
  }

  forget(cell: FormulaCell): void {
    this.forgetAll([cell]);
    this.#index.unlink(cell);
  }

  /** The same before everything is linked anew: what they name does not matter any more. */
  forgetAll(cells: Iterable<FormulaCell>): void {
    for (const cell of cells) {
      this.#stale.delete(cell);
      this.#volatile.delete(cell);
      this.#changedCells.delete(cell);
      if (typeof cell.value === 'string') this.#characters -= cell.value.length;
    }
  }

  /** Forgets what all formulas name; the caller links them anew. */
  unlinkAll(): void {
    this.#index.clear();
    for (const { formulas } of this.#sheets.values()) for (const cell of formulas.values()) cell.links = [];
  }

  /** Reads a formula's text once, and enters what it names into the index. True when that may come to something else now. */
  link(sheet: LiveSheet, cell: FormulaCell): boolean {
    if (cell.formula === null) {
      cell.formula = readFormula(cell.text.slice(1), this.#functions);
      if (cell.formula.isVolatile) this.#volatile.add(cell);
    }
    const { references, isPlaced } = cell.formula;
    const before = cell.named;
    this.#index.unlink(cell);
    cell.place = sheet.place(cell.key);
    cell.named = references.map(({ from, to }) => this.#linked(sheet, cell, from, to));
    // A single cell is the one that it was, wherever it is now; of a range the cells or their order may be others.
    return isPlaced || cell.named.some((link, at) => !isSameCell(link, before[at] ?? null));
  }

  #linked(sheet: LiveSheet, cell: FormulaCell, from: Reference, to: Reference): Link | null {
    const target = from.sheet === null ? sheet : this.#sheets.get(from.sheet);
    const span = target === undefined ? null : rangeOn(target.state, from, to);
    if (target === undefined || span === null) return null;
    const { rows, cols, id } = target.state;
    const isOne = span.top === span.bottom && span.left === span.right;
    return this.#index.link(cell, id, span, isOne ? cellKey(rows.ids[span.top] ?? '', cols.ids[span.left] ?? '') : null);
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    const bySheet = new Map<string, Set<string>>();
    for (const { sheet, key } of this.#changedCells) {
      const known = bySheet.get(sheet);
      if (known === undefined) bySheet.set(sheet, new Set([key]));
      else known.add(key);
    }
    this.#changedCells = new Set();
    return bySheet;
  }

  /** [B1] [B4] Works out all that waits. */
  *run(clock: Clock): Generator<number> {
    this.#work = new FormulaWork(limits.recalculationWork);
    const order = yield* this.#spread();
    if (order === null) return yield* this.#giveUp();
    for (;;) {
      for (let cell = order.next(); cell !== undefined; cell = order.next()) {
        const { left } = this.#work;
        if (left <= 0) return yield* this.#giveUp();
        this.#settle(cell, this.#evaluated(cell, clock));
        order.done(cell);
        yield cost.evaluated + left - this.#work.left;
      }
      if (this.#stale.size === 0) return undefined;
      // What is left depends on itself, or on what does.
      for (const around of yield* order.cut()) {
        this.#settle(around, circular);
        order.done(around);
        yield cost.touched;
      }
    }
  }

  /** [B2] Every formula that depends on a stale one is stale; null when there are too many. */
  *#spread(): Generator<number, WorkOrder | null> {
    const order = new WorkOrder();
    // The set grows while it is gone through.
    for (const cell of this.#stale) {
      const dependents: FormulaCell[] = [];
      if (cell.place !== null) {
        this.#index.touch(cell.sheet, cell.key, cell.place, (dependent) => {
          dependents.push(dependent);
          this.#stale.add(dependent);
        });
      }
      order.add(cell, dependents);
      this.#work.count(4 + dependents.length);
      if (this.#work.left <= 0) return null;
      yield cost.touched + cost.dependent * dependents.length;
    }
    order.begin();
    return order;
  }

  #evaluated(cell: FormulaCell, { now, random }: Clock): Scalar {
    const { formula, place } = cell;
    if (place === null || formula === null) return null;
    this.#work.begin(limits.formulaWork);
    const value = evaluate(formula, { work: this.#work, now, random, place, read: (at) => this.#read(cell, at) });
    const length = typeof value === 'string' ? value.length - (typeof cell.value === 'string' ? cell.value.length : 0) : 0;
    return this.#characters + length > limits.formulaTextCharacters ? limitError : value;
  }

  /** What a reference of a formula comes to. A single cell is a grid too, for the functions that tell cells from values. */
  #read(cell: FormulaCell, at: number): Value {
    const link = cell.named[at];
    if (link === undefined || link === null) return badRef;
    if (link.grid !== null) return link.grid;
    const sheet = this.#sheets.get(link.sheet);
    if (sheet === undefined) return badRef;
    const { top, left, bottom, right } = link.span;
    this.#work.spend(((bottom - top + 1) * (right - left + 1)) / 4);
    link.grid = sheet.grid(link.span);
    return link.grid;
  }

  /** A formula has come to this. */
  #settle(cell: FormulaCell, value: Scalar): void {
    this.#stale.delete(cell);
    if (isSame(cell.value, value)) return;
    if (typeof cell.value === 'string') this.#characters -= cell.value.length;
    if (typeof value === 'string') this.#characters += value.length;
    cell.value = value;
    this.#changedCells.add(cell);
    if (cell.place !== null) this.#sheets.get(cell.sheet)?.write(cell.place, value);
  }

  /** [B4] */
  *#giveUp(): Generator<number> {
    for (const cell of this.#stale) {
      this.#settle(cell, limitError);
      if (cell.place !== null) this.#index.forgetGrids(cell.sheet, cell.key, cell.place);
      yield cost.touched;
    }
  }
}

/** Both name one and the same cell, or nothing. */
const isSameCell = (a: Link | null, b: Link | null): boolean =>
  a === null || b === null ? a === b : a.key !== null && a.key === b.key && a.sheet === b.sheet;

const isSame = (a: Scalar, b: Scalar): boolean => a === b || (isSheetError(a) && isSheetError(b) && a.e === b.e);
