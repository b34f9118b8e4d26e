/** use-caret: places the caret of the focused field where the draft has it, even after text was inserted. */
import { type RefObject, useLayoutEffect } from 'react';

import type { CellDraft } from './cell-draft.ts';
import { type FormulaHelp, optionId } from './formula-help.tsx';

export function useCaret(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, draft: CellDraft | null): void {
  const caret = draft?.caret ?? null;
  const text = draft?.text ?? null;
  useLayoutEffect(() => {
    const { current } = field;
    if (caret === null || current === null || document.activeElement !== current || current.selectionStart === caret) return;
    current.setSelectionRange(caret, caret);
  }, [field, caret, text]);
}

/** The ARIA attributes that connect a field with the list beside it. */
export const helpedField = ({ id, names, chosen }: FormulaHelp) => ({
  'aria-autocomplete': 'list' as const,
  ...(names.length > 0 && { 'aria-controls': id }),
  ...(names.length > 0 && chosen !== null && { 'aria-activedescendant': optionId(id, chosen) }),
});
