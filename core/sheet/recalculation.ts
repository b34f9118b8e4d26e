/**
 * recalculation: the formulas of a workbook: what they name, which of them have no value, and calculating those.
 *
 * The workbook's rules B1 to B6 are kept here. What is done takes units of work, see recalculation-budget.ts.
 */
import { limits } from '#schema/limits.ts';
import { cellKey } from '#schema/sheet.ts';

import { circularFormulas } from './circles.ts';
import { DependencyIndex, type Link } from './dependency-index.ts';
import { evaluate } from './evaluate.ts';
import { EvaluationOrder } from './evaluation-order.ts';
import { readFormula } from './formula.ts';
import type { FormulaCell } from './formula-cell.ts';
import { functionTable } from './functions/function-list.ts';
import type { LiveSheet, GridPosition } from './live-sheet.ts';
import { RangeCache } from './range-cache.ts';
import type { Reference } from './reference.ts';
import { rangeOn } from './span.ts';
import { badRef, circular, isSheetError, type Scalar, type Value } from './value.ts';
import { FormulaWork, Parts, type Steps, TurnOver, type WorkOptions } from './recalculation-budget.ts';

/** `now` in ms. */
export type Clock = { readonly now: number; readonly random: () => number };
export type RecalculationOptions = WorkOptions & {
  /** Units that a formula takes at a time. */
  readonly turnWork?: number;
  readonly functions?: ReturnType<typeof functionTable>;
};

/** What things cost beside the work that formulas count: units, see recalculation-budget.ts. A cell of a range is charged, or read. */
const cost = { evaluated: 40, settled: 10, charged: 0.25, read: 0.25 };

export class Recalculation {
  readonly #sheets: ReadonlyMap<string, LiveSheet>;
  readonly #functions: ReturnType<typeof functionTable>;
  readonly #turnWork: number;
  readonly #index = new DependencyIndex();
  readonly #ranges = new RangeCache();
  readonly #order = new EvaluationOrder(this.#index, (link) => this.#ranges.drop(link));
  readonly #work: FormulaWork;
  readonly #volatile = new Set<FormulaCell>();
  #characters = 0;
  /** [B6] Formulas whose text has no room. */
  readonly #parked = new Set<FormulaCell>();
  #hasNewRoom = false;
  /** A formula that takes more than one turn, and what it has finished. */
  #current: { readonly cell: FormulaCell; readonly parts: Parts } | null = null;
  /** Looking for formulas that depend on themselves, and those that were found. */
  #search: Steps<readonly FormulaCell[]> | null = null;
  #circular: FormulaCell[] = [];
  #settledCircular: FormulaCell[] = [];
  /** Nothing more can be done with the formulas that are stale. */
  #isStuck = false;
  /** [B5] One moment for all that is calculated together. */
  #clock: Clock | null = null;
  /** Formulas whose value is another than it was, since `takeChanged`. */
  #changedCells = new Set<FormulaCell>();

  constructor(sheets: ReadonlyMap<string, LiveSheet>, options: RecalculationOptions = {}) {
    this.#sheets = sheets;
    this.#functions = options.functions ?? functionTable();
    this.#turnWork = options.turnWork ?? limits.formulaTurnWork;
    this.#work = new FormulaWork(options);
  }

  get isDone(): boolean {
    return this.#order.stale.size === 0 || this.#isStuck;
  }

  /** All formulas that have no value are marked as stale. */
  get isSpread(): boolean {
    return this.#order.isSpread;
  }

  /** Every formula has its value. */
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

  /** A new formula, which has no value. */
  add(cell: FormulaCell): void {
    if (typeof cell.value === 'string') this.#characters += cell.value.length;
    this.mark(cell);
  }

  /** The formula needs to be calculated. */
  mark(cell: FormulaCell): void {
    this.#interrupt();
    this.#startOver(cell);
    this.#order.mark(cell);
  }

