/**
 * sheet-book: the sheets of a shadow as a workbook that follows the document.
 *
 * Nothing is read before somebody asks; then cells are read one by one as they change.
 */
import type * as Y from 'yjs';

import { Workbook } from '#core/sheet/workbook.ts';
import type { StoredCell } from '#schema/sheet.ts';
import { readCell, readSheet, sheetIds, watchSheets } from '#schema/ydoc/sheets.ts';

export class SheetBook {
  readonly #doc: Y.Doc;
  #workbook: Workbook | null = null;
  /** The cells of each sheet, which the workbook sees as they are. */
  readonly #cells = new Map<string, Map<string, StoredCell>>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    watchSheets(doc, (changes) => this.#follow(changes));
  }

  get workbook(): Workbook {
    if (this.#workbook === null) {
      this.#workbook = new Workbook();
      for (const id of sheetIds(this.#doc)) this.#read(this.#workbook, id);
    }
    return this.#workbook;
  }

  #read(workbook: Workbook, id: string): void {
    const sheet = readSheet(this.#doc, id);
    if (sheet === null) {
      this.#cells.delete(id);
      workbook.remove(id);
    } else {
      this.#cells.set(id, sheet.cells);
      workbook.put(sheet);
    }
  }

  #follow(changes: ReadonlyMap<string, ReadonlySet<string> | 'all'>): void {
    const workbook = this.#workbook;
    if (workbook === null) return;
    for (const [id, keys] of changes) {
      const [cells, sheet] = [this.#cells.get(id), workbook.sheets.get(id)];
      if (keys === 'all' || cells === undefined || sheet === undefined) {
        this.#read(workbook, id);
        continue;
      }
      for (const key of keys) {
        const cell = readCell(this.#doc, sheet, key);
        if (cell === null) cells.delete(key);
        else cells.set(key, cell);
      }
      workbook.change(sheet, keys);
    }
  }
}
