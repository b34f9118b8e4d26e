/** use-draft: the draft of the active cell, changed by keys and pointer, until it is written or discarded. */
import { type KeyboardEvent, useRef, useState } from 'react';

import { beginDraft, type CellDraft, pointedAt, pointsByKeys, rewritten } from './cell-draft.ts';
import { addressOf, isFormulaDraft, replaceRange, toggleAbsolute } from './formula-draft.ts';
import { type FormulaHelp, useFormulaHelp } from './formula-help.tsx';
import { at, type GridCell, type GridSelection, moveSelection, spanOf } from './grid-selection.ts';
import type { SelectedCells } from './selected-cells.ts';
import { editedText, type OpenSheet, writeTexts } from './sheet-writes.ts';
import type { SheetModel } from './use-sheet.ts';

type Surroundings = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly cells: SelectedCells;
  readonly mayEdit: boolean;
  readonly onReveal: (cell: GridCell) => void;
  /** Returns the focus to the grid. */
  readonly onLeave: () => void;
};

export type Drafting = {
  readonly draft: CellDraft | null;
  readonly help: FormulaHelp;
  readonly begin: (text: string, how?: Partial<Pick<CellDraft, 'mode' | 'where'>>) => void;
  readonly change: (text: string, caret: number) => void;
  /** Inserts the address of cells; false when the caret is where no reference can be. */
  readonly point: (selection: GridSelection) => boolean;
  /** True when nothing is left to write. */
  readonly commit: () => boolean;
  /** What a key did to the draft: `done` when it was written, null when the key belongs to the field. */
  readonly onKey: (event: KeyboardEvent) => 'done' | 'taken' | null;
};

export function useDraft(surroundings: Surroundings): Drafting {
  const { own, open, cells, mayEdit, onReveal, onLeave } = surroundings;
  const [draft, setDraft] = useState<CellDraft | null>(null);
  // Ahead of what is rendered: a field that is removed also loses the focus, and its draft must have ended by then.
  const latest = useRef<CellDraft | null>(null);
  const set = (next: CellDraft | null): void => {
    latest.current = next;
    setDraft(next);
  };
  const help = useFormulaHelp(draft);

  const change = (text: string, caret: number): void => {
    if (latest.current !== null) set(rewritten(latest.current, text, caret));
  };
  const point = (selection: GridSelection): boolean => {
    if (latest.current === null || !isFormulaDraft(latest.current.text)) return false;
    const next = pointedAt(latest.current, selection, addressIn(open, selection));
    if (next !== null) set(next);
    return next !== null;
  };
  const commit = (): boolean => {
    const text = latest.current?.text;
    if (text === undefined) return true;
    // An unchanged text adds no undo step.
    const isChanged = text !== editedText(own, cells.activeKey);
    if (isChanged && !writeTexts(own, new Map([[cells.activeKey, text === '' ? null : text]]))) return false;
    set(null);
    onLeave();
    return true;
  };
  const complete = (current: CellDraft, name: string): void => {
    const { text, caret } = replaceRange(current.text, help.word ?? { start: current.caret, end: current.caret }, `${name}(`);
    set(rewritten(current, text, caret));
  };

  const onKey = (event: KeyboardEvent): 'done' | 'taken' | null => {
    const current = latest.current;
    if (current === null) return null;
    const { key, shiftKey: shift } = event;
    const isOpen = help.names.length > 0;
    const name = help.names[help.chosen ?? 0];
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) help.choose(key === 'ArrowDown' ? 1 : -1);
    else if (isOpen && name !== undefined && (key === 'Tab' || (key === 'Enter' && help.chosen !== null)))
      complete(current, name);
    else if (isOpen && key === 'Escape') help.dismiss();
    else if (key === 'Escape') {
      set(null);
      onLeave();
    } else if ((key === 'Enter' && !event.altKey) || key === 'Tab') return commit() ? 'done' : 'taken';
    else if (key === 'F2') set({ ...current, mode: current.mode === 'edit' ? 'enter' : 'edit' });
    else if (key === 'F4' && isFormulaDraft(current.text)) {
      const turned = toggleAbsolute(current.text, current.caret);
      if (turned !== null) set(rewritten(current, turned.text, turned.caret));
    } else if (key.startsWith('Arrow') && pointsByKeys(current)) {
      const step = { key, shift, mod: event.ctrlKey || event.metaKey };
      const next = moveSelection(current.pointed?.selection ?? at(cells.active), step, cells.size, cells.isFilled);
      if (next === null || !point(next)) return null;
      onReveal(next.head);
    } else return null;
    return 'taken';
  };

  return {
    draft,
    help: { ...help, onName: (name) => draft !== null && complete(latest.current ?? draft, name) },
    begin: (text, { mode = 'edit', where = 'cell' } = {}) => {
      if (mayEdit) set(beginDraft(text, { mode, where }));
    },
    change,
    point,
    commit,
    onKey,
  };
}

/** The address of selected cells on the sheet, counting rows and columns that are not shown. */
function addressIn({ rows, cols }: SheetModel, selection: GridSelection): string {
  const { top, left, bottom, right } = spanOf(selection);
  const rank = (lines: SheetModel['rows']['lines'], index: number): number => lines[index]?.rank ?? 0;
  return addressOf({
    top: rank(rows.lines, top),
    left: rank(cols.lines, left),
    bottom: rank(rows.lines, bottom),
    right: rank(cols.lines, right),
  });
}
