/**
 * recalculation: the formulas of a workbook: links them to their references, finds those without a value, and calculates them
 * (SH1 to SH6). Work is counted in units (recalculation-budget.ts).
 */
import { limits } from '#schema/limits.ts';

import { circularFormulas } from './circles.ts';
import { DependencyIndex, isSameCell, type Link } from './dependency-index.ts';
import { evaluate } from './evaluate.ts';
import { EvaluationOrder } from './evaluation-order.ts';
import { type Range, readFormula } from './formula.ts';
import type { FormulaCell } from './formula-cell.ts';
import { functionTable } from './functions/function-list.ts';
import type { LiveSheet, GridPosition } from './live-sheet.ts';
import { RangeCache } from './range-cache.ts';
import { keyOfSpan, NotCalculated, ReferenceValues } from './reference-values.ts';
import { resultFormat } from './result-format.ts';
import { rangeOn } from './span.ts';
import { circular, isSheetError, type Scalar } from './value.ts';
import { TextRoom } from './text-room.ts';
import { FormulaWork, Parts, type Steps, TurnOver, type WorkOptions } from './recalculation-budget.ts';

/** `now` in ms. */
export type Clock = { readonly now: number; readonly random: () => number };
export type RecalculationOptions = WorkOptions & {
  /** Units of a formula per attempt. */
  readonly turnWork?: number;
  readonly functions?: ReturnType<typeof functionTable>;
};

/** Costs in units besides the work that formulas count. */
const cost = { evaluated: 40, settled: 10 };

export class Recalculation {
  readonly #sheets: ReadonlyMap<string, LiveSheet>;
  readonly #functions: ReturnType<typeof functionTable>;
  readonly #turnWork: number;
  readonly #index = new DependencyIndex();
  readonly #ranges = new RangeCache();
  readonly #order = new EvaluationOrder(this.#index, (link) => this.#ranges.drop(link));
  readonly #work: FormulaWork;
  readonly #references: ReferenceValues;
  readonly #volatile = new Set<FormulaCell>();
  readonly #texts = new TextRoom();
  /** A formula that takes more than one turn, and its finished parts. */
  #current: { readonly cell: FormulaCell; readonly parts: Parts } | null = null;
  /** The search for formulas that depend on themselves, and its result. */
  #search: Steps<readonly FormulaCell[]> | null = null;
  #circular: FormulaCell[] = [];
  #settledCircular: FormulaCell[] = [];
  /** No stale formula can be calculated any more. */
  #isStuck = false;
  /** One time for all formulas that are calculated together. */
  #clock: Clock | null = null;
  /** Formulas whose value changed since `takeChanged`. */
  #changedCells = new Set<FormulaCell>();

