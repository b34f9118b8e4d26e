/**
 * sheet-book: a workbook that follows the sheets of a document, on a server and in a browser (SH9).
 *
 * Nothing is read before the first access. Then cells are read gradually while the workbook advances, and later one by one as
 * they change. When a row or column is deleted or restored, so are its cells.
 */
import { limits } from '#schema/limits.ts';
import type { SheetState, StoredCell } from '#schema/sheet.ts';
import type { SheetSource } from '#schema/ydoc/sheet-source.ts';
import type { SheetChange, SheetFrame } from '#schema/ydoc/sheets.ts';

import { Workbook } from './workbook.ts';

/** Greatest number of cells read with their change; a sheet with more changes is read again gradually. */
const mostAtOnce = limits.cellsPerWrite;

export class SheetBook {
  readonly #source: SheetSource;
  #workbook: Workbook | null = null;
  /** The cells of each sheet, which the workbook reads live. */
  readonly #cells = new Map<string, Map<string, StoredCell>>();

  constructor(source: SheetSource) {
    this.#source = source;
    source.watch((changes) => this.#follow(changes));
  }

  /** Always the same workbook. Its cells and values are complete once it `isDone`. */
  get workbook(): Workbook {
    if (this.#workbook === null) {
      this.#workbook = new Workbook();
      for (const id of this.#source.ids()) this.#read(this.#workbook, id);
    }
    return this.#workbook;
  }

  #read(workbook: Workbook, id: string): void {
    const frame = this.#source.frame(id);
    if (frame === null) {
      this.#cells.delete(id);
      workbook.remove(id);
      return;
    }
    const cells = new Map<string, StoredCell>();
    this.#cells.set(id, cells);
    workbook.put({ ...frame, cells }, this.#coming(frame, cells));
  }

  /** Reads the cells of a sheet gradually. */
  *#coming(frame: SheetFrame, cells: Map<string, StoredCell>): Generator<string> {
    for (const [key, cell] of this.#source.cells(frame)) {
      cells.set(key, cell);
      yield key;
    }
  }

  #follow(changes: ReadonlyMap<string, SheetChange>): void {
    const workbook = this.#workbook;
    if (workbook === null) return;
    for (const [id, change] of changes) {
      const [cells, state] = [this.#cells.get(id), workbook.sheets.get(id)];
      const isAnew = change.whole || cells === undefined || state === undefined || change.cells.size > mostAtOnce;
      // Lines that are added or deleted during reading can affect cells that were read already.
      if (isAnew || (change.lines.size > 0 && !workbook.isTaken(id))) this.#read(workbook, id);
      else this.#change(workbook, state, cells, change);
    }
  }

  #change(workbook: Workbook, state: SheetState, cells: Map<string, StoredCell>, change: SheetChange): void {
    const frame = change.frame ? this.#source.frame(state.id, change.lines.size === 0 ? state : undefined) : state;
    if (frame === null) return this.#read(workbook, state.id);
    const keys = new Set(change.cells);
    for (const key of linesChanged(state, frame, change.lines, this.#source)) keys.add(key);
    for (const key of keys) {
      const cell = this.#source.cell(frame, key);
      if (cell === null) cells.delete(key);
      else cells.set(key, cell);
    }
    workbook.change({ ...frame, cells }, keys);
  }
}

/** Keys of the cells on lines that were deleted or restored. */
function* linesChanged(
  before: SheetState,
  after: SheetFrame,
  lines: ReadonlySet<string>,
  source: SheetSource,
): Generator<string> {
  const isLive = ({ rows, cols }: SheetFrame, id: string): boolean =>
    Number.isInteger(rows.rank.get(id) ?? cols.rank.get(id) ?? 0.5);
  const changed = new Set<string>();
  const back = new Set<string>();
  for (const id of lines) {
    if (isLive(before, id) && !isLive(after, id)) changed.add(id);
    // The cells of a new line are reported individually.
    if (!isLive(before, id) && isLive(after, id) && (before.rows.rank.has(id) || before.cols.rank.has(id))) back.add(id);
  }
  const isOn = (key: string, ids: ReadonlySet<string>): boolean => {
    const at = key.indexOf(':');
    return ids.has(key.slice(0, at)) || ids.has(key.slice(at + 1));
  };
  if (changed.size > 0) for (const key of before.cells.keys()) if (isOn(key, changed)) yield key;
  if (back.size > 0) for (const [key] of source.cells(after)) if (isOn(key, back)) yield key;
}
