/**
 * cell-draft: the text that is being typed into the active cell, its caret, and the reference that was last pointed at.
 *
 * In a formula, cells that are pressed or reached by arrow keys insert their address, which the next one replaces until something
 * else is typed. While an existing text is being edited, the arrow keys move the caret; F2 switches between the two modes.
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

/** Null if a reference cannot be inserted at the caret. */
export function pointedAt(draft: CellDraft, selection: GridSelection, address: string): CellDraft | null {
  const { text, caret, pointed } = draft;
  if (pointed === null && !takesReference(text, caret)) return null;
  const next = replaceRange(text, pointed ?? { start: caret, end: caret }, address);
  const start = pointed?.start ?? caret;
  return { ...draft, ...next, pointed: { start, end: next.caret, selection } };
}

/** True if arrow keys point at cells. */
export const pointsByKeys = ({ text, caret, mode, pointed }: CellDraft): boolean =>
  mode === 'enter' && isFormulaDraft(text) && (pointed !== null || takesReference(text, caret));
