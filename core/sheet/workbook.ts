/**
 * workbook: the sheets of a document with the values of their formulas, recalculated only where something changed (SH1 to SH6).
 *
 * Formulas are found by the cells and ranges to which they refer. After rows, columns or sheets are added, removed or moved,
 * formulas whose ranges may have other cells are recalculated. `advance` does some of the work and returns whether all is done;
 * between calls anything may change.
 */
import type { SheetState, StoredCell } from '#schema/sheet.ts';

import { FormulaCell } from './formula-cell.ts';
import { formulaIn, inputValue, LiveSheet } from './live-sheet.ts';
import { type Clock, Recalculation, type RecalculationOptions } from './recalculation.ts';
import { type CellContent, pending, type Scalar } from './value.ts';

/** Costs of arranging cells and formulas, in units (recalculation-budget.ts). */
const cost = { taken: 15, placed: 6, touchedCells: 15, linked: 60, readCharacter: 2 };
/** Volatile functions are recalculated once a second, or after ten times the units of their last calculation. */
const volatileEvery = { ms: 1_000, msPerUnit: 10 * 40e-6 };

/** A formula's value, and the number format of it. */
type FormulaResult = { readonly key: string; readonly content: CellContent; readonly format: string | undefined };

export class Workbook {
  readonly #sheets = new Map<string, LiveSheet>();
  readonly #states = new Map<string, SheetState>();
  readonly #formulas: Recalculation;
  /** Keys of cells that are still to be read, by sheet. */
  readonly #coming = new Map<string, Iterator<string>>();
  /** Rows, columns or sheets have changed since the formulas were linked. */
  #hasMoved = false;
  /** Sheets that were set since then. */
  readonly #sheetsToRebuild = new Set<string>();
  /** Cells that changed since then. */
  #touchedCells: { readonly sheet: LiveSheet; readonly key: string }[] = [];
  /** The arrangement in progress. */
  #arranging: Generator<number> | null = null;
  #tickedAt = 0;
  /** Units since the last tick, until all is done. */
  #tickUnits = 0;
  #isTicking = false;
  #unitsDone = 0;

  constructor(options: RecalculationOptions = {}) {
    this.#formulas = new Recalculation(this.#sheets, options);
  }

  /** Units of all work done so far. */
  get unitsDone(): number {
    return this.#unitsDone;
  }

  /** Cells of ranges whose values are kept. */
  get cachedCells(): number {
    return this.#formulas.cachedCells;
  }

  get sheets(): ReadonlyMap<string, SheetState> {
    return this.#states;
  }

  /** True if no work is left. Formulas may still be pending for lack of room. */
  get isDone(): boolean {
    return this.isArranged && this.#formulas.isDone;
  }

  /** True if all cells were read and arranged. */
  get isArranged(): boolean {
    return !this.#hasMoved;
  }

  /** False while cells of the sheet are still being read. */
  isTaken(sheetId: string): boolean {
    return !this.#coming.has(sheetId);
  }

  /** Adds or replaces a sheet. `coming`: the keys of its cells; each cell is in the state once its key was returned. */
  put(state: SheetState, coming: Iterable<string> = state.cells.keys()): void {
    const before = this.#sheets.get(state.id)?.formulas ?? null;
    this.remove(state.id);
    this.#sheets.set(state.id, new LiveSheet(state, before));
    this.#states.set(state.id, state);
    this.#coming.set(state.id, coming[Symbol.iterator]());
    this.#sheetsToRebuild.add(state.id);
    this.#rearrange();
  }

  remove(sheetId: string): void {
    const sheet = this.#sheets.get(sheetId);
    if (sheet === undefined) return;
    this.#formulas.forgetAll(sheet.formulas.values());
    this.#sheets.delete(sheetId);
    this.#states.delete(sheetId);
    this.#coming.delete(sheetId);
    this.#rearrange();
  }

  /** Updates a sheet: `state` differs from the previous one in the layout, the title, and these cells. */
  change(state: SheetState, keys: Iterable<string>): void {
    const sheet = this.#sheets.get(state.id);
    if (sheet === undefined) return this.put(state);
    if (sheet.state.rows !== state.rows || sheet.state.cols !== state.cols) this.#rearrange();
    if (sheet.state.title !== state.title || sheet.state.tabId !== state.tabId) this.#formulas.markPlaced();
    sheet.state = state;
    this.#states.set(state.id, state);
    for (const key of keys) this.#changeCell(sheet, key, state.cells.get(key));
  }

