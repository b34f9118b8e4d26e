/**
 * workbook: the sheets of a document with the values of their formulas, calculated again only where something changed.
 *
 * B1  A formula is calculated after everything that it depends on. Those that depend on themselves are `#CIRC!`.
 * B2  After a change only what depends on it is calculated: formulas are found by the cells and ranges that they name. When
 *     rows, columns or sheets come, go or move, those are whose ranges may hold other cells than they did.
 * B3  Work is done in turns: `advance` does some and says whether all is done; between turns anything may change. A long formula
 *     takes several turns. A formula that has no value yet is `pending`, and so is everything that may depend on a change as long
 *     as that is not known: an old value is never shown.
 * B4  A formula that takes more than `limits.formulaWork` is `#LIMIT!`. There is no other bound to what is calculated.
 * B5  Values depend on the sheets alone, whatever the turns, the order of changes and what was calculated before; but functions of
 *     time and chance follow `clock`, and take at most a tenth of the time.
 * B6  The texts that formulas come to hold at most `limits.formulaTextCharacters`; formulas whose texts have no room stay pending
 *     until there is some.
 */
import type { SheetState, StoredCell } from '#schema/sheet.ts';

import { FormulaCell } from './formula-cell.ts';
import { formulaIn, inputValue, LiveSheet } from './live-sheet.ts';
import { type Clock, Recalculation, type RecalculationOptions } from './recalculation.ts';
import { type CellContent, pending, type Scalar } from './value.ts';

/** What putting things in their place costs: units, see recalculation-budget.ts. */
const cost = { taken: 15, placed: 6, touchedCells: 15, linked: 60, readCharacter: 2 };
/** [B5] Functions of time and chance are calculated again once a second, or after ten times the units that the last time took. */
const volatileEvery = { ms: 1_000, msPerUnit: 10 * 40e-6 };

export class Workbook {
  readonly #sheets = new Map<string, LiveSheet>();
  readonly #states = new Map<string, SheetState>();
  readonly #formulas: Recalculation;
  /** Keys of cells that are still to be taken, by sheet. */
  readonly #coming = new Map<string, Iterator<string>>();
  /** Rows, columns or sheets are others than the formulas know. */
  #hasMoved = false;
  /** Sheets that were put since then. */
  readonly #sheetsToRebuild = new Set<string>();
  /** Cells that changed since then. */
  #touchedCells: { readonly sheet: LiveSheet; readonly key: string }[] = [];
  /** Putting everything in its place. */
  #arranging: Generator<number> | null = null;
  #tickedAt = 0;
  /** Units since the last tick, until all is done. */
  #tickUnits = 0;
  #isTicking = false;
  #unitsDone = 0;

  constructor(options: RecalculationOptions = {}) {
    this.#formulas = new Recalculation(this.#sheets, options);
  }

  /** Units of all work that was done so far. */
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

  /** Nothing is left to do. Formulas may still be pending [B6]. */
  get isDone(): boolean {
    return this.isArranged && this.#formulas.isDone;
  }

  /** All cells have come and are in their places. */
  get isArranged(): boolean {
    return !this.#hasMoved;
  }

  /** False while cells of the sheet still come. */
  isTaken(sheetId: string): boolean {
    return !this.#coming.has(sheetId);
  }

  /** Adds a sheet, or takes it anew. `coming`: the keys of its cells; each cell is in the state when its key has come. */
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

  /** Takes a sheet as it is now: `state` differs from what was there in the layout, the title, and these cells. */
  change(state: SheetState, keys: Iterable<string>): void {
    const sheet = this.#sheets.get(state.id);
    if (sheet === undefined) return this.put(state);
    if (sheet.state.rows !== state.rows || sheet.state.cols !== state.cols) this.#rearrange();
    sheet.state = state;
    this.#states.set(state.id, state);
    for (const key of keys) this.#changeCell(sheet, key, state.cells.get(key));
  }

  /** Does about so many units (see recalculation-budget.ts) of what is left to do; true when all is done. */
  advance(clock: Clock, units: number): boolean {
    for (let left = units; left > 0 && !this.isDone;) {
      const taken = this.#hasMoved ? this.#arrangeSome() : this.#formulas.step(clock);
      left -= taken;
      this.#unitsDone += taken;
      if (this.#isTicking) this.#tickUnits += taken;
    }
    if (this.isDone) this.#isTicking = false;
    return this.isDone;
  }

  /** [B5] Has functions of time and chance calculated again, where it is time for that. `now` in ms. */
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

  /** What a cell showed last, whether or not that still holds. */
  lastValue(sheetId: string, key: string): Scalar {
    const sheet = this.#sheets.get(sheetId);
    const formula = sheet?.formulas.get(key);
    return formula === undefined ? inputValue(sheet?.state.cells.get(key)) : formula.value;
  }

  /** How many formulas of a sheet have no value yet. */
  pendingOn(sheetId: string): number {
    if (this.isDone && this.#formulas.isSettled) return 0;
    let count = 0;
    for (const { content } of this.formulasOn(sheetId)) if (content === pending) count += 1;
    return count;
  }

  /** The formulas of a sheet with what they come to. */
  *formulasOn(sheetId: string): Generator<{ readonly key: string; readonly content: CellContent }> {
    for (const formula of this.#sheets.get(sheetId)?.formulas.values() ?? [])
      yield { key: formula.key, content: this.#contentOf(formula) };
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    return this.#formulas.takeChanged();
  }

  /** [B3] */
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
    // Before all is put in its place nothing else needs to be done; meanwhile what is done here may be done again.
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
    // What comes to the same as before has not changed.
    const value = before?.text === text ? before.value : null;
    const formula = new FormulaCell({ sheet: sheet.state.id, key, text }, value);
    sheet.formulas.set(key, formula);
    this.#formulas.add(formula);
  }

  /** [B2] [B3] Takes what comes, and puts every value in its place and every formula at what it names now. */
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
