/** The sheets of a Y.Doc behind an interface that hides their layout. */
import type * as Y from 'yjs';

import type { StoredCell } from '../sheet.ts';
import { readCell, readCells, readFrame, type SheetChange, type SheetFrame, sheetIds, watchSheets } from './sheets.ts';

export type SheetSource = {
  ids(): readonly string[];
  /** Null if there is no such sheet. `before`: an earlier frame with the same rows and columns, which are reused. */
  frame(id: string, before?: SheetFrame): SheetFrame | null;
  /** The cells one by one, each as it is when it is yielded. */
  cells(frame: SheetFrame): Generator<readonly [string, StoredCell]>;
  /** Null for an empty cell. */
  cell(frame: SheetFrame, key: string): StoredCell | null;
  /** Calls `on` after each transaction that changed a sheet. */
  watch(on: (changes: ReadonlyMap<string, SheetChange>) => void): void;
};

export const sheetSource = (doc: Y.Doc): SheetSource => ({
  ids: () => sheetIds(doc),
  frame: (id, before) => readFrame(doc, id, before),
  cells: (frame) => readCells(doc, frame),
  cell: (frame, key) => readCell(doc, frame, key),
  watch: (on) => void watchSheets(doc, on),
});