  /** Does about this many units of work (recalculation-budget.ts); true when all is done. */
  advance(clock: Clock, units: number): boolean {
    for (let left = units; left > 0 && !this.isDone;) {
      const used = this.#hasMoved ? this.#arrangeSome() : this.#formulas.step(clock);
      left -= used;
      this.#unitsDone += used;
      if (this.#isTicking) this.#tickUnits += used;
    }
    if (this.isDone) this.#isTicking = false;
    return this.isDone;
  }

  /** Marks volatile functions for calculation if it is time for that. `now` in ms. */
  tick(now: number): void {
    const everyMs = Math.max(volatileEvery.ms, this.#tickUnits * volatileEvery.msPerUnit);
    if (!this.#formulas.hasVolatile || !this.isDone || Math.abs(now - this.#tickedAt) < everyMs) return;
    this.#tickedAt = now;
    this.#tickUnits = 0;
    this.#isTicking = true;
    this.#formulas.markVolatile();
  }

  /** The value of a cell; null for an empty one. */
  value(sheetId: string, key: string): CellContent {
    const sheet = this.#sheets.get(sheetId);
    const formula = sheet?.formulas.get(key);
    return formula === undefined ? inputValue(sheet?.state.cells.get(key)) : this.#contentOf(formula);
  }

  /** The last displayed value of a cell, even if it is out of date. */
  lastValue(sheetId: string, key: string): Scalar {
    const sheet = this.#sheets.get(sheetId);
    const formula = sheet?.formulas.get(key);
    return formula === undefined ? inputValue(sheet?.state.cells.get(key)) : formula.value;
  }

  /** The number format of a formula's result, which its cell shows unless it has one. */
  resultFormat(sheetId: string, key: string): string | undefined {
    return this.#sheets.get(sheetId)?.formulas.get(key)?.format;
  }

  /** The number of formulas of a sheet without a value. */
  pendingOn(sheetId: string): number {
    if (this.isDone && this.#formulas.isSettled) return 0;
    let count = 0;
    for (const { content } of this.formulasOn(sheetId)) if (content === pending) count += 1;
    return count;
  }

  /** The formulas of a sheet with their values. */
  *formulasOn(sheetId: string): Generator<FormulaResult> {
    for (const formula of this.#sheets.get(sheetId)?.formulas.values() ?? [])
      yield { key: formula.key, content: this.#contentOf(formula), format: formula.format };
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    return this.#formulas.takeChanged();
  }

  /** The content of a formula's cell: pending while its value may be out of date. */
  #contentOf(formula: FormulaCell): CellContent {
    return formula.isStale || this.#hasMoved || !this.#formulas.isSpread ? pending : formula.value;
  }

  #rearrange(): void {
    this.#hasMoved = true;
    this.#arranging = null;
  }

  #arrangeSome(): number {
    this.#arranging ??= this.#arrange();
    const step = this.#arranging.next();
    if (step.done === true) this.#arranging = null;
    return step.value ?? 0;
  }

  #changeCell(sheet: LiveSheet, key: string, cell: StoredCell | undefined): void {
    const before = sheet.formulas.get(key);
    if (before !== undefined && before.text !== formulaIn(cell)) {
      sheet.formulas.delete(key);
      this.#formulas.forget(before);
    }
    this.#take(sheet, key, cell);
    if (this.#hasMoved) this.#touchedCells.push({ sheet, key });
    const place = sheet.place(key);
    // Until everything is arranged no other work is necessary; work that is done meanwhile may be repeated.
    if (place === null || (this.#hasMoved && this.#arranging === null)) return;
    const formula = sheet.formulas.get(key);
    if (formula === undefined) sheet.write(place, inputValue(cell));
    else if (this.#formulas.link(sheet, formula)) this.#formulas.mark(formula);
    this.#formulas.touch(sheet.state.id, key, place);
  }

  #take(sheet: LiveSheet, key: string, cell: StoredCell | undefined): void {
    const text = formulaIn(cell);
    if (text === null || sheet.formulas.has(key)) return;
    const before = sheet.before?.get(key);
    // An equal value has not changed.
    const value = before?.text === text ? before.value : null;
    const formula = new FormulaCell(
      { sheet: sheet.state.id, key, text },
      value,
      before?.text === text ? before.format : undefined,
    );
    sheet.formulas.set(key, formula);
    this.#formulas.add(formula);
  }

  /** Reads incoming cells, arranges every value and links every formula to its current references. */
  *#arrange(): Generator<number> {
    for (const [id, keys] of this.#coming) {
      const sheet = this.#sheets.get(id);
      for (let next = keys.next(); next.done !== true && sheet !== undefined; next = keys.next()) {
        this.#take(sheet, next.value, sheet.state.cells.get(next.value));
        yield cost.taken;
      }
      this.#coming.delete(id);
      if (sheet !== undefined) sheet.before = null;
    }
    this.#formulas.unlinkAll();
    for (const sheet of this.#sheets.values()) {
      sheet.clear();
      for (const key of sheet.state.cells.keys()) {
        const place = sheet.place(key);
        if (place !== null) sheet.write(place, sheet.formulas.get(key)?.value ?? inputValue(sheet.state.cells.get(key)));
        yield cost.placed;
      }
    }
    for (const sheet of this.#sheets.values()) {
      for (const cell of sheet.formulas.values()) {
        const isRead = cell.formula !== null;
        const isOther = this.#formulas.link(sheet, cell);
        if (isOther || cell.named.some((link) => link !== null && this.#sheetsToRebuild.has(link.sheet)))
          this.#formulas.mark(cell);
        yield cost.linked * (1 + cell.named.length) + (isRead ? 0 : cost.readCharacter * cell.text.length);
      }
    }
    for (const { sheet, key } of this.#touchedCells) {
      const place = sheet.place(key);
      if (place !== null) this.#formulas.touch(sheet.state.id, key, place);
      yield cost.touchedCells;
    }
    this.#touchedCells = [];
    this.#hasMoved = false;
    this.#sheetsToRebuild.clear();
  }
}
