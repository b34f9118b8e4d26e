/**
 * use-draft: the draft of the active cell under the keys and the pointer, until it is written or left.
 *
 * A draft is ahead of what is drawn: a field that goes also loses the focus, and is left then.
 */
import { type KeyboardEvent, useRef, useState } from 'react';

import { beginDraft, type CellDraft, pointedAt, pointsByKeys, rewritten } from './cell-draft.ts';
import { addressOf, isFormulaDraft, replaceRange, toggleAbsolute } from './formula-draft.ts';
import { type FormulaHelp, useFormulaHelp } from './formula-help.tsx';
import { at, type GridCell, type GridSelection, type GridSize, moveSelection, spanOf } from './grid-selection.ts';
import { editedText, type OpenSheet, writeTexts } from './sheet-writes.ts';
import type { SheetModel } from './use-sheet.ts';

type Surroundings = {
  readonly own: OpenSheet;
  readonly open: SheetModel;
  readonly active: GridCell;
  readonly activeKey: string;
  readonly size: GridSize;
  readonly mayEdit: boolean;
  readonly isFilled: (cell: GridCell) => boolean;
  readonly onReveal: (cell: GridCell) => void;
  /** Takes the keyboard back to the grid. */
  readonly onLeave: () => void;
};

export type Drafting = {
  readonly draft: CellDraft | null;
  readonly help: FormulaHelp;
  readonly begin: (text: string, how?: Partial<Pick<CellDraft, 'mode' | 'where'>>) => void;
  readonly change: (text: string, caret: number) => void;
  /** Puts the address of cells in; false when none may come where the caret is. */
  readonly point: (selection: GridSelection) => boolean;
  /** True when nothing is left to be written. */
  readonly commit: () => boolean;
  /** What a key did to the draft: `done` when it is written, null when the key is the field's own. */
  readonly onKey: (event: KeyboardEvent) => 'done' | 'taken' | null;
};

export function useDraft(surroundings: Surroundings): Drafting {
  const { own, open, active, activeKey, size, mayEdit, isFilled, onReveal, onLeave } = surroundings;
  const [draft, draw] = useState<CellDraft | null>(null);
  const ahead = useRef<CellDraft | null>(null);
  const set = (next: CellDraft | null): void => {
    ahead.current = next;
    draw(next);
  };
  const help = useFormulaHelp(draft);

  const change = (text: string, caret: number): void => {
    if (ahead.current !== null) set(rewritten(ahead.current, text, caret));
  };
  const point = (selection: GridSelection): boolean => {
    if (ahead.current === null || !isFormulaDraft(ahead.current.text)) return false;
    const { top, left, bottom, right } = spanOf(selection);
    const rank = (lines: SheetModel['rows']['lines'], index: number): number => lines[index]?.rank ?? 0;
    const span = {
      top: rank(open.rows.lines, top),
      left: rank(open.cols.lines, left),
      bottom: rank(open.rows.lines, bottom),
      right: rank(open.cols.lines, right),
    };
    const next = pointedAt(ahead.current, selection, addressOf(span));
    if (next !== null) set(next);
    return next !== null;
  };
  const commit = (): boolean => {
    const text = ahead.current?.text;
    if (text === undefined) return true;
    // What was only looked at is no step of the undo.
    if (text !== editedText(own, activeKey) && !writeTexts(own, new Map([[activeKey, text === '' ? null : text]]))) return false;
    set(null);
    onLeave();
    return true;
  };
  const complete = (now: CellDraft, name: string): void => {
    const { text, caret } = replaceRange(now.text, help.word ?? { start: now.caret, end: now.caret }, `${name}(`);
    set(rewritten(now, text, caret));
  };

  const onKey = (event: KeyboardEvent): 'done' | 'taken' | null => {
    const now = ahead.current;
    if (now === null) return null;
    const { key, shiftKey: shift } = event;
    const isOpen = help.names.length > 0;
    const name = help.names[help.chosen ?? 0];
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) help.choose(key === 'ArrowDown' ? 1 : -1);
    else if (isOpen && name !== undefined && (key === 'Tab' || (key === 'Enter' && help.chosen !== null))) complete(now, name);
    else if (isOpen && key === 'Escape') help.dismiss();
    else if (key === 'Escape') {
      set(null);
      onLeave();
    } else if ((key === 'Enter' && !event.altKey) || key === 'Tab') return commit() ? 'done' : 'taken';
    else if (key === 'F2') set({ ...now, mode: now.mode === 'edit' ? 'enter' : 'edit' });
    else if (key === 'F4' && isFormulaDraft(now.text)) {
      const turned = toggleAbsolute(now.text, now.caret);
      if (turned !== null) set(rewritten(now, turned.text, turned.caret));
    } else if (key.startsWith('Arrow') && pointsByKeys(now)) {
      const step = { key, shift, mod: event.ctrlKey || event.metaKey };
      const next = moveSelection(now.pointed?.selection ?? at(active), step, size, isFilled);
      if (next === null || !point(next)) return null;
      onReveal(next.head);
    } else return null;
    return 'taken';
  };

  return {
    draft,
    help: { ...help, onName: (name) => draft !== null && complete(ahead.current ?? draft, name) },
    begin: (text, { mode = 'edit', where = 'cell' } = {}) => {
      if (mayEdit) set(beginDraft(text, { mode, where }));
    },
    change,
    point,
    commit,
    onKey,
  };
}
