/**
 * workbook: the sheets of a document with the values of their formulas, worked out again only where something changed.
 *
 * B1  A formula is worked out after everything that it depends on. Those that depend on themselves are `#CIRC!`.
 * B2  After a change only what depends on it is worked out: formulas are found by the cells and ranges that they name.
 *     When rows, columns or sheets come, go or move, all of them are.
 * B3  Work is done in turns: `advance` does some and says whether all is done; between turns anything may change.
 * B4  One change makes at most `limits.recalculationWork`; formulas that it leaves over are `#LIMIT!` until they, or what they
 *     name, change. So is a formula that makes more than `limits.formulaWork`.
 * B5  Values depend on the sheets alone, but for functions of time and chance, which follow `clock`.
 */
import { limits } from '#schema/limits.ts';
import type { SheetState, StoredCell } from '#schema/sheet.ts';
import { cellKey } from '#schema/sheet.ts';

import { DependencyIndex, type FormulaCell } from './dependency-index.ts';
import { evaluate } from './evaluate.ts';
import { isFormula } from './formula-text.ts';
import { readFormula } from './formula.ts';
import { functionTable } from './functions/list.ts';
import { rangeOn, type Span } from './span.ts';
import { badRef, circular, type Grid, isSheetError, limited, type Scalar, type Value } from './value.ts';
import { FormulaWork, LimitReached } from './work.ts';

type Clock = { readonly now: number; readonly random: () => number };
/** Units that a step takes of its turn. */
const perStep = 150;

type LiveSheet = { state: SheetState; readonly formulas: Map<string, FormulaCell>; columns: (Scalar | undefined)[][] };

export class Workbook {
  readonly #functions = functionTable();
  readonly #sheets = new Map<string, LiveSheet>();
  readonly #states = new Map<string, SheetState>();
  readonly #index = new DependencyIndex();
  /** Formulas whose value may no longer hold. */
  readonly #stale = new Set<FormulaCell>();
  readonly #volatile = new Set<FormulaCell>();
  #run: Generator<void> | null = null;
  /** Rows, columns or sheets are others than the index knows. */
  #moved = false;
  #characters = 0;
  #tickedAt = 0;
  #clock: Clock = { now: 0, random: () => 0.5 };
  #work = new FormulaWork(0);
  /** Formulas whose value is another than it was, since `takeChanged`. */
  #changed = new Set<FormulaCell>();

  get sheets(): ReadonlyMap<string, SheetState> {
    return this.#states;
  }

