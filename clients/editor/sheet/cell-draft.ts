/**
 * cell-draft: what is being written into the active cell, where the caret is, and the reference that was last pointed at.
 *
 * T1  In a formula, cells that are pressed, or gone to by arrow keys, put their address in; the next one takes its place until
 *     something else is written. Who edits what was there has the arrow keys for the caret; F2 changes between the two.
 */
import { isFormulaDraft, type TextRange, replaceRange, takesReference } from './formula-draft.ts';
import type { GridSelection } from './grid-selection.ts';

export type CellDraft = {
  readonly text: string;
  readonly caret: number;
  readonly mode: 'enter' | 'edit';
  readonly where: 'cell' | 'bar';
  readonly pointed: (TextRange & { readonly selection: GridSelection }) | null;
};

export const beginDraft = (text: string, { mode, where }: Pick<CellDraft, 'mode' | 'where'>): CellDraft => ({
  text,
  caret: text.length,
  mode,
  where,
  pointed: null,
});

export const rewritten = (draft: CellDraft, text: string, caret: number): CellDraft =>
  text === draft.text && caret === draft.caret ? draft : { ...draft, text, caret, pointed: null };

/** [T1] Null where no reference may come. */
export function pointedAt(draft: CellDraft, selection: GridSelection, address: string): CellDraft | null {
  const { text, caret, pointed } = draft;
  if (pointed === null && !takesReference(text, caret)) return null;
  const next = replaceRange(text, pointed ?? { start: caret, end: caret }, address);
  const start = pointed?.start ?? caret;
  return { ...draft, ...next, pointed: { start, end: next.caret, selection } };
}

/** [T1] True when arrow keys go to cells. */
export const pointsByKeys = ({ text, caret, mode, pointed }: CellDraft): boolean =>
  mode === 'enter' && isFormulaDraft(text) && (pointed !== null || takesReference(text, caret));
