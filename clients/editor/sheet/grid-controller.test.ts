import { describe, expect, test } from 'vitest';

import { initDocument, insertTab } from '#schema/ydoc/write.ts';
import { limits } from '#schema/limits.ts';

import { Desk, Office } from '../live/desk.test-support.ts';
import { beginDraft, type CellDraft, pointedAt } from './cell-draft.ts';
import { placeSheet } from './document-sheets.ts';
import { GridController } from './grid-controller.ts';
import type { GridStroke } from './grid-keys.ts';
import { keyAt } from './grid-place.ts';
import { at, type GridSelection, selectionOf } from './grid-selection.ts';
import { spanAt } from './grid.test-support.ts';
import { SelectedCells } from './selected-cells.ts';
import { editedText, writeTexts } from './sheet-writes.ts';
import { layoutOf } from './use-sheet.ts';

const tab = 'tab_00000000000000000001';
const settings = { id: tab, name: 'Tab 1', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] } as const; // prettier-ignore
const plain = { shift: false, alt: false, mod: false };

/** A grid over a sheet of a document. Each call of its controller sees the sheet and the selection of that moment. */
class OpenGrid {
  readonly desk: Desk;
  readonly ran: string[] = [];
  selection: GridSelection = at({ row: 0, col: 0 });
  draft: CellDraft | null = null;
  filtered: string | null = null;
  mayEdit = true;
  isClosed = false;
  readonly #editor;