  /** How many formulas there are. */
  get formulas(): number {
    let count = 0;
    for (const { formulas } of this.#sheets.values()) count += formulas.size;
    return count;
  }

  get isDone(): boolean {
    return this.#stale.size === 0 && !this.#moved;
  }

  /** Adds a sheet, or takes it as it is now with other rows, columns, title or cells. */
  put(state: SheetState): void {
    const live = this.#sheets.get(state.id);
    const formulas = live?.formulas ?? new Map<string, FormulaCell>();
    const sheet: LiveSheet = { state, formulas, columns: [] };
    this.#sheets.set(state.id, sheet);
    this.#states.set(state.id, state);
    this.#run = null;
    this.#moved = true;
    for (const [key, formula] of formulas)
      if (formulaIn(state.cells.get(key)) !== formula.text) this.#forget(sheet, key, formula);
    for (const [key, cell] of state.cells) this.#take(sheet, key, cell);
  }

  remove(sheetId: string): void {
    const sheet = this.#sheets.get(sheetId);
    if (sheet === undefined) return;
    for (const [key, formula] of sheet.formulas) this.#forget(sheet, key, formula);
    this.#sheets.delete(sheetId);
    this.#states.delete(sheetId);
    this.#run = null;
    this.#moved = true;
  }

  /** Takes cells of a sheet as they are now: `state` differs from what was there in these cells alone. */
  change(state: SheetState, keys: Iterable<string>): void {
    const sheet = this.#sheets.get(state.id);
    if (sheet === undefined) return this.put(state);
    sheet.state = state;
    this.#states.set(state.id, state);
    this.#run = null;
    for (const key of keys) {
      const before = sheet.formulas.get(key);
      const cell = state.cells.get(key);
      if (before !== undefined && before.text !== formulaIn(cell)) this.#forget(sheet, key, before);
      this.#take(sheet, key, cell);
      if (this.#moved) continue;
      const place = this.#place(sheet, key);
      if (place === null) continue;
      const formula = sheet.formulas.get(key);
      if (formula === undefined) this.#write(sheet, place, inputValue(cell));
      else this.#link(sheet, formula);
      this.#index.touch(state.id, key, place.row, place.col, (dependent) => this.#stale.add(dependent));
    }
  }

  /** Works out what is not done, at most about so many units (see work.ts); true when all is done. */
  advance(clock: Clock, units: number): boolean {
    this.#clock = clock;
    if (this.isDone) return true;
    if (this.#run === null) {
      this.#work = new FormulaWork(limits.recalculationWork);
      this.#run = this.#recalculate();
    }
    const until = this.#work.left - units;
    // A step costs time beside what is counted against the limits.
    for (let steps = 0; this.#work.left - steps * perStep > until; steps += 1) {
      if (this.#run.next().done === true) {
        this.#run = null;
        return true;
      }
    }
    return false;
  }

  /** Has functions of time and chance worked out anew, once a second at most. `now` in ms. */
  tick(now: number): void {
    if (this.#volatile.size === 0 || Math.abs(now - this.#tickedAt) < 1_000) return;
    this.#tickedAt = now;
    for (const formula of this.#volatile) this.#stale.add(formula);
    this.#run = null;
  }

  /** The value of a cell; null for an empty one. */
  value(sheetId: string, key: string): Scalar {
    const sheet = this.#sheets.get(sheetId);
    const formula = sheet?.formulas.get(key);
    return formula === undefined ? inputValue(sheet?.state.cells.get(key)) : formula.value;
  }

  isFormula(sheetId: string, key: string): boolean {
    return this.#sheets.get(sheetId)?.formulas.has(key) ?? false;
  }

  /** Cells with formulas whose value has changed since the last call, by sheet. */
  takeChanged(): Map<string, Set<string>> {
    const bySheet = new Map<string, Set<string>>();
    for (const { sheet, key } of this.#changed) bySheet.set(sheet, (bySheet.get(sheet) ?? new Set()).add(key));
    this.#changed = new Set();
    return bySheet;
  }

  #take(sheet: LiveSheet, key: string, cell: StoredCell | undefined): void {
    const text = formulaIn(cell);
    if (text === null || sheet.formulas.has(key)) return;
    const [row = '', col = ''] = key.split(':');
    const formula: FormulaCell = { sheet: sheet.state.id, key, row, col, text, formula: null, spans: [], value: null, links: [] };
    sheet.formulas.set(key, formula);
    this.#stale.add(formula);
  }

  #forget(sheet: LiveSheet, key: string, formula: FormulaCell): void {
    sheet.formulas.delete(key);
    this.#stale.delete(formula);
    this.#volatile.delete(formula);
    this.#changed.delete(formula);
    this.#index.unlink(formula);
    if (typeof formula.value === 'string') this.#characters -= formula.value.length;
  }

  #place({ state }: LiveSheet, key: string): { readonly row: number; readonly col: number } | null {
    const [rowId = '', colId = ''] = key.split(':');
    const [row, col] = [state.rows.rank.get(rowId), state.cols.rank.get(colId)];
    return row === undefined || col === undefined || !Number.isInteger(row) || !Number.isInteger(col) ? null : { row, col };
  }

  #write({ columns }: LiveSheet, { row, col }: { readonly row: number; readonly col: number }, value: Scalar): void {
    const column = (columns[col] ??= []);
    column[row] = value ?? undefined;
  }

  /** Reads a formula's text once, and enters what it names into the index. */
  #link(sheet: LiveSheet, cell: FormulaCell): void {
    if (cell.formula === null) {
      cell.formula = readFormula(cell.text.slice(1), this.#functions);
      if (cell.formula.isVolatile) this.#volatile.add(cell);
    }
    this.#index.unlink(cell);
    cell.spans = cell.formula.references.map(({ from, to }) => {
      const target = from.sheet === null ? sheet : this.#sheets.get(from.sheet);
      return target === undefined ? null : rangeOn(target.state, from, to);
    });
    for (const [at, { from }] of cell.formula.references.entries()) {
      const span = cell.spans[at];
      const target = from.sheet === null ? sheet : this.#sheets.get(from.sheet);
      if (span === undefined || span === null || target === undefined) continue;
      const [rowId, colId] = [target.state.rows.ids[span.top], target.state.cols.ids[span.left]];
      const isOne = span.top === span.bottom && span.left === span.right;
      if (rowId !== undefined && colId !== undefined)
        this.#index.link(cell, target.state.id, span, isOne ? cellKey(rowId, colId) : null);
    }
  }

  *#recalculate(): Generator<void> {
    if (this.#moved) yield* this.#relink();
    const stale = yield* this.#spread();
    if (stale === null) return this.#giveUp(this.#stale);
    const { waiting, dependents } = stale;
    const ready = [...this.#stale].filter((cell) => waiting.get(cell) === 0);
    for (;;) {
      let cell = ready.pop();
      for (; cell !== undefined; cell = ready.pop()) {
        if (this.#work.left <= 0) return this.#giveUp(this.#stale);
        this.#settle(cell, this.#evaluated(cell));
        release(cell, waiting, dependents, ready);
        yield;
      }
      if (this.#stale.size === 0) return undefined;
      // [B1] What is left depends on itself, or on what does.
      for (const around of onCycles(this.#stale, dependents)) {
        this.#settle(around, circular);
        waiting.delete(around);
        release(around, waiting, dependents, ready);
      }
      yield;
    }
  }

  /** [B2] After rows, columns or sheets came, went or moved: every value at its place, every formula at what it names now. */
  *#relink(): Generator<void> {
    this.#index.clear();
    for (const sheet of this.#sheets.values()) {
      sheet.columns = [];
      for (const [key, cell] of sheet.state.cells) {
        const place = this.#place(sheet, key);
        if (place === null) continue;
        this.#write(sheet, place, sheet.formulas.get(key)?.value ?? inputValue(cell));
      }
      yield;
    }
    let count = 0;
    for (const sheet of this.#sheets.values()) {
      for (const cell of sheet.formulas.values()) {
        if (this.#place(sheet, cell.key) === null) {
          this.#stale.delete(cell);
          continue;
        }
        cell.links = [];
        this.#link(sheet, cell);
        this.#stale.add(cell);
        count += 1;
        this.#allow(cell.text.length);
        if (count % 5 === 0) yield;
      }
    }
    this.#moved = false;
  }

  /** [B2] Every formula that depends on a stale one, with how many stale ones it waits for; null when that is too much. */
  *#spread(): Generator<void, { waiting: Map<FormulaCell, number>; dependents: Map<FormulaCell, FormulaCell[]> } | null> {
    const waiting = new Map<FormulaCell, number>();
    const dependents = new Map<FormulaCell, FormulaCell[]>();
    for (const cell of this.#stale) waiting.set(cell, waiting.get(cell) ?? 0);
    let count = 0;
    // The set grows while it is gone through.
    for (const cell of this.#stale) {
      const sheet = this.#sheets.get(cell.sheet);
      const place = sheet === undefined ? null : this.#place(sheet, cell.key);
      const found: FormulaCell[] = [];
      if (place !== null) {
        this.#index.touch(cell.sheet, cell.key, place.row, place.col, (dependent) => {
          found.push(dependent);
          waiting.set(dependent, (waiting.get(dependent) ?? 0) + 1);
          this.#stale.add(dependent);
        });
      }
      dependents.set(cell, found);
      this.#allow(4 + found.length);
      if (this.#work.left <= 0) return null;
      count += 1;
      if (count % 5 === 0) yield;
    }
    return { waiting, dependents };
  }

  /** Counts work that is ours and no formula's. */
  #allow(units: number): void {
    this.#work.begin(Infinity);
    try {
      this.#work.spend(units);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
    }
  }

  #evaluated(cell: FormulaCell): Scalar {
    const sheet = this.#sheets.get(cell.sheet);
    const place = sheet === undefined ? null : this.#place(sheet, cell.key);
    if (sheet === undefined || place === null || cell.formula === null) return null;
    const { formula } = cell;
    this.#work.begin(limits.formulaWork);
    const value = evaluate(formula, {
      work: this.#work,
      now: this.#clock.now,
      random: this.#clock.random,
      place,
      read: (at) => this.#read(cell, at),
    });
    const length = typeof value === 'string' ? value.length - (typeof cell.value === 'string' ? cell.value.length : 0) : 0;
    return this.#characters + length > limits.formulaTextCharacters ? limited : value;
  }

  /** What a reference of a formula comes to. */
  #read(cell: FormulaCell, at: number): Value {
    const span = cell.spans[at];
    const range = cell.formula?.references[at];
    if (span === undefined || span === null || range === undefined) return badRef;
    const sheetId = range.from.sheet ?? cell.sheet;
    const columns = this.#sheets.get(sheetId)?.columns;
    if (columns === undefined) return badRef;
    // A single cell is a grid too, for the functions that tell cells from values.
    const link = cell.links.find(({ span: linked, sheet }) => linked === span && sheet === sheetId);
    const known = link?.grid;
    if (known !== undefined && known !== null) return known;
    const grid = this.#grid(columns, span);
    if (link !== undefined) link.grid = grid;
    return grid;
  }

