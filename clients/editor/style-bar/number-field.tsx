/**
 * number-field: a number of the selected elements, typed or stepped.
 *
 * Enter, or leaving the field, sets what was typed; the arrow keys change it by one, with Shift by ten. What cannot be set stays in its
 * field with the reason; Escape discards it.
 */
import { type KeyboardEvent, useRef, useState } from 'react';

import { readLength } from '../changes/geometry.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { TextField } from '../ui/text-field.tsx';

type NumberFieldProps = {
  readonly label: string;
  /** Null where the elements differ, or have none. */
  readonly value: number | null;
  /** The number that steps begin from where there is none. */
  readonly usual?: number;
  /** Returns why the number cannot be set; null if it was. Steps that follow each other have `joins`. */
  readonly set: (next: number, joins?: string) => string | null;
};

export function NumberField({ label, value, usual = 0, set }: NumberFieldProps) {
  const { text, error, setText, apply, step, discard } = useNumber(value, usual, set);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') discard();
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
      event.currentTarget.select();
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
    }
  };
  return (
    <TextField
      label={label}
      role="spinbutton"
      aria-valuenow={value ?? undefined}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={setText}
      error={error}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={apply}
    />
  );
}

function useNumber(value: number | null, usual: number, set: NumberFieldProps['set']) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The field loses the focus while Escape closes the popup, before it is rendered again.
  const typed = useRef<string | null>(null);
  const put = (text: string | null, reason: string | null): void => {
    typed.current = text;
    setDraft(text);
    setError(reason);
  };
  const attempt = (next: number, text: string, joins?: string): void => {
    const reason = next === value ? null : set(next, joins);
    put(reason === null ? null : text, reason);
  };
  return {
    text: draft ?? (value === null ? '' : String(value)),
    error,
    setText: (text: string) => put(text, null),
    apply: () => {
      const { current: text } = typed;
      if (text === null) return;
      const next = readLength(text);
      if (next === null) put(text, styleBarTexts.enterANumber);
      else attempt(next, text);
    },
    step: (by: number) => {
      const next = (readLength(typed.current ?? '') ?? value ?? usual) + by;
      attempt(Math.round(next * 100) / 100, String(next), 'number');
    },
    discard: () => put(null, null),
  };
}
