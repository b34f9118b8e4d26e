/**
 * workbook: the sheets of a document with the values of their formulas, worked out again only where something changed.
 *
 * B1  A formula is worked out after everything that it depends on. Those that depend on themselves are `#CIRC!`.
 * B2  After a change only what depends on it is worked out: formulas are found by the cells and ranges that they name. When
 *     rows, columns or sheets come, go or move, those are whose ranges may hold other cells than they did.
 * B3  Work is done in turns: `advance` does some and says whether all is done; between turns anything may change.
 * B4  One change makes at most `limits.recalculationWork`; formulas that it leaves over are `#LIMIT!` until they, or what they
 *     name, change. So is a formula that makes more than `limits.formulaWork`.
 * B5  Values depend on the sheets alone, but for functions of time and chance, which follow `clock`.
 */
import type { SheetState, StoredCell } from '#schema/sheet.ts';

import { formulaIn, inputValue, LiveSheet } from './live-sheet.ts';
import { type Clock, Recalculation } from './recalculation.ts';
import type { Scalar } from './value.ts';

/** What putting things in their place costs: units, see work.ts. */
const cost = { taken: 15, placed: 6, touched: 15, linked: 60, readCharacter: 2 };

export class Workbook {
  readonly #sheets = new Map<string, LiveSheet>();
  readonly #states = new Map<string, SheetState>();
  readonly #formulas = new Recalculation(this.#sheets);
  /** Keys of cells that are still to be taken, by sheet. */
  readonly #coming = new Map<string, Iterator<string>>();
  /** Rows, columns or sheets are others than the formulas know. */
  #hasMoved = false;
  /** Sheets that were put since then. */
  readonly #sheetsToRebuild = new Set<string>();
  /** Cells that changed since then. */
  #touchedCells: { readonly sheet: LiveSheet; readonly key: string }[] = [];
  /** Putting everything in its place, and then working out. */
  #arranging: Generator<number> | null = null;
  #run: Generator<number> | null = null;
  #tickedAt = 0;

  get sheets(): ReadonlyMap<string, SheetState> {
    return this.#states;
  }

  get isDone(): boolean {
    return !this.#hasMoved && this.#formulas.isDone;
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

  /** Works out what is not done, at most about so many units (see recalculation-budget.ts); true when all is done. */
  advance(clock: Clock, units: number): boolean {
    for (let left = units; left > 0 && !this.isDone;) {
      const running = this.#hasMoved ? (this.#arranging ??= this.#arrange()) : (this.#run ??= this.#formulas.run(clock));
      const step = running.next();
      if (step.done !== true) left -= step.value;
      else if (running === this.#run) this.#run = null;
      else this.#arranging = null;
    }
    return this.isDone;
  }

  /** Has functions of time and chance worked out anew, once a second at most. `now` in ms. */
  tick(now: number): void {
    if (!this.#formulas.hasVolatile || Math.abs(now - this.#tickedAt) < 1_000) return;
    this.#tickedAt = now;
    this.#formulas.waitVolatile();
    this.#run = null;
  }

  /** The value of a cell; null for an empty one. */
  value(sheetId: string, key: string): Scalar {
    const sheet = this.#sheets.get(sheetId);
    const formula = sheet?.formulas.get(key);
    return formula === undefined ? inputValue(sheet?.state.cells.get(key)) : formula.value;
  }

  /** The formulas of a sheet with what they come to. */
  formulasOn(sheetId: string): Iterable<{ readonly key: string; readonly value: Scalar }> {
    return this.#sheets.get(sheetId)?.formulas.values() ?? [];
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    return this.#formulas.takeChanged();
  }

  #rearrange(): void {
    this.#hasMoved = true;
    this.#arranging = null;
    this.#run = null;
  }

  #changeCell(sheet: LiveSheet, key: string, cell: StoredCell | undefined): void {
    this.#run = null;
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
    else if (this.#formulas.link(sheet, formula)) this.#formulas.wait(formula);
    this.#formulas.touch(sheet.state.id, key, place);
  }

  #take(sheet: LiveSheet, key: string, cell: StoredCell | undefined): void {
    const text = formulaIn(cell);
    if (text === null || sheet.formulas.has(key)) return;
    const before = sheet.before?.get(key);
    // What comes to the same as before has not changed.
    const value = before?.text === text ? before.value : null;
    const formula = { sheet: sheet.state.id, key, text, formula: null, place: null, named: [], links: [], value };
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
          this.#formulas.wait(cell);
        yield cost.linked * (1 + cell.named.length) + (isRead ? 0 : cost.readCharacter * cell.text.length);
      }
    }
    for (const { sheet, key } of this.#touchedCells) {
      const place = sheet.place(key);
      if (place !== null) this.#formulas.touch(sheet.state.id, key, place);
      yield cost.touched;
    }
    this.#touchedCells = [];
    this.#hasMoved = false;
    this.#sheetsToRebuild.clear();
  }
}