  #grid(columns: readonly (readonly (Scalar | undefined)[])[], { top, left, bottom, right }: Span): Grid {
    const [height, width] = [bottom - top + 1, right - left + 1];
    this.#work.spend((height * width) / 4);
    const cells: Scalar[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) cells.push(columns[col]?.[row] ?? null);
    }
    return { height, width, cells, isRange: true, at: { row: top, col: left } };
  }

  /** A formula has come to this. */
  #settle(cell: FormulaCell, value: Scalar): void {
    this.#stale.delete(cell);
    if (isSame(cell.value, value)) return;
    if (typeof cell.value === 'string') this.#characters -= cell.value.length;
    if (typeof value === 'string') this.#characters += value.length;
    cell.value = value;
    this.#changed.add(cell);
    const sheet = this.#sheets.get(cell.sheet);
    const place = sheet === undefined ? null : this.#place(sheet, cell.key);
    if (sheet === undefined || place === null) return;
    this.#write(sheet, place, value);
    this.#index.forgetGrids(cell.sheet, place.row, place.col, cell.key);
  }

  /** [B4] */
  #giveUp(left: ReadonlySet<FormulaCell>): undefined {
    for (const cell of left) this.#settle(cell, limited);
    return undefined;
  }
}

function release(
  cell: FormulaCell,
  waiting: Map<FormulaCell, number>,
  dependents: ReadonlyMap<FormulaCell, readonly FormulaCell[]>,
  ready: FormulaCell[],
): void {
  for (const dependent of dependents.get(cell) ?? []) {
    const left = waiting.get(dependent);
    if (left === undefined) continue;
    waiting.set(dependent, left - 1);
    if (left === 1) ready.push(dependent);
  }
}

