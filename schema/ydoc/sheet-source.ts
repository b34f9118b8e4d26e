/** sheet-source: the sheets of a Y.Doc for those who follow them without knowing how they lie there. */
import type * as Y from 'yjs';

import type { StoredCell } from '../sheet.ts';
import { readCell, readCells, readFrame, type SheetChange, type SheetFrame, sheetIds, watchSheets } from './sheets.ts';

export type SheetSource = {
  ids(): readonly string[];
  /** Null when there is no such sheet. `before`: what it was when no row or column was another than now. */
  frame(id: string, before?: SheetFrame): SheetFrame | null;
  /** One by one, as they are when they are asked for. */
  cells(frame: SheetFrame): Generator<readonly [string, StoredCell]>;
  /** Null for an empty one. */
  cell(frame: SheetFrame, key: string): StoredCell | null;
  /** Calls after each transaction that changed any sheets. */
  watch(on: (changes: ReadonlyMap<string, SheetChange>) => void): void;
};

export const sheetSource = (doc: Y.Doc): SheetSource => ({
  ids: () => sheetIds(doc),
  frame: (id, before) => readFrame(doc, id, before),
  cells: (frame) => readCells(doc, frame),
  cell: (frame, key) => readCell(doc, frame, key),
  watch: (on) => void watchSheets(doc, on),
});
