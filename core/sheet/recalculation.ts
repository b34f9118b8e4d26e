/**
 * recalculation: the formulas of a workbook: links them to their references, finds those without a value, and calculates them
 * (SH1 to SH6). Work is counted in units (recalculation-budget.ts).
 */
import { limits } from '#schema/limits.ts';
import { cellKey } from '#schema/sheet.ts';

import { circularFormulas } from './circles.ts';
import { DependencyIndex, type Link } from './dependency-index.ts';
import { evaluate } from './evaluate.ts';
import { EvaluationOrder } from './evaluation-order.ts';
import { type Range, readFormula } from './formula.ts';
import type { FormulaCell } from './formula-cell.ts';
import { areaNamed, shownFormula } from './formula-text.ts';
import { functionTable } from './functions/function-list.ts';
import type { LiveSheet, GridPosition } from './live-sheet.ts';
import { RangeCache } from './range-cache.ts';
import type { CellArea } from './reference-reader.ts';
import { type FormatOf, resultFormat } from './result-format.ts';
import { rangeOn, type Span } from './span.ts';
import { badRef, circular, isSheetError, type Scalar, type Value } from './value.ts';
import { FormulaWork, Parts, type Steps, TurnOver, type WorkOptions } from './recalculation-budget.ts';

/** `now` in ms. */
export type Clock = { readonly now: number; readonly random: () => number };
export type RecalculationOptions = WorkOptions & {
  /** Units of a formula per attempt. */
  readonly turnWork?: number;
  readonly functions?: ReturnType<typeof functionTable>;
};

/** Costs in units besides the work that formulas count. A cell of a range is charged, or read. */
const cost = { evaluated: 40, settled: 10, charged: 0.25, read: 0.25, found: 20 };

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
  /** Formulas whose text does not fit. */
  readonly #parked = new Set<FormulaCell>();
  #hasNewRoom = false;
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
    if (typeof cell.value === 'string') this.#characters += cell.value.length;
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
      this.#parked.delete(cell);
      this.#order.forget(cell);
      this.#volatile.delete(cell);
      this.#changedCells.delete(cell);
      if (typeof cell.value === 'string') this.#makeRoom(cell.value.length);
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
    const key = keyOf(target, span);
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
    if (this.#parked.delete(cell) || isCurrent) this.#order.again(cell);
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
        read: (at) => this.#read(cell, at),
        address: (at) => addressOf(cell.named[at] ?? null),
        references: {
          area: (area) => this.#areaOf(cell, area),
          named: (text) => this.#named(cell, text),
          formula: (area) => this.#formulaAt(area),
        },
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
    if (!this.#hasRoomFor(cell, value)) return units + this.#park(cell);
    const format =
      typeof value === 'number' ? resultFormat(formula.body, (at, line) => this.#formatOf(cell, at, line)) : undefined;
    return units + this.#settle(cell, value, format);
  }

  /** The value of a reference. A single cell is a grid as well, for functions that distinguish cells from values. */
  #read(cell: FormulaCell, at: number): Value {
    const link = cell.named[at];
    return link === undefined || link === null ? badRef : this.#valuesOf(link);
  }

  #valuesOf(link: Link): Value {
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

  /** The values of an area that a formula has found. */
  #areaOf(cell: FormulaCell, { sheet, span }: CellArea): Value {
    const target = this.#sheets.get(sheet);
    if (target === undefined) return badRef;
    const { rows, cols } = target.state;
    if (span.top < 0 || span.left < 0 || span.bottom >= rows.ids.length || span.right >= cols.ids.length) return badRef;
    const count = cell.links.length;
    const link = this.#index.link(cell, sheet, span, keyOf(target, span));
    // One of its own references has been waited for.
    const isOwn = cell.links.length === count && !cell.found.includes(link);
    if (!isOwn && !this.#order.find(cell, link, () => target.formulasIn(span))) throw new NotCalculated();
    this.#work.spend(cost.found);
    return this.#valuesOf(link);
  }

  #named(cell: FormulaCell, text: string): CellArea | null {
    const sheet = this.#sheets.get(cell.sheet)?.state;
    if (sheet === undefined) return null;
    const sheets = new Map(Array.from(this.#sheets, ([id, { state }]) => [id, state]));
    this.#work.spend(cost.found + sheets.size);
    return areaNamed(text, { sheet, sheets });
  }

  #formulaAt({ sheet, span }: CellArea): string | null {
    const target = this.#sheets.get(sheet);
    const formula = target?.formulas.get(keyOf(target, { ...span, bottom: span.top, right: span.left }) ?? '');
    if (target === undefined || formula === undefined) return null;
    this.#work.spend(cost.found + formula.text.length);
    const sheets = new Map(Array.from(this.#sheets, ([id, { state }]) => [id, state]));
    return shownFormula(formula.text, { sheet: target.state, sheets });
  }

  /** The format of the first number to which a reference refers. */
  #formatOf(cell: FormulaCell, at: number, line?: Parameters<FormatOf>[1]): string | undefined {
    const link = cell.named[at];
    const sheet = link === undefined || link === null ? undefined : this.#sheets.get(link.sheet);
    if (link === undefined || link === null || sheet === undefined) return undefined;
    if (link.key !== null) return sheet.format(link.key);
    const { top, left, bottom, right } = link.span;
    if (line === undefined) return sheet.firstFormat(link.span);
    const [row, col] = [top + line.at, left + line.at];
    if (line.axis === 'row') return row <= bottom ? sheet.firstFormat({ top: row, bottom: row, left, right }) : undefined;
    return col <= right ? sheet.firstFormat({ top, bottom, left: col, right: col }) : undefined;
  }

  /** Stores the value of a formula and its format. */
  #settle(cell: FormulaCell, value: Scalar, format?: string): number {
    if (!isSame(cell.value, value)) {
      if (typeof cell.value === 'string') this.#makeRoom(cell.value.length);
      if (typeof value === 'string') this.#characters += value.length;
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

  /** True if the text fits. */
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

/** The row and column of a single cell; null for a range. */
function keyOf({ state: { rows, cols } }: LiveSheet, { top, left, bottom, right }: Span): string | null {
  return top === bottom && left === right ? cellKey(rows.ids[top] ?? '', cols.ids[left] ?? '') : null;
}

/** A reference without its values. */
function addressOf(link: Link | null): Value {
  if (link === null) return badRef;
  const { top, left, bottom, right } = link.span;
  return {
    height: bottom - top + 1,
    width: right - left + 1,
    cells: [],
    isRange: true,
    sheet: link.sheet,
    at: { row: top, col: left },
  };
}

class NotCalculated extends Error {}

const lengthOf = (value: Scalar): number => (typeof value === 'string' ? value.length : 0);

/** True if both refer to the same cell, or to nothing. */
const isSameCell = (a: Link | null, b: Link | null): boolean =>
  a === null || b === null ? a === b : a.key !== null && a.key === b.key && a.sheet === b.sheet;

const isSame = (a: Scalar, b: Scalar): boolean => a === b || (isSheetError(a) && isSheetError(b) && a.e === b.e);