  constructor(sheets: ReadonlyMap<string, LiveSheet>, options: RecalculationOptions = {}) {
    this.#sheets = sheets;
    this.#functions = options.functions ?? functionTable();
    this.#turnWork = options.turnWork ?? limits.formulaTurnWork;
    this.#work = new FormulaWork(options);
    this.#references = new ReferenceValues({
      sheets,
      index: this.#index,
      ranges: this.#ranges,
      order: this.#order,
      work: this.#work,
    });
  }

  get isDone(): boolean {
    return this.#order.stale.size === 0 || this.#isStuck;
  }

  /** True if all formulas without a value are marked as stale. */
  get isSpread(): boolean {
    return this.#order.isSpread;
  }

  /** True if every formula has its value. */
  get isSettled(): boolean {
    return this.#order.stale.size === 0;
  }

  get hasVolatile(): boolean {
    return this.#volatile.size > 0;
  }

  /** Cells of ranges whose values are kept. */
  get cachedCells(): number {
    return this.#ranges.cells;
  }

  /** Adds a formula, which has no value yet. */
  add(cell: FormulaCell): void {
    this.#texts.replace(null, cell.value);
    this.mark(cell);
  }

  /** Marks a formula as stale. */
  mark(cell: FormulaCell): void {
    this.#interrupt();
    this.#startOver(cell);
    this.#order.mark(cell);
  }

  markVolatile(): void {
    for (const cell of this.#volatile) this.mark(cell);
  }

  /** Marks the formulas that refer to a cell as stale. */
  touch(sheetId: string, key: string, place: GridPosition): void {
    this.#interrupt();
    this.#order.touch(sheetId, key, place, (dependent) => this.#startOver(dependent));
  }

  forget(cell: FormulaCell): void {
    this.forgetAll([cell]);
    this.#index.unlink(cell, (link) => this.#ranges.drop(link));
  }

  /** Does the same before all formulas are linked again, ignoring their references. */
  forgetAll(cells: Iterable<FormulaCell>): void {
    this.#interrupt();
    for (const cell of cells) {
      if (this.#current?.cell === cell) this.#current = null;
      this.#texts.unpark(cell);
      this.#order.forget(cell);
      this.#volatile.delete(cell);
      this.#changedCells.delete(cell);
      this.#texts.replace(cell.value, null);
    }
  }

  /** Removes all references; the caller links the formulas again. */
  unlinkAll(): void {
    this.#interrupt();
    this.#current = null;
    this.#index.clear();
    this.#ranges.clear();
    for (const { formulas } of this.#sheets.values()) for (const cell of formulas.values()) [cell.links, cell.found] = [[], []];
    this.#order.restart();
  }

  /** Parses a formula once, and adds its references to the index. Returns true if its value may have changed. */
  link(sheet: LiveSheet, cell: FormulaCell): boolean {
    if (cell.formula === null) {
      cell.formula = readFormula(cell.text.slice(1), this.#functions);
      if (cell.formula.isVolatile) this.#volatile.add(cell);
    }
    const { references, isPlaced } = cell.formula;
    const before = cell.named;
    this.#interrupt();
    this.#startOver(cell);
    this.#index.unlink(cell, (link) => this.#ranges.drop(link));
    cell.place = sheet.place(cell.key);
    cell.named = references.map((range) => this.#linked(sheet, cell, range));
    this.#order.relinked(cell);
    // A single cell stays the same wherever it moves; a range may have other cells or another order.
    return isPlaced || cell.named.some((link, at) => !isSameCell(link, before[at] ?? null));
  }

  #linked(sheet: LiveSheet, cell: FormulaCell, { from, to, isAddress }: Range): Link | null {
    const target = from.sheet === null ? sheet : this.#sheets.get(from.sheet);
    const span = target === undefined ? null : rangeOn(target.state, from, to);
    if (target === undefined || span === null) return null;
    const key = keyOfSpan(target, span);
    return isAddress ? this.#index.address(target.state.id, span, key) : this.#index.link(cell, target.state.id, span, key);
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    const bySheet = new Map<string, Set<string>>();
    for (const { sheet, key } of this.#changedCells) {
      const keys = bySheet.get(sheet);
      if (keys === undefined) bySheet.set(sheet, new Set([key]));
      else keys.add(key);
    }
    this.#changedCells = new Set();
    return bySheet;
  }

  /** Does one piece of the remaining work; returns its units. */
  step(clock: Clock): number {
    this.#clock ??= clock;
    const units = this.#piece(this.#clock);
    if (this.isDone) this.#clock = null;
    return units;
  }

  #piece(clock: Clock): number {
    if (!this.#order.isSpread) return this.#order.spread();
    if (this.#current !== null) return this.#goOn(this.#current, clock);
    const circularCell = this.#circular.pop();
    if (circularCell !== undefined) {
      this.#settledCircular.push(circularCell);
      return this.#settle(circularCell, circular);
    }
    this.#settledCircular = [];
    const cell = this.#order.next();
    return cell === undefined ? this.#withoutReady() : this.#evaluate(cell, clock, cell.isLong ? new Parts() : null);
  }

  /** The remaining formulas depend on themselves, have no room, or depend on such formulas. */
  #withoutReady(): number {
    const unparked = this.#texts.takeUnparked();
    if (unparked.length > 0) {
      for (const cell of unparked) this.#order.again(cell);
      return 1;
    }
    this.#search ??= circularFormulas(this.#order.stale, (cell) => this.#order.linksAt(cell));
    const step = this.#search.next();
    if (step.done !== true) return step.value;
    this.#search = null;
    this.#circular = [...step.value];
    if (this.#circular.length === 0) this.#isStuck = true;
    return 1;
  }

  /** A change invalidates what is known about cycles. */
  #interrupt(): void {
    this.#isStuck = false;
    this.#search = null;
    if (this.#circular.length > 0) for (const cell of this.#settledCircular) this.#order.mark(cell);
    this.#circular = [];
    this.#settledCircular = [];
  }

  /** Discards the finished parts of a formula, and that its text does not fit. */
  #startOver(cell: FormulaCell): void {
    const isCurrent = this.#current?.cell === cell;
    if (isCurrent) this.#current = null;
    if (this.#texts.unpark(cell) || isCurrent) this.#order.again(cell);
  }

  /** Marks the formulas whose references depend on the names of sheets. */
  markPlaced(): void {
    for (const { formulas } of this.#sheets.values())
      for (const cell of formulas.values()) if (cell.formula?.isPlaced === true) this.mark(cell);
  }

  #goOn({ cell, parts }: { readonly cell: FormulaCell; readonly parts: Parts }, clock: Clock): number {
    this.#current = null;
    if (this.#order.isReady(cell)) return this.#evaluate(cell, clock, parts);
    // A dependency has become stale: the formula is ready again once that has a value.
    this.#order.dropFound(cell);
    return 1;
  }

  #evaluate(cell: FormulaCell, { now, random }: Clock, parts: Parts | null): number {
    const { formula, place } = cell;
    if (place === null || formula === null) return this.#settle(cell, null);
    const work = this.#work;
    work.begin(this.#turnWork, parts);
    let value: Scalar;
    try {
      value = evaluate(formula, {
        work,
        now,
        random,
        place,
        ...this.#references.of(cell),
      });
    } catch (error) {
      // It has found a reference to a formula without a value, and starts over when that has one.
      if (error instanceof NotCalculated) return cost.evaluated + work.takeDone();
      if (!(error instanceof TurnOver)) throw error;
      this.#current = { cell, parts: parts ?? new Parts() };
      this.#current.parts.attempts += 1;
      return cost.evaluated + work.takeDone();
    }
    cell.isLong = (parts?.attempts ?? 0) > 0;
    const units = cost.evaluated + work.takeDone();
    if (!this.#texts.hasRoomFor(cell.value, value)) {
      this.#texts.park(cell);
      return units + 1;
    }
    const format =
      typeof value === 'number' ? resultFormat(formula.body, (at, line) => this.#references.format(cell, at, line)) : undefined;
    return units + this.#settle(cell, value, format);
  }

  /** Stores the value of a formula and its format. */
  #settle(cell: FormulaCell, value: Scalar, format?: string): number {
    if (!isSame(cell.value, value)) {
      this.#texts.replace(cell.value, value);
      cell.value = value;
      this.#changedCells.add(cell);
      if (cell.place !== null) this.#sheets.get(cell.sheet)?.write(cell.place, value);
    }
    if (cell.format !== format) {
      cell.format = format;
      this.#changedCells.add(cell);
    }
    return cost.settled + this.#order.settle(cell);
  }
}

const isSame = (a: Scalar, b: Scalar): boolean => a === b || (isSheetError(a) && isSheetError(b) && a.e === b.e);