/** [B1] Of formulas that all wait for others of them: those on a cycle, and those between two. */
function onCycles(left: ReadonlySet<FormulaCell>, dependents: ReadonlyMap<FormulaCell, readonly FormulaCell[]>): FormulaCell[] {
  // Taking away, again and again, what nothing that is left depends on leaves the cycles and what leads from one to another.
  const holds = new Map<FormulaCell, number>();
  const precedents = new Map<FormulaCell, FormulaCell[]>();
  for (const cell of left) {
    const within = (dependents.get(cell) ?? []).filter((dependent) => left.has(dependent));
    holds.set(cell, within.length);
    for (const dependent of within) note(precedents, dependent, cell);
  }
  const loose = [...left].filter((cell) => holds.get(cell) === 0);
  for (let cell = loose.pop(); cell !== undefined; cell = loose.pop()) {
    holds.delete(cell);
    for (const precedent of precedents.get(cell) ?? []) {
      const count = (holds.get(precedent) ?? 0) - 1;
      if (!holds.has(precedent)) continue;
      holds.set(precedent, count);
      if (count === 0) loose.push(precedent);
    }
  }
  return [...holds.keys()];
}

function note(lists: Map<FormulaCell, FormulaCell[]>, key: FormulaCell, cell: FormulaCell): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [cell]);
  else known.push(cell);
}

const isSame = (a: Scalar, b: Scalar): boolean => a === b || (isSheetError(a) && isSheetError(b) && a.e === b.e);

function formulaIn(cell: StoredCell | undefined): string | null {
  const input = cell?.i;
  return input !== undefined && 's' in input && isFormula(input.s) ? input.s : null;
}

/** What an input that is no formula stands for: a leading apostrophe keeps text and is not part of it. */
export function inputValue(cell: StoredCell | undefined): Scalar {
  const input = cell?.i;
  if (input === undefined) return null;
  if ('n' in input) return input.n;
  if ('b' in input) return input.b;
  return input.s.startsWith("'") ? input.s.slice(1) : input.s;
}