  constructor(texts: Readonly<Record<string, string>> = {}) {
    const office = new Office();
    initDocument(office.doc, { name: 'Plan' });
    insertTab(office.doc, settings);
    this.desk = new Desk(office, 7);
    const editor = this.desk.editor(tab);
    if (editor === null) throw new Error('no tab');
    this.#editor = { ...editor, run: (id: string) => void this.ran.push(id) };
    placeSheet({ ...this.#editor, announce: () => undefined });
    const { own, open } = this;
    const byKey = Object.entries(texts).map(([address, text]) => [keyAt(open, at(this.cellAt(address)).head), text] as const);
    writeTexts(own, new Map(byKey));
  }

  get open() {
    const { book } = this.desk;
    const [sheet] = book.workbook.sheets.values();
    if (sheet === undefined) throw new Error('no sheet');
    return { workbook: book.workbook, values: book.workbook, sheet, ...layoutOf(book.workbook, sheet), version: 0 };
  }

  get own() {
    const { workbook, sheet } = this.open;
    return { editor: this.#editor, workbook, sheet };
  }

  readAll(): void {
    while (!this.desk.book.workbook.advance({ now: 0, random: () => 0 }, 10_000));
  }

  get cells(): SelectedCells {
    return new SelectedCells(this.open, this.selection, 10);
  }

  get controller(): GridController {
    const { own, open, cells, mayEdit, draft } = this;
    const begin = (text: string, how: Partial<CellDraft> = {}): void => {
      this.draft = beginDraft(text, { mode: 'edit', where: 'cell', ...how });
    };
    const point = (selection: GridSelection): boolean => {
      const next = this.draft === null ? null : pointedAt(this.draft, selection, 'B2');
      this.draft = next ?? this.draft;
      return next !== null;
    };
    const commit = (): boolean => this.commit();
    return new GridController({
      own,
      open,
      cells,
      mayEdit,
      drafting: { draft, begin, point, commit },
      setSelection: (selection) => {
        this.selection = selection;
      },
      reveal: () => undefined,
      setFiltered: (col) => {
        this.filtered = col;
      },
      onClose: () => {
        this.isClosed = true;
      },
    });
  }

  commit(): boolean {
    const { own, cells, draft } = this;
    if (draft !== null && !writeTexts(own, new Map([[cells.activeKey, draft.text === '' ? null : draft.text]]))) return false;
    this.draft = null;
    return true;
  }

  key(key: string, more: Partial<GridStroke> = {}): boolean {
    return this.controller.key({ key, ...plain, ...more });
  }

  select(range: string): void {
    this.selection = selectionOf(spanAt(range));
  }

  text(address: string): string {
    return editedText(this.own, keyAt(this.open, this.cellAt(address)));
  }

  texts(...addresses: string[]): string[] {
    return addresses.map((address) => this.text(address));
  }

  cellAt(address: string) {
    const { top, left } = spanAt(address);
    return { row: top, col: left };
  }
}

class Clipboard {
  readonly formats = new Map<string, string>();
  readonly getData = (format: string): string => this.formats.get(format) ?? '';
  readonly setData = (format: string, text: string): void => void this.formats.set(format, text);
}

describe('a key in a grid', () => {
  test('begins a draft with a character, edits the text of the cell with F2', () => {
    const grid = new OpenGrid({ A1: '7' });
    expect(grid.key('x')).toBe(true);
    expect(grid.draft).toMatchObject({ text: 'x', mode: 'enter' });
    expect(grid.key('F2')).toBe(true);
    expect(grid.draft).toMatchObject({ text: '7', mode: 'edit' });
  });

  test('typed after another fills in a table row by row, which adds the lines that the sheet lacks', () => {
    const grid = new OpenGrid();
    grid.readAll();
    const type = (text: string, key: string): void => {
      grid.draft = beginDraft(text, { mode: 'enter', where: 'cell' });
      const { controller } = grid;
      grid.commit();
      controller.moveOn({ key, ...plain });
    };
    grid.select('G19');
    for (const [item, price, count] of [['Nut', '2', '7'], ['Bolt', '3', '9'], ['Pin', '4', '1']] as const) {
      type(item, 'Tab');
      type(price, 'Tab');
      type(count, 'Enter');
    } // prettier-ignore
    expect([grid.open.rows.lines.length, grid.open.cols.lines.length]).toEqual([22, 9]);
    expect(grid.texts('G19', 'H19', 'I19')).toEqual(['Nut', '2', '7']);
    expect(grid.texts('G21', 'H21', 'I21')).toEqual(['Pin', '4', '1']);
    expect(grid.selection).toEqual(selectionOf(spanAt('G22')));
    // An empty cell at the end adds nothing.
    type('', 'Enter');
    expect(grid.open.rows.lines.length).toBe(22);
  });

  test('clears the selected cells with Delete, as one step of the undo', () => {
    const grid = new OpenGrid({ A1: '1', B1: '2', C1: '3' });
    grid.select('A1:B1');
    grid.key('Delete');
    expect(grid.texts('A1', 'B1', 'C1')).toEqual(['', '', '3']);
    grid.desk.undo();
    expect(grid.texts('A1', 'B1', 'C1')).toEqual(['1', '2', '3']);
  });

  test('makes the selected cells bold with Ctrl+B, and no longer bold if the active one is', () => {
    const grid = new OpenGrid({ A1: '1' });
    const bold = (): boolean[] =>
      ['A1', 'B1', 'C1'].map(
        (address) => grid.open.sheet.cells.get(keyAt(grid.open, at(grid.cellAt(address)).head))?.f?.b === true,
      );
    grid.select('A1:B1');
    expect(grid.key('b', { mod: true })).toBe(true);
    expect(bold()).toEqual([true, true, false]);
    grid.key('b', { mod: true });
    expect(bold()).toEqual([false, false, false]);
    grid.mayEdit = false;
    grid.key('b', { mod: true });
    expect(bold()).toEqual([false, false, false]);
  });

  test('fills from the first row with Ctrl+D, and a single row from the one above', () => {
    const grid = new OpenGrid({ A1: '5', B1: '=A1' });
    grid.select('A1:B3');
    grid.key('d', { mod: true });
    expect(grid.texts('A3', 'B3')).toEqual(['5', '=A3']);
    grid.select('A4');
    grid.key('d', { mod: true });
    expect(grid.text('A4')).toBe('5');
    expect(grid.selection).toEqual(selectionOf(spanAt('A3:A4')));
    grid.select('C1');
    grid.key('r', { mod: true });
    expect(grid.text('C1')).toBe('=B1');
  });

  test('does not fill the first row from above the sheet', () => {
    const grid = new OpenGrid({ A1: '5' });
    grid.key('d', { mod: true });
    expect(grid.selection).toEqual(at({ row: 0, col: 0 }));
    expect(grid.text('A1')).toBe('5');
  });

  test('selects all, moves, closes, opens a filter, and runs undo and redo', () => {
    const grid = new OpenGrid();
    grid.key('a', { mod: true });
    expect(grid.cells.span).toEqual({ top: 0, left: 0, bottom: 19, right: 7 });
    grid.select('A1');
    grid.key('ArrowRight');
    expect(grid.selection).toEqual(at({ row: 0, col: 1 }));
    grid.key('ArrowDown', { alt: true });
    expect(grid.filtered).toBe(grid.open.cols.lines[1]?.id);
    grid.key('z', { mod: true });
    grid.key('Z', { mod: true, shift: true });
    expect(grid.ran).toEqual(['undo', 'redo']);
    grid.key('Escape');
    expect(grid.isClosed).toBe(true);
  });

  test('is not taken when it does nothing', () => {
    const grid = new OpenGrid();
    expect([grid.key('F5'), grid.key('x', { alt: true }), grid.key('s', { mod: true })]).toEqual([false, false, false]);
  });

  test('changes nothing without the right to edit', () => {
    const grid = new OpenGrid({ A1: '1' });
    grid.mayEdit = false;
    grid.select('A1:A2');
    for (const [key, mod] of [['Delete', false], ['d', true]] as const) grid.key(key, { mod }); // prettier-ignore
    grid.key('ArrowDown', { alt: true });
    expect([grid.texts('A1', 'A2'), grid.filtered]).toEqual([['1', ''], null]);
  });
});

describe('the clipboard of a grid', () => {
  test('copies cells and pastes them with their references moved', () => {
    const grid = new OpenGrid({ A1: '5', B1: '=A1*2' });
    const clipboard = new Clipboard();
    grid.select('A1:B1');
    expect(grid.controller.copy(clipboard, 'copy')).toBe(true);
    grid.select('A3');
    expect(grid.controller.paste(clipboard)).toBe(true);
    expect(grid.texts('A1', 'A3', 'B3')).toEqual(['5', '5', '=A3*2']);
    expect(grid.selection).toEqual(selectionOf(spanAt('A3:B3')));
  });

  test('cuts cells only for those who may edit', () => {
    const grid = new OpenGrid({ A1: '5' });
    grid.mayEdit = false;
    const clipboard = new Clipboard();
    expect([grid.controller.copy(clipboard, 'cut'), grid.text('A1')]).toEqual([true, '5']);
    expect([clipboard.getData('text/plain'), grid.controller.paste(clipboard)]).toEqual(['5', false]);
    grid.mayEdit = true;
    grid.controller.copy(clipboard, 'cut');
    expect(grid.text('A1')).toBe('');
  });

  test('is left to the field of a cell that is being edited', () => {
    const grid = new OpenGrid({ A1: '5' });
    grid.key('F2');
    const clipboard = new Clipboard();
    expect([grid.controller.copy(clipboard, 'copy'), grid.controller.paste(clipboard)]).toEqual([false, false]);
    expect(clipboard.formats.size).toBe(0);
  });
});

describe('a pointer pressed on a cell', () => {
  test('selects, and extends the selection with Shift and while it moves', () => {
    const grid = new OpenGrid();
    const drag = grid.controller.press({ row: 1, col: 1 }, { shift: false });
    drag?.over({ row: 3, col: 2 });
    expect([drag?.isPointing, grid.selection]).toEqual([false, selectionOf(spanAt('B2:C4'))]);
    grid.controller.press({ row: 0, col: 0 }, { shift: true });
    expect(grid.selection).toEqual({ anchor: { row: 1, col: 1 }, head: { row: 0, col: 0 } });
  });

  test('inserts its address into a formula that takes a reference, and leaves the selection', () => {
    const grid = new OpenGrid();
    grid.key('=');
    const drag = grid.controller.press({ row: 1, col: 1 }, { shift: false });
    expect([drag?.isPointing, grid.draft?.text, grid.selection]).toEqual([true, '=B2', at({ row: 0, col: 0 })]);
  });

  test('writes any other draft first, and stays with one that is refused', () => {
    const grid = new OpenGrid();
    grid.key('F2');
    grid.draft = beginDraft('7', { mode: 'edit', where: 'cell' });
    grid.controller.press({ row: 1, col: 1 }, { shift: false });
    expect([grid.text('A1'), grid.selection]).toEqual(['7', at({ row: 1, col: 1 })]);
    grid.draft = beginDraft('x'.repeat(limits.cellCharacters + 1), { mode: 'edit', where: 'cell' });
    expect(grid.controller.press({ row: 2, col: 2 }, { shift: false })).toBeNull();
    expect(grid.selection).toEqual(at({ row: 1, col: 1 }));
  });
});
