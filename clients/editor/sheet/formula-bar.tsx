/** formula-bar: the address of the active cell, its text, and the reason of its error. */
import { type KeyboardEvent, useRef } from 'react';

import type { CellDraft } from './cell-draft.ts';
import { type FormulaHelp, FormulaHelpView } from './formula-help.tsx';
import css from './grid.module.css';
import { helpedField, useCaret } from './use-caret.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = {
  readonly address: string;
  readonly text: string;
  readonly draft: CellDraft | null;
  readonly help: FormulaHelp;
  /** Why the cell shows an error. */
  readonly fault: string | null;
  readonly mayEdit: boolean;
  readonly onBegin: (text: string) => void;
  readonly onChange: (text: string, caret: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onLeave: () => void;
};

export function FormulaBar({ address, text, draft, help, fault, mayEdit, onBegin, onChange, onKeyDown, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useCaret(field, draft);
  const tell = (target: HTMLInputElement): void => onChange(target.value, target.selectionStart ?? target.value.length);
  return (
    <div className={css['bar']}>
      <output className={css['address']} aria-label={sheetTexts.cell}>
        {address}
      </output>
      <input
        ref={field}
        className={css['formula']}
        aria-label={sheetTexts.valueOf(address)}
        spellCheck={false}
        autoComplete="off"
        readOnly={!mayEdit}
        value={text}
        {...helpedField(help)}
        onChange={({ target }) => tell(target)}
        onSelect={({ currentTarget }) => tell(currentTarget)}
        onFocus={() => mayEdit && draft === null && onBegin(text)}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof HTMLTextAreaElement)) onLeave();
        }}
      />
      {fault !== null && draft === null && (
        <p className={css['fault']} role="status">
          {fault}
        </p>
      )}
      {draft?.where === 'bar' && (
        <div className={css['barHelp']}>
          <FormulaHelpView help={help} />
        </div>
      )}
    </div>
  );
}