  markVolatile(): void {
    for (const cell of this.#volatile) this.mark(cell);
  }

  /** What names a cell needs to be calculated. */
  touch(sheetId: string, key: string, place: GridPosition): void {
    this.#interrupt();
    this.#order.touch(sheetId, key, place, (dependent) => this.#startOver(dependent));
  }

  forget(cell: FormulaCell): void {
    this.forgetAll([cell]);
    this.#index.unlink(cell, (link) => this.#ranges.drop(link));
  }

  /** The same before everything is linked again: what they name does not matter any more. */
  forgetAll(cells: Iterable<FormulaCell>): void {
    this.#interrupt();
    for (const cell of cells) {
      if (this.#current?.cell === cell) this.#current = null;
      this.#parked.delete(cell);
      this.#order.forget(cell);
      this.#volatile.delete(cell);
      this.#changedCells.delete(cell);
      if (typeof cell.value === 'string') this.#makeRoom(cell.value.length);
    }
  }

  /** Forgets what all formulas name; the caller links them again. */
  unlinkAll(): void {
    this.#interrupt();
    this.#current = null;
    this.#index.clear();
    this.#ranges.clear();
    for (const { formulas } of this.#sheets.values()) for (const cell of formulas.values()) cell.links = [];
    this.#order.restart();
  }

  /** Reads a formula's text once, and enters what it names into the index. True when that may come to something else now. */
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
    cell.named = references.map(({ from, to }) => this.#linked(sheet, cell, from, to));
    this.#order.relinked(cell);
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

  /** [B1] [B2] [B3] Does one piece of what is left to do; answers the units that it took. */
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

  /** What is left depends on itself, has no room, or depends on what does. */
  #withoutReady(): number {
    if (this.#hasNewRoom && this.#parked.size > 0) {
      for (const cell of this.#parked) this.#order.again(cell);
      this.#parked.clear();
      this.#hasNewRoom = false;
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

  /** Something changes: what was found out about circles may not hold any more. */
  #interrupt(): void {
    this.#isStuck = false;
    this.#search = null;
    if (this.#circular.length > 0) for (const cell of this.#settledCircular) this.#order.mark(cell);
    this.#circular = [];
    this.#settledCircular = [];
  }

  /** What a formula has finished, or that its text has no room, may not hold any more. */
  #startOver(cell: FormulaCell): void {
    const isCurrent = this.#current?.cell === cell;
    if (isCurrent) this.#current = null;
    if (this.#parked.delete(cell) || isCurrent) this.#order.again(cell);
  }

  #goOn({ cell, parts }: { readonly cell: FormulaCell; readonly parts: Parts }, clock: Clock): number {
    this.#current = null;
    // Something that it depends on has become stale: it is ready again once that has a value.
    return this.#order.isReady(cell) ? this.#evaluate(cell, clock, parts) : 1;
  }

  #evaluate(cell: FormulaCell, { now, random }: Clock, parts: Parts | null): number {
    const { formula, place } = cell;
    if (place === null || formula === null) return this.#settle(cell, null);
    const work = this.#work;
    work.begin(this.#turnWork, parts);
    let value: Scalar;
    try {
      value = evaluate(formula, { work, now, random, place, read: (at) => this.#read(cell, at) });
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
      this.#current = { cell, parts: parts ?? new Parts() };
      this.#current.parts.attempts += 1;
      return cost.evaluated + work.takeDone();
    }
    cell.isLong = (parts?.attempts ?? 0) > 0;
    const units = cost.evaluated + work.takeDone();
    return units + (this.#hasRoomFor(cell, value) ? this.#settle(cell, value) : this.#park(cell));
  }

  /** What a reference of a formula comes to. A single cell is a grid too, for the functions that tell cells from values. */
  #read(cell: FormulaCell, at: number): Value {
    const link = cell.named[at];
    if (link === undefined || link === null) return badRef;
    const { top, left, bottom, right } = link.span;
    const cells = (bottom - top + 1) * (right - left + 1);
    this.#work.charge(cells * cost.charged);
    if (link.grid !== null) {
      link.isGridUsed = true;
      return link.grid;
    }
    const sheet = this.#sheets.get(link.sheet);
    if (sheet === undefined) return badRef;
    this.#work.count(cells * cost.read);
    const grid = sheet.grid(link.span);
    this.#ranges.keep(link, grid);
    return grid;
  }

  /** A formula has come to this. */
  #settle(cell: FormulaCell, value: Scalar): number {
    if (!isSame(cell.value, value)) {
      if (typeof cell.value === 'string') this.#makeRoom(cell.value.length);
      if (typeof value === 'string') this.#characters += value.length;
      cell.value = value;
      this.#changedCells.add(cell);
      if (cell.place !== null) this.#sheets.get(cell.sheet)?.write(cell.place, value);
    }
    return cost.settled + this.#order.settle(cell);
  }

  /** [B6] */
  #hasRoomFor(cell: FormulaCell, value: Scalar): boolean {
    const more = lengthOf(value) - lengthOf(cell.value);
    return more <= 0 || this.#characters + more <= limits.formulaTextCharacters;
  }

  #park(cell: FormulaCell): number {
    this.#parked.add(cell);
    return 1;
  }

  #makeRoom(characters: number): void {
    this.#characters -= characters;
    this.#hasNewRoom = true;
  }
}

const lengthOf = (value: Scalar): number => (typeof value === 'string' ? value.length : 0);

/** Both name one and the same cell, or nothing. */
const isSameCell = (a: Link | null, b: Link | null): boolean =>
  a === null || b === null ? a === b : a.key !== null && a.key === b.key && a.sheet === b.sheet;

const isSame = (a: Scalar, b: Scalar): boolean => a === b || (isSheetError(a) && isSheetError(b) && a.e === b.e);
